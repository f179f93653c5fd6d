import type { Commands } from '../../app/contract/commands.ts';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import type { TapCommand } from '../../app/hosts/tap-command.ts';
import type { SecretBox } from '../profiles/secret-box.ts';
import type { ProgramCommand } from '../session/reaper-client.ts';
import type { TelemetryPlan } from '../telemetry/otlp-sender.ts';

/** The interface of a host (Electron or loopback) for its screens: commands and events. */
export type HostApi = {
  /** The handler of every command. Handlers do not check input; the carrier's gate has done so. */
  readonly commands: Commands;
  /** Subscribes to every event; the returned function unsubscribes. */
  subscribe(events: HostEvents): () => void;
  /** Shows a notice on every screen; without a screen it waits for the first one. */
  notify(notice: Notice): void;
  /** Opens what was open when the app ended, with servers as recordings; false if that was nothing or only the lab. */
  reopen(): Promise<boolean>;
  /** Ends every session and closes every recording; resolves when no server process is left. */
  dispose(): Promise<void>;
};

/** A closing host must not start servers: nothing would end them. */
export const CLOSING = 'Tierscope is closing, and starts no server any more.';

export type HubOptions = {
  readonly version: string;
  readonly host: 'electron' | 'loopback';
  /** Where recordings and settings are stored; created with owner-only permissions. */
  readonly dataFolder: string;
  readonly lab: ProgramCommand;
  /** The command of the process that ends the servers if the app itself is killed. */
  readonly reaper: ProgramCommand;
  /** How a host's file starts a tap that this app sees; without it the app installs no taps. */
  readonly tap?: TapCommand | undefined;
  /** The grace period for a server to exit, in milliseconds: see `ServerSpec`. */
  readonly graceMs?: number | undefined;
  /** The worker that writes exports; undefined exports in this thread. */
  readonly exportWorkerScript?: string | undefined;
  /** The worker that reads recordings; undefined reads them in this thread. */
  readonly openWorkerScript?: string | undefined;
  /** The worker that holds a comparison; undefined compares in this thread. */
  readonly compareWorkerScript?: string | undefined;
  /** The worker that searches records; undefined searches in this thread. */
  readonly searchWorkerScript?: string | undefined;
  /** Where other hosts' files are, by default the user's own place; the `.mcp.json` of its `project` is watched. */
  readonly place?: HostPlace | undefined;
  /** The native folder or file dialog, which opens in `from`; resolves with an empty text if cancelled. */
  readonly choosePath?: ((what: 'folder' | 'file', from: string) => Promise<string>) | undefined;
  /** Encrypts the secrets of saved servers; without it, file permissions protect them. */
  readonly secretBox?: SecretBox | undefined;
  /** The collector that gets spans and metrics of the sessions that this app connects; undefined for none. */
  readonly telemetry?: TelemetryPlan | undefined;
  /** The thread that sends telemetry where its user has said; undefined sends only what `telemetry` says. */
  readonly telemetryScript?: string | undefined;
};

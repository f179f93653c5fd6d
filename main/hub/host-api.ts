import type { Commands } from '../../app/contract/commands.ts';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import type { TapCommand } from '../../app/hosts/tap-command.ts';
import type { SecretBox } from '../profiles/secret-box.ts';
import type { ProgramCommand } from '../session/reaper-client.ts';

/** What a host (Electron or loopback) hands to its screens: commands to call, events to hear. */
export type HostApi = {
  /** Handlers of every command; they check nothing, the carrier's gate has checked the input. */
  readonly commands: Commands;
  /** Hears every event from now on; the returned function stops that. */
  subscribe(events: HostEvents): () => void;
  /** Reports a sentence to every screen; without a screen it waits for the first one. */
  notify(notice: Notice): void;
  /** Opens what was open when the app ended, servers as their recordings; false if only the lab was, or nothing ever. */
  reopen(): Promise<boolean>;
  /** Ends every session and closes every recording; resolves when no server process is left. */
  dispose(): Promise<void>;
};

/** Why a closing host starts no server: nothing would end it. */
export const CLOSING = 'Tierscope is closing, and starts no server any more.';

export type HubOptions = {
  readonly version: string;
  readonly host: 'electron' | 'loopback';
  /** Where recordings and settings are kept; made with owner-only permissions. */
  readonly dataFolder: string;
  /** The command that starts the bundled error lab. */
  readonly lab: ProgramCommand;
  /** The command of the process that ends servers when the app itself is killed. */
  readonly reaper: ProgramCommand;
  /** How hosts' files start a tap that this app sees; without it no file of a host is tapped. */
  readonly tap?: TapCommand | undefined;
  /** How long a server may take to end, in milliseconds: see `ServerSpec`. */
  readonly graceMs?: number | undefined;
  /** The worker that writes exports; undefined writes them in this thread. */
  readonly exportWorkerScript?: string | undefined;
  /** The worker that reads recordings; undefined reads them in this thread. */
  readonly openWorkerScript?: string | undefined;
  /** The worker that holds a comparison; undefined compares in this thread. */
  readonly compareWorkerScript?: string | undefined;
  /** The worker that searches records; undefined searches in this thread. */
  readonly searchWorkerScript?: string | undefined;
  /** Where other hosts' files lie, the user's own place by default; the `.mcp.json` of its `project` is watched. */
  readonly place?: HostPlace | undefined;
  /** The window's own dialog for a folder or a file, which begins in a folder; gives an empty text for nothing. */
  readonly choosePath?: ((what: 'folder' | 'file', from: string) => Promise<string>) | undefined;
  /** Seals the secret values of saved servers; left out, the file's permissions protect them. */
  readonly secretBox?: SecretBox | undefined;
};

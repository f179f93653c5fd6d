import type { CommandInput } from '../../app/contract/commands.ts';

/** What a command line asks of the app. */
export type AppRequest = {
  /** Recordings to open, as typed: relative to the folder that the command was typed in. */
  readonly files: readonly string[];
  /** The server to connect to, or null. */
  readonly connect: CommandInput<'connect'> | null;
  /** Null lets the app choose: Electron where its binary is there, else the browser. */
  readonly shell: 'electron' | 'browser' | null;
  /** The loopback host's port, or null for the usual one. */
  readonly port: number | null;
  /** Whether the loopback host may open a browser. */
  readonly openBrowser: boolean;
  /** Where recordings and settings live, or null for the usual place. */
  readonly dataFolder: string | null;
};

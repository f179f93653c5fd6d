import type { Era, McpRevision } from '../../protocol/revisions.ts';
import type { MigrationStep } from './migration.ts';

/** How a server takes a client of one revision, which is as strict as the official SDK of its time. */
export type EraOutcome =
  /** The session opens with the revision that the client asked for. */
  | 'opens'
  /** It opens with an earlier one, which such a client speaks too. */
  | 'opens-earlier'
  /** The server answers with a revision that such a client does not speak: the client disconnects. */
  | 'refused-by-client'
  /** The session does not open, or what follows fails. */
  | 'fails';

/** A rule that the server breaks for such a client. */
export type BrokenRule = { readonly rule: string; readonly title: string; readonly todo: string };

export type EraRow = {
  readonly revision: McpRevision;
  readonly era: Era;
  readonly outcome: EraOutcome;
  /** The revision that the server agreed to; empty if it did not. */
  readonly agreed: string;
  /** The check that failed first, by its title; empty if none did. */
  readonly step: string;
  /** One or two sentences: what such a client gets. */
  readonly found: string;
  /** What the author changes for it; empty if nothing. */
  readonly todo: string;
  readonly rules: readonly BrokenRule[];
};

/** What a host asks a server for, and whether this server answers it. */
export type HostVerdict = {
  readonly id: string;
  readonly name: string;
  /** The version whose source was read, or that somebody reported. */
  readonly version: string;
  readonly connects: 'yes' | 'no' | 'unknown';
  /** The revision with which it connects; empty if it does not, or if nobody says. */
  readonly revision: string;
  readonly why: string;
  /** True for the newest version of its host that is known. */
  readonly newest: boolean;
  readonly source: string;
  readonly asOf: string;
};

/** With which eras a server works, which hosts connect, and what its author changes to serve both. */
export type ErasReport = {
  readonly command: string;
  readonly server: string;
  /** Clients of which eras can open a session. */
  readonly serves: 'both' | 'only-initialize' | 'only-modern' | 'none';
  /** The same as a sentence. */
  readonly verdict: string;
  readonly rows: readonly EraRow[];
  readonly hosts: readonly HostVerdict[];
  /** What the author does so that clients of both eras connect; empty if they do. */
  readonly advice: readonly string[];
  /** What of recorded traffic, or of these starts, is otherwise in 2026-07-28; none if no session began by initialize. */
  readonly migration: readonly MigrationStep[];
};

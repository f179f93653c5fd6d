import {
  anySection,
  type Block,
  type Document,
  fields,
  paragraph,
  section,
} from '../../base/document/document.ts';
import { versionedName } from '../../base/versioned-name.ts';
import type { HostEra } from '../../hosts/host-eras.ts';
import type { Era, McpRevision } from '../../protocol/revisions.ts';
import type { MigrationStep } from './migration.ts';

/** How a server treats a client of one revision that is as strict as the official SDK of its time. */
export type EraOutcome =
  /** The session opens with the requested revision. */
  | 'opens'
  /** It opens with an earlier revision that such a client supports too. */
  | 'opens-earlier'
  /** The server answers with a revision that such a client does not support, so the client disconnects. */
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
  /** The title of the first failed check; empty if none failed. */
  readonly step: string;
  readonly found: string;
  /** What the author must change for it; empty for nothing. */
  readonly todo: string;
  readonly rules: readonly BrokenRule[];
};

/** What a host requests from a server, and whether this server supports it. */
export type HostVerdict = Pick<HostEra, 'id' | 'name' | 'version' | 'source' | 'asOf'> & {
  readonly connects: 'yes' | 'no' | 'unknown';
  /** The revision with which it connects; empty if it does not, or if unknown. */
  readonly revision: string;
  readonly why: string;
  /** True for its host's newest known version. */
  readonly newest: boolean;
};

/** The eras that a server supports, the hosts that connect, and the author's changes to support both eras. */
export type ErasReport = {
  readonly command: string;
  readonly server: string;
  /** The eras whose clients can open a session. */
  readonly serves: 'both' | 'only-initialize' | 'only-modern' | 'none';
  readonly verdict: string;
  readonly rows: readonly EraRow[];
  readonly hosts: readonly HostVerdict[];
  /** What the author must do so that clients of both eras connect; empty if they do. */
  readonly advice: readonly string[];
  /** What differs in 2026-07-28 from this traffic or these starts; empty if no session started with initialize. */
  readonly migration: readonly MigrationStep[];
};

export const OUTCOMES: Readonly<Record<EraOutcome, string>> = {
  opens: 'opens',
  'opens-earlier': 'opens with an earlier one',
  'refused-by-client': 'refused by the client',
  fails: 'fails',
};

/** A report for people: the verdict, one row per revision, the hosts, and what to change. */
export function eraDocument(report: ErasReport): Document {
  const { command, server, verdict, rows, hosts, advice, migration } = report;
  return {
    title: command,
    blocks: [
      paragraph(server === '' ? verdict : `${verdict} The server is ${server}.`),
      {
        kind: 'table',
        head: ['client of', 'outcome', 'failed first', 'what it gets'],
        rows: rows.map(({ revision, outcome, step, found }) => [revision, OUTCOMES[outcome], step, found]),
      },
      ...rows.flatMap(details),
      ...anySection('What to change', [{ kind: 'list', items: advice }]),
      ...anySection('What changes with 2026-07-28', migration.flatMap(migrationBlocks)),
      section('Hosts', [
        {
          kind: 'table',
          head: ['host', 'connects with', 'why', 'as of'],
          rows: hosts
            .filter(({ newest }) => newest)
            .map((host) => [versionedName(host), connectsText(host), host.why, host.asOf]),
        },
      ]),
    ],
  };
}

function details({ revision, todo, rules }: EraRow): Block[] {
  const broken = rules.map(({ rule, title, todo }) => ({ label: rule, text: `${title}. ${todo}` }));
  if (todo === '' && broken.length === 0) return [];
  return [section(`As a client of ${revision}`, [fields([{ label: 'do', text: todo }, ...broken])])];
}

function migrationBlocks({ what, side, count, seq, text, before, after }: MigrationStep): Block[] {
  const lines = [
    {
      label: what,
      text: `${text} The ${side} changes it; ${count === 1 ? 'once' : `${count} times`}, first at #${seq}.`,
    },
    { label: 'before', text: before, isRaw: true },
    { label: 'after', text: after, isRaw: true },
  ];
  return [fields(lines)];
}

export function connectsText({ connects, revision }: Pick<HostVerdict, 'connects' | 'revision'>): string {
  if (connects === 'yes') return revision;
  return connects === 'no' ? 'does not connect' : 'unknown';
}

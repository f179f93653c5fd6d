import { err, ok, type Result } from '../base/result.ts';
import type { Peer } from '../session/session-facts.ts';
import { type FoundRow, findRow, type HostVersion } from './find-row.ts';
import type { HostEntry } from './host-file.ts';
import { type HostTable, hostOfClient, isNamed } from './host-table.ts';
import { type PassedOn, passedOn } from './passed-on.ts';
import type { SentAnswer } from './sent-answer.ts';

/** The host application through which an answer is seen; undefined for none, which leaves the specification. */
export type Lens = {
  readonly table: HostTable;
  readonly host: HostVersion | undefined;
};

/** What a lens shows of an answer that the client can read. */
export type Seen =
  /** The table has a row for it. */
  | {
      readonly kind: 'row';
      readonly entry: HostEntry;
      readonly version: string;
      readonly found: FoundRow;
      readonly passed: PassedOn;
    }
  /** The host is known, and no row says what it does with such an answer. */
  | { readonly kind: 'no-row'; readonly entry: HostEntry; readonly version: string }
  /** No host is chosen. */
  | { readonly kind: 'no-host' };

/** What the model of the lens's host gets of an answer. */
export function seenThrough({ table, host }: Lens, answer: SentAnswer): Seen {
  const entry = host === undefined ? undefined : table.hosts.find(({ id }) => id === host.host);
  if (host === undefined || entry === undefined) return { kind: 'no-host' };
  const { version } = host;
  const found = findRow(table, host, answer);
  if (found === undefined) return { kind: 'no-row', entry, version };
  return { kind: 'row', entry, version, found, passed: passedOn(found.row, answer) };
}

/**
 * The host and version that a client says it is; undefined for one that no file names, or for none. Some clients
 * name a version that is not the host's: it counts for nothing.
 */
export function hostOfPeer(table: HostTable, client: Peer | null): HostVersion | undefined {
  const entry = client === null ? undefined : hostOfClient(table, client);
  if (entry === undefined || client === null) return undefined;
  const isOwn = entry.clients.some((known) => known.ownVersion === true && isNamed(known.name, client.name));
  return { host: entry.id, version: isOwn ? client.version : '' };
}

/** A host as a user names it: its id, or its id, an @ and a version. Fails with a sentence that lists the hosts. */
export function readHost({ hosts }: HostTable, typed: string): Result<HostVersion> {
  const [host = '', version = ''] = splitAt(typed, typed.indexOf('@'));
  if (hosts.some(({ id }) => id === host)) return ok({ host, version });
  const known = hosts.map(({ id }) => id).join(', ');
  return err(`there is no host "${host}". There are: ${known}; a version follows after @.`);
}

function splitAt(text: string, place: number): readonly [string, string] {
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}

/** "Claude Code 2.1.260", or the name alone if the version is not known. */
export function hostLabel({ name }: Pick<HostEntry, 'name'>, version: string): string {
  return version === '' ? name : `${name} ${version}`;
}

/**
 * Whom the evidence speaks of, and since when: "Claude Code 2.1.245 to 2.1.260, reported 2026-08-11". It names the
 * versions of the source, not the one that is asked for.
 */
export function evidenceLabel(entry: HostEntry, { row }: Pick<FoundRow, 'row'>): string {
  return `${hostLabel(entry, versionsText(row.versions))}, ${EVIDENCE[row.evidence]} ${row.asOf}`;
}

const EVIDENCE = { measured: 'measured', 'source-code': 'read in its source', reported: 'reported' } as const;

function versionsText(versions: FoundRow['row']['versions']): string {
  const { from, until } = versions ?? {};
  if (from === until) return from ?? '';
  if (until === undefined) return `${from} and later`;
  return from === undefined ? `up to ${until}` : `${from} to ${until}`;
}

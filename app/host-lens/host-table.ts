import { type OwnFileProblem, parseOwnFile } from '../base/own-file.ts';
import { err, ok, type Result } from '../base/result.ts';
import { textOrder } from '../base/text-order.ts';
import type { Peer } from '../session/session-facts.ts';
import { type HostEntry, type HostRow, hostFileSchema } from './host-file.ts';
import builtIn from './hosts.json' with { type: 'json' };

/** A row with where it comes from: a user's own rows outrank the built-in ones. */
export type TableRow = HostRow & { readonly own: boolean };

/** What is known of hosts: the built-in file, with a user's own files laid over it. */
export type HostTable = {
  readonly hosts: readonly HostEntry[];
  readonly rows: readonly TableRow[];
};

/** What a user's file adds. */
export type OwnHosts = { readonly hosts: readonly HostEntry[]; readonly rows: readonly HostRow[] };

/** A user's host files as they were read from their folder. */
export type OwnHostFiles = {
  readonly folder: string;
  readonly files: readonly OwnHosts[];
  readonly problems: readonly OwnFileProblem[];
};

let checked: OwnHosts | undefined;

/** The built-in file; checked when it is first asked for, since every start loads it and few need it. */
function builtInHosts(): OwnHosts {
  checked ??= hostFileSchema.parse(builtIn);
  return checked;
}

/** The built-in table, with the rows and hosts of a user's files before its own. */
export function hostTable(own: readonly OwnHosts[] = []): HostTable {
  const last = builtInHosts();
  const files = [...own, last];
  const byId = new Map<string, HostEntry>();
  for (const { id, name, clients } of files.flatMap(({ hosts }) => hosts)) {
    const before = byId.get(id);
    byId.set(id, before === undefined ? { id, name, clients } : joined(before, clients));
  }
  const rows = files.flatMap((file) => file.rows.map((row) => ({ ...row, own: file !== last })));
  const hosts = [...byId.values()].sort((a, b) => textOrder(a.name.toLowerCase(), b.name.toLowerCase()));
  return { hosts, rows };
}

function joined(entry: HostEntry, clients: HostEntry['clients']): HostEntry {
  return { ...entry, clients: [...entry.clients, ...clients] };
}

/** Reads the text of a user's host file. Every problem is one sentence that names the place and what to do. */
export function parseOwnHosts(text: string): Result<OwnHosts, readonly string[]> {
  const parsed = parseOwnFile(text, hostFileSchema);
  if (!parsed.ok) return parsed;
  const { hosts, rows } = parsed.value;
  const known = new Set([...builtInHosts().hosts, ...hosts].map(({ id }) => id));
  const problems = rows.flatMap(({ host }, index) =>
    known.has(host)
      ? []
      : [`At rows[${index}].host: there is no host "${host}". Add it to hosts, or correct its spelling.`],
  );
  return problems.length > 0 ? err(problems.slice(0, 20)) : ok({ hosts, rows });
}

/** The hosts whose clients introduce themselves so (MCP 2025-11-25, basic/lifecycle, `clientInfo`). */
export function hostsOfClient({ hosts }: Pick<HostTable, 'hosts'>, client: Peer): readonly HostEntry[] {
  return hosts.filter(({ clients }) => clients.some((known) => isNamed(known.name, client.name)));
}

const ANY_SERVER = '{server}';

/** True if a client of this name is the one that a table names so; `{server}` at the end stands for any text. */
export function isNamed(pattern: string, name: string): boolean {
  return pattern.endsWith(ANY_SERVER)
    ? name.startsWith(pattern.slice(0, -ANY_SERVER.length))
    : name === pattern;
}

/** The one host whose client introduces itself so; undefined for a name that is in no file, or that several have. */
export function hostOfClient({ hosts }: HostTable, client: Peer): HostEntry | undefined {
  const [found, ...others] = hostsOfClient({ hosts }, client);
  return others.length > 0 ? undefined : found;
}

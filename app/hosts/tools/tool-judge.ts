import type { JsonObject } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { HostTable } from '../lens/host-table.ts';
import { type HostVersion, readHost } from '../lens/lens.ts';
import type { Provider, ToolListRow } from '../lens/tool-row.ts';
import { countsFor, fitOf } from '../lens/versions.ts';
import { changedTool } from './changed-tool.ts';
import {
  type FoundPlace,
  fullName,
  namesOf,
  placesOf,
  type SentTool,
  type ToolContext,
} from './tool-traits.ts';

/** The recipient of a tool list: a host, or a model's tool API. */
export type Taker = HostVersion & {
  readonly name: string;
  readonly kind: 'host' | 'provider';
  /** The provider that a host always passes its tools to. */
  readonly provider: Provider | undefined;
  /** The host's pattern for tool names. */
  readonly form: string;
  /** True if the user requires that it lose no tool. */
  readonly mustKeep?: true;
};

/** What a row says about one tool, and where. */
export type ToolFault = {
  readonly row: ToolListRow;
  /** The host or provider responsible. */
  readonly by: string;
  readonly places: readonly FoundPlace[];
};

export type ToolVerdict = {
  readonly tool: SentTool;
  /** `lost-with`: lost because of another tool in the list. */
  readonly outcome: 'reaches' | 'changed' | 'lost' | 'lost-with';
  readonly faults: readonly ToolFault[];
  /** What is known to stay as it is. */
  readonly kept: readonly ToolFault[];
  /** The tool as passed on; the one sent if nothing changed. */
  readonly passed: JsonObject;
};

export type ListVerdict = {
  readonly taker: Taker;
  readonly tools: readonly ToolVerdict[];
  /** The first fault that loses all tools; undefined for none. */
  readonly takesAll: { readonly tool: SentTool; readonly fault: ToolFault } | undefined;
};

/** The taker with this table id, in a version; undefined if the table has none. */
export function takerOf(table: HostTable, { host, version }: HostVersion): Taker | undefined {
  const provider = table.providers.find(({ id }) => id === host);
  if (provider !== undefined)
    return { host, version, name: provider.name, kind: 'provider', provider, form: '{tool}' };
  const entry = table.hosts.find(({ id }) => id === host);
  if (entry === undefined) return undefined;
  const { model } = entry;
  const known = model !== undefined || table.toolRows.some(({ of }) => of === host);
  if (!known) return undefined;
  return {
    ...{ host, version, name: entry.name, kind: 'host', form: model?.form ?? '{tool}' },
    provider: table.providers.find(({ id }) => id === model?.provider),
  };
}

export function allTakers(table: HostTable): readonly Taker[] {
  const ids = [...table.hosts, ...table.providers].map(({ id }) => id);
  return ids.flatMap((host) => takerOf(table, { host, version: '' }) ?? []);
}

/** Parses the takers that must lose no tool: comma-separated ids, each optionally with @version. */
export function readTakers(table: HostTable, typed: string): Result<readonly Taker[]> {
  const takers: Taker[] = [];
  for (const one of typed.split(',').map((part) => part.trim())) {
    const [host = '', version = ''] = one.split('@');
    const taker = takerOf(table, { host, version });
    if (taker === undefined) {
      const known = allTakers(table).map((each) => each.host);
      return err(`nothing is known of what "${host}" does to tools. There are: ${known.join(', ')}.`);
    }
    takers.push({ ...taker, mustKeep: true });
  }
  return ok(takers);
}

/**
 * Parses a user's viewers of a recording: at most one host, which also reads the answers, and providers. Fails with a
 * sentence.
 */
export function readViewers(
  table: HostTable,
  typed: string,
): Result<{ readonly host: HostVersion | undefined; readonly takers: readonly Taker[] }> {
  const names = typed.split(',').map((part) => part.trim());
  const isProvider = (name: string) => table.providers.some(({ id }) => id === name);
  const [named, ...others] = names.filter((name) => !isProvider(name));
  if (others.length > 0)
    return err('a report sees answers through one host. Name one, and providers beside it.');
  const host = named === undefined ? ok(undefined) : readHost(table, named);
  if (!host.ok) {
    const known = table.providers.map(({ id }) => id).join(', ');
    return err(`${host.error} Providers of models are: ${known}.`);
  }
  const providers = names.filter(isProvider).map((name) => ({ host: name, version: '' }));
  const all = host.value === undefined || providers.length === 0 ? providers : [host.value, ...providers];
  return ok({ host: host.value, takers: all.flatMap((one) => takerOf(table, one) ?? []) });
}

const LOSING: readonly ToolListRow['does'][] = ['drops-tool', 'drops-server', 'refuses-list'];
/** With these, a fault in one tool loses them all. */
const TAKING_ALL: readonly ToolListRow['does'][] = ['drops-server', 'refuses-list'];
const EVIDENCE = ['measured', 'source-code', 'documented', 'reported'] as const;

/** The rows that apply to a taker's version; among several on the same subject, the most trusted. */
export function rowsFor(table: HostTable, of: string, version: string): readonly ToolListRow[] {
  const fitting = table.toolRows
    .filter((row) => row.of === of)
    .filter((row) => countsFor(row, version))
    .map((row) => ({ row, fits: fitOf(row, version), about: JSON.stringify(row.when) }))
    .sort(
      (a, b) =>
        Number(b.row.own) - Number(a.row.own) ||
        Number(b.fits === 'version') - Number(a.fits === 'version') ||
        EVIDENCE.indexOf(a.row.evidence) - EVIDENCE.indexOf(b.row.evidence),
    );
  const first = fitting.filter(({ about }, at) => fitting.findIndex((one) => one.about === about) === at);
  const spoken = first.filter(({ row }) => row.own).map(({ row }) => row.when);
  return table.toolRows
    .filter((row) => first.some((one) => one.row === row))
    .flatMap((row) => (row.own ? [row] : withoutKeywords(row, spoken)));
}

/** A built-in row without the keywords of which the user's own rows speak at the same place; none if none is left. */
function withoutKeywords(row: ToolListRow, own: readonly ToolListRow['when'][]): readonly ToolListRow[] {
  const { when } = row;
  if (when.has !== 'keyword') return [row];
  const isSpoken = (keyword: string) =>
    own.some((one) => one.has === 'keyword' && one.at === when.at && one.keywords.includes(keyword));
  const keywords = when.keywords.filter((keyword) => !isSpoken(keyword));
  if (keywords.length === when.keywords.length) return [row];
  return keywords.length === 0 ? [] : [{ ...row, when: { ...when, keywords } }];
}

/**
 * The fate of every tool in a list at a taker, and at the provider that it passes them to; for a page, `names` also
 * counts earlier pages.
 */
export function judgeList(
  tools: readonly SentTool[],
  taker: Taker,
  table: HostTable,
  server: string,
  names: ToolContext['names'] = namesOf(tools),
): ListVerdict {
  const own = { rows: rowsFor(table, taker.host, taker.version), by: taker.name };
  const next =
    taker.kind === 'host' && taker.provider !== undefined
      ? { rows: rowsFor(table, taker.provider.id, ''), by: taker.provider.name }
      : undefined;
  const context = { names, server };
  const judged = tools.map((tool) => judgeTool(tool, { own, next, taker, context }));
  const all = judged.flatMap(({ tool, faults }) =>
    faults.filter(({ row }) => TAKING_ALL.includes(row.does)).map((fault) => ({ tool, fault })),
  );
  const [takesAll] = all;
  const lost = takesAll !== undefined;
  return {
    taker,
    takesAll,
    tools: judged.map((one) =>
      lost && one.outcome !== 'lost' ? { ...one, outcome: 'lost-with' as const } : one,
    ),
  };
}

type Stage = { readonly rows: readonly ToolListRow[]; readonly by: string };
type Stages = {
  readonly own: Stage;
  readonly next: Stage | undefined;
  readonly taker: Taker;
  readonly context: ToolContext;
};

function judgeTool(tool: SentTool, { own, next, taker, context }: Stages): ToolVerdict {
  const found = foundIn(tool, own, context);
  const lost = found.some(({ row }) => LOSING.includes(row.does));
  const passed = lost ? tool.sent : changedTool(tool, found, context);
  const name = givenName(`${passed.name ?? tool.name}`, found, taker, context);
  const given = { ...tool, name, sent: { ...passed, name } };
  // What a host drops never reaches its provider.
  const refused = lost || next === undefined ? [] : foundIn(given, next, context);
  const all = [...found, ...refused];
  const faults = all.filter(({ row }) => row.does !== 'keeps');
  const kept = all.filter(({ row }) => row.does === 'keeps');
  const isLost = faults.some(({ row }) => LOSING.includes(row.does));
  const isChanged = faults.some(({ row }) => row.does === 'drops-keyword' || row.does === 'rewrites');
  return { tool, outcome: isLost ? 'lost' : isChanged ? 'changed' : 'reaches', faults, kept, passed };
}

/** The tool name that the provider gets; the host's replacement for the cut part of a long name is left open. */
function givenName(name: string, found: readonly ToolFault[], { form }: Taker, { server }: ToolContext) {
  const isCut = found.some(({ row: { edit, when } }) => edit === 'rename' && when.has === 'long-name');
  return isCut ? name.replace(/…$/, '_') : fullName(form, name, cleanName(server));
}

function foundIn(tool: SentTool, { rows, by }: Stage, context: ToolContext): ToolFault[] {
  return rows.flatMap((row) => {
    const places = placesOf(row.when, tool, context);
    return places.length === 0 ? [] : [{ row, by, places }];
  });
}

/** A server's name within a tool name: hosts use their configuration key, which nobody else knows. */
function cleanName(server: string): string {
  return server.replace(/[^a-zA-Z0-9_-]+/g, '_');
}

/** The rows by which these takers and their providers lose tools. */
export function losingRows(table: HostTable, takers: readonly Taker[]): readonly ToolListRow[] {
  const ids = takers.flatMap(({ host, version, kind, provider }) => [
    [host, version] as const,
    ...(kind === 'host' && provider !== undefined ? [[provider.id, ''] as const] : []),
  ]);
  return ids
    .flatMap(([of, version]) => rowsFor(table, of, version))
    .filter(({ does }) => LOSING.includes(does));
}

import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import { partitionPoint } from '../../app/base/partition-point.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { type KnownRecord, shownFrame } from '../../app/frame/record.ts';
import type { Row } from '../../app/frame/row.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { type FoundRequest, type LeftOut, readRequests } from '../../app/re-run/read-requests.ts';
import type { AnnotatedTool } from '../../app/re-run/send-plan.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';

/** The log of a session, with the records behind its rows. */
export type LoggedSession = {
  readonly table: RowTable;
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
};

const PAGE = 1000;
/** More than this nobody looks through before sending. */
const MOST = 20_000;

/** What the client of a session said, in order: all of it, or what belongs to rows of these ranges of seqs. */
export async function clientLines(
  source: LoggedSession,
  ranges: readonly (readonly [number, number])[] | undefined,
): Promise<Result<readonly (FoundRequest | LeftOut)[]>> {
  const wanted = wantedSeqs(source.table, ranges);
  if (wanted.length > MOST) {
    return err(
      `These are ${wanted.length.toLocaleString('en')} lines of the client, and at most ${MOST.toLocaleString('en')} can be sent at once. Filter the log or pick fewer rows.`,
    );
  }
  const found: (FoundRequest | LeftOut)[] = [];
  let place = 0;
  while (place < wanted.length) {
    const first = wanted[place] ?? 0;
    const page = await source.records(first, wanted.at(-1) ?? first, PAGE);
    const last = page.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
    const records = new Map(page.map((record) => [record.seq, record]));
    for (; place < wanted.length && (wanted[place] ?? 0) <= last; place += 1) {
      const record = records.get(wanted[place] ?? 0);
      if (record?.type !== 'frame') continue;
      for (const request of readRequests(record)) found.push(request);
    }
  }
  return ok(found);
}

/** The seqs of the client's lines, ascending. */
function wantedSeqs(table: RowTable, ranges: readonly (readonly [number, number])[] | undefined): number[] {
  const seqs = new Set<number>();
  for (let index = 0; index < table.length; index += 1) {
    if (ranges !== undefined && !within(ranges, table.columns.seq.at(index))) continue;
    const row = table.row(index);
    if (row === undefined) continue;
    const request = isClientLine(row) ? row : pairOf(table, row);
    if (request !== undefined) seqs.add(request.seq);
  }
  return [...seqs].sort((a, b) => a - b);
}

/** The request that an answer, or what the client did instead, belongs to. */
function pairOf(table: RowTable, row: Row): Row | undefined {
  const pair = row.pair > 0 ? table.row(table.indexOf(row.pair)) : undefined;
  return pair !== undefined && isClientLine(pair) ? pair : undefined;
}

function isClientLine(row: Row): boolean {
  return row.kind === 'frame' && row.direction === 'client-to-server';
}

/** `ranges` ascend, as the rows do from which they were made. */
function within(ranges: readonly (readonly [number, number])[], seq: number): boolean {
  const range = ranges[partitionPoint(ranges.length, (index) => (ranges[index]?.[1] ?? 0) < seq)];
  return range !== undefined && range[0] <= seq;
}

/**
 * The tools as the server listed them last, by name, read from the session's log: a dry run sends nothing for
 * them. Undefined if the list is missing, incomplete, from an earlier process, or said to have changed.
 */
export async function loggedTools(
  log: LoggedSession,
): Promise<ReadonlyMap<string, AnnotatedTool> | undefined> {
  const tools = new Map<string, AnnotatedTool>();
  let last = true;
  for (let index = log.table.length - 1; index >= 0; index -= 1) {
    const row = log.table.row(index);
    if (row === undefined || endsTheList(row.kind, row.method)) return undefined;
    if (row.kind !== 'frame' || row.shape !== 'result' || row.method !== 'tools/list') continue;
    const page = await resultAt(log, row.seq);
    if (page === undefined || (last && typeof page.nextCursor === 'string')) return undefined;
    last = false;
    for (const tool of Array.isArray(page.tools) ? page.tools : []) {
      const name = stringAt(tool, 'name');
      if (name !== undefined && !tools.has(name)) tools.set(name, listed(name, tool));
    }
    if (!(await hasCursor(log, row.pair))) return tools;
  }
  return undefined;
}

/** The tools of a listing, by name. */
export function byName(tools: readonly unknown[]): ReadonlyMap<string, AnnotatedTool> {
  return new Map(
    tools.map((tool) => [stringAt(tool, 'name') ?? '', listed(stringAt(tool, 'name') ?? '', tool)]),
  );
}

function listed(name: string, tool: unknown): AnnotatedTool {
  const annotations = isJsonObject(tool) && isJsonObject(tool.annotations) ? tool.annotations : undefined;
  return annotations === undefined ? { name } : { name, annotations };
}

function endsTheList(kind: string, method: string): boolean {
  return (kind === 'process' && method === 'spawned') || method === 'notifications/tools/list_changed';
}

async function resultAt(log: LoggedSession, seq: number) {
  const envelope = await envelopeAt(log, seq);
  return envelope?.kind === 'result' && isJsonObject(envelope.result) ? envelope.result : undefined;
}

async function hasCursor(log: LoggedSession, seq: number): Promise<boolean> {
  const envelope = await envelopeAt(log, seq);
  return envelope?.kind === 'request' && stringAt(envelope.params, 'cursor') !== undefined;
}

async function envelopeAt(log: LoggedSession, seq: number) {
  const [record] = await log.records(seq, seq, 1);
  return record?.type === 'frame' ? readEnvelope(shownFrame(record)) : undefined;
}

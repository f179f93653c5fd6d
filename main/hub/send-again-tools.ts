import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import { shownFrame } from '../../app/frame/frame-line.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { ListedTool } from '../../app/re-run/send-risk.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';

type Log = {
  readonly table: RowTable;
  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]>;
};

/**
 * The tools as the server listed them last, by name, read from the session's log: a dry run sends nothing for
 * them. Undefined where the list is missing, incomplete, from an earlier process, or said to have changed.
 */
export async function loggedTools(log: Log): Promise<ReadonlyMap<string, ListedTool> | undefined> {
  const tools = new Map<string, ListedTool>();
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
export function byName(tools: readonly unknown[]): ReadonlyMap<string, ListedTool> {
  return new Map(
    tools.map((tool) => [stringAt(tool, 'name') ?? '', listed(stringAt(tool, 'name') ?? '', tool)]),
  );
}

function listed(name: string, tool: unknown): ListedTool {
  const annotations = isJsonObject(tool) && isJsonObject(tool.annotations) ? tool.annotations : undefined;
  return annotations === undefined ? { name } : { name, annotations };
}

function endsTheList(kind: string, method: string): boolean {
  return (kind === 'process' && method === 'spawned') || method === 'notifications/tools/list_changed';
}

async function resultAt(log: Log, seq: number) {
  const envelope = await envelopeAt(log, seq);
  return envelope?.kind === 'result' && isJsonObject(envelope.result) ? envelope.result : undefined;
}

async function hasCursor(log: Log, seq: number): Promise<boolean> {
  const envelope = await envelopeAt(log, seq);
  return envelope?.kind === 'request' && stringAt(envelope.params, 'cursor') !== undefined;
}

async function envelopeAt(log: Log, seq: number) {
  const [record] = await log.records(seq, seq, 1);
  return record?.type === 'frame' ? readEnvelope(shownFrame(record)) : undefined;
}

import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import {
  type DeclaredReason,
  declaredReasons,
  type FailedReason,
  failedReason,
  toolContract,
} from '../../app/codes/tool-contract.ts';
import type { ToolReasons } from '../../app/contract/stats-commands.ts';
import { shownFrame } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import type { RecordReader } from '../recording/record-store.ts';

type Reader = Pick<RecordReader, 'readRecords'>;

/** A list has pages, and is asked for again when it changes. */
const MOST_LISTS = 50;
/** Reasons stand in the frames, each of which must be read. */
const MOST_FAILURES = 1000;
const STEP_ROWS = 5000;

/**
 * The reasons that each listed tool declares, with how often its last failures had them; none for a server that
 * declares none. `turn` ends in another turn of the event loop.
 */
export async function seenReasons(
  table: RowTable,
  store: Reader,
  turn: () => Promise<void>,
): Promise<readonly ToolReasons[]> {
  const found = await answersOf(table, turn);
  const declared = new Map<string, readonly DeclaredReason[]>();
  for (const seq of found.lists.slice(-MOST_LISTS)) {
    for (const [tool, reasons] of declaredIn(await resultAt(store, seq))) declared.set(tool, reasons);
  }
  const reasons: ToolReasons[] = [];
  for (const [tool, list] of declared) {
    if (list.length === 0) continue;
    const failures = (found.failures.get(tool) ?? []).slice(-MOST_FAILURES);
    const seen: FailedReason[] = [];
    for (const seq of failures) {
      const result = await resultAt(store, seq);
      const reason = isJsonObject(result) ? failedReason(result) : undefined;
      if (reason !== undefined) seen.push(reason);
    }
    reasons.push({ tool, failures: failures.length, ...toolContract(list, seen) });
  }
  return reasons.sort((a, b) => (a.tool < b.tool ? -1 : 1));
}

type Answers = {
  /** The answers that list tools, by seq. */
  readonly lists: number[];
  /** The answers with a tool error, by the tool. */
  readonly failures: Map<string, number[]>;
};

async function answersOf(table: RowTable, turn: () => Promise<void>): Promise<Answers> {
  const lists: number[] = [];
  const failures = new Map<string, number[]>();
  const { length } = table;
  for (let from = 0; from < length; from += STEP_ROWS) {
    for (let index = from; index < Math.min(length, from + STEP_ROWS); index += 1) {
      if (table.shapeAt(index) !== 'result') continue;
      const method = table.methodAt(index);
      if (method === 'tools/list') lists.push(table.seqAt(index));
      if (method !== 'tools/call' || table.tierAt(index) !== 'tool') continue;
      const target = table.row(index)?.target ?? '';
      const known = failures.get(target);
      if (known === undefined) failures.set(target, [table.seqAt(index)]);
      else known.push(table.seqAt(index));
    }
    await turn();
  }
  return { lists, failures };
}

async function resultAt(store: Reader, seq: number): Promise<unknown> {
  const [record] = await store.readRecords(seq, seq, 1);
  if (record?.type !== 'frame') return undefined;
  const envelope = readEnvelope(shownFrame(record));
  return envelope.kind === 'result' ? envelope.result : undefined;
}

/** The listed tools, each with the reasons that it declares, also none: a later list may have taken them back. */
function declaredIn(result: unknown): readonly (readonly [string, readonly DeclaredReason[]])[] {
  if (!isJsonObject(result) || !Array.isArray(result.tools)) return [];
  return result.tools.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    return name === undefined || !isJsonObject(tool) ? [] : [[name, declaredReasons(tool) ?? []] as const];
  });
}

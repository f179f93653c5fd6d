import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import type { Steps } from '../../app/base/steps.ts';
import { textOrder } from '../../app/base/text-order.ts';
import {
  type DeclaredReason,
  declaredReasons,
  type FailedReason,
  failedReason,
  toolContract,
} from '../../app/codes/tool-contract.ts';
import type { ToolReasons } from '../../app/contract/stats-commands.ts';
import { shownFrame } from '../../app/frame/record.ts';
import { type CallRows, STEP_ROWS } from '../../app/stats/call-rows.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import type { RecordReader } from '../recording/record-store.ts';
import { hostTurns } from '../system/turn-slices.ts';

type Reader = Pick<RecordReader, 'readRecords'>;

/** A list has pages, and is asked for again when it changes. */
const MAX_LISTS = 50;
/** Reasons stand in the frames, each of which must be read: so many of a tool, and of all tools together. */
const MAX_OF_TOOL = 1000;
const MAX_OF_ALL = 2000;

type ToolDeclares = readonly (readonly [tool: string, reasons: readonly DeclaredReason[]])[];

/** The reasons that the tools of a log declare, and those that its failures had. Each frame is read once. */
export class SeenReasons {
  readonly #rows: CallRows;
  #lists = new Map<number, ToolDeclares>();
  #failures = new Map<number, FailedReason | null>();

  constructor(rows: CallRows) {
    this.#rows = rows;
  }

  /** Each listed tool with how often its last failures had the reasons that it declares; none for a server that declares none. */
  async read(store: Reader): Promise<readonly ToolReasons[]> {
    const found = await hostTurns.run(answersOf(this.#rows));
    const lists = found.lists.slice(-MAX_LISTS);
    const listed = await readInto(this.#lists, lists, async (seq) => declaredIn(await resultAt(store, seq)));
    this.#lists = listed;
    const declared = new Map([...listed.values()].flat());
    const tools = [...declared].filter(([, list]) => list.length > 0);
    const most = Math.max(1, Math.min(MAX_OF_TOOL, Math.floor(MAX_OF_ALL / tools.length)));
    const failuresOf = (tool: string) => (found.failures.get(tool) ?? []).slice(-most);
    const failures = tools.flatMap(([tool]) => failuresOf(tool));
    const known = await readInto(this.#failures, failures, async (seq) => {
      const result = await resultAt(store, seq);
      return (isJsonObject(result) ? failedReason(result) : undefined) ?? null;
    });
    this.#failures = known;
    const reasons = tools.map(([tool, list]): ToolReasons => {
      const seqs = failuresOf(tool);
      const seen = seqs
        .map((seq) => known.get(seq))
        .filter((reason) => reason !== undefined && reason !== null);
      return { tool, failures: seqs.length, ...toolContract(list, seen) };
    });
    return reasons.sort((a, b) => textOrder(a.tool, b.tool));
  }
}

/** What `read` gives for each seq, in their order; of those that are known already it is taken as it is. */
async function readInto<Value>(
  known: ReadonlyMap<number, Value>,
  seqs: readonly number[],
  read: (seq: number) => Promise<Value>,
): Promise<Map<number, Value>> {
  const all = new Map<number, Value>();
  for (const seq of seqs) {
    const value = known.get(seq);
    all.set(seq, value === undefined ? await read(seq) : value);
  }
  return all;
}

type Answers = {
  /** The answers that list tools, by seq. */
  readonly lists: number[];
  /** The answers with a tool error, by the tool. */
  readonly failures: Map<string, number[]>;
};

function* answersOf(rows: CallRows): Steps<Answers> {
  yield* rows.readOn();
  const { table, results } = rows;
  const lists: number[] = [];
  const failures = new Map<string, number[]>();
  const { length } = results;
  for (let place = 0; place < length; place += 1) {
    if (place % STEP_ROWS === STEP_ROWS - 1) yield;
    const index = results.at(place);
    const method = table.columns.method.at(index);
    if (method === 'tools/list') lists.push(table.columns.seq.at(index));
    if (method !== 'tools/call' || table.columns.tier.at(index) !== 'tool') continue;
    const target = table.columns.target.at(index);
    const known = failures.get(target);
    if (known === undefined) failures.set(target, [table.columns.seq.at(index)]);
    else known.push(table.columns.seq.at(index));
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
function declaredIn(result: unknown): ToolDeclares {
  if (!isJsonObject(result) || !Array.isArray(result.tools)) return [];
  return result.tools.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    return name === undefined || !isJsonObject(tool) ? [] : [[name, declaredReasons(tool) ?? []] as const];
  });
}

import type { CallRows } from '../../app/analysis/stats/call-rows.ts';
import type { Steps } from '../../app/base/steps.ts';
import type { ToolFit } from '../../app/contract/stats-commands.ts';
import { isBeyond } from '../../app/explain/host-advice.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { HostEntry } from '../../app/hosts/lens/host-table.ts';
import { type Lens, seenThrough } from '../../app/hosts/lens/lens.ts';
import { callTime, exceededWait, leastTooLarge } from '../../app/hosts/lens/result-limit.ts';
import { sentAnswer } from '../../app/hosts/lens/sent-answer.ts';
import { envelopeAt, type RecordReader } from '../recording/record-store.ts';
import { hostTurns } from '../system/turn-slices.ts';

/** Frames are read for this many large results at most, the last ones. */
const MAX_READ = 1000;
/** Results between two turns of the host. */
const STEP = 2000;

/** Counts the results that a host does not take whole, or whose call it had given up; reads each large frame once. */
export class SeenFits {
  readonly #rows: CallRows;
  #host = '';
  #large = new Map<number, boolean>();

  constructor(rows: CallRows) {
    this.#rows = rows;
  }

  /** For each tool with results, by the session's host; none without a host. */
  async read(store: Pick<RecordReader, 'readRecords'>, lens: Lens): Promise<readonly ToolFit[]> {
    const { host, table: hosts } = lens;
    const entry = hosts.hosts.find(({ id }) => id === host?.host);
    if (host === undefined || entry === undefined) return [];
    const name = `${host.host}@${host.version}`;
    if (this.#host !== name) this.#large = new Map();
    this.#host = name;
    const least = leastTooLarge(hosts.rows, entry);
    const { fits, sized } = await hostTurns.run(this.#tally(entry, host.version, least));
    for (const { index, tool } of sized.slice(-MAX_READ)) {
      const fit = fits.get(tool);
      if (fit !== undefined && (await this.#isLarge(store, lens, index)))
        fits.set(tool, { ...fit, large: fit.large + 1 });
    }
    return [...fits.values()];
  }

  /** The results of each tool, none of them counted as large yet, and those above `least` characters. */
  *#tally(entry: HostEntry, version: string, least: number): Steps<Tally> {
    const fits = new Map<string, ToolFit>();
    const sized: ToolResult[] = [];
    const { table } = this.#rows;
    let seen = 0;
    for (const result of toolResults(this.#rows)) {
      seen += 1;
      if (seen % STEP === 0) yield;
      const { index, tool } = result;
      const { results, large, late } = fits.get(tool) ?? { results: 0, large: 0, late: 0 };
      const isLate = isLateFor(entry, version, table, index);
      fits.set(tool, { tool, results: results + 1, large, late: late + Number(isLate) });
      if (table.columns.sizeBytes.at(index) > least) sized.push(result);
    }
    return { fits, sized };
  }

  async #isLarge(store: Pick<RecordReader, 'readRecords'>, lens: Lens, index: number): Promise<boolean> {
    const { columns } = this.#rows.table;
    const seq = columns.seq.at(index);
    const known = this.#large.get(seq);
    if (known !== undefined) return known;
    const request = { method: 'tools/call', target: columns.target.at(index) };
    const answer = sentAnswer(request, await envelopeAt(store, seq));
    const seen = answer && seenThrough(lens, answer);
    const is =
      answer !== undefined && seen !== undefined && isBeyond(answer, seen, columns.sizeBytes.at(index));
    this.#large.set(seq, is);
    return is;
  }
}

type ToolResult = { readonly index: number; readonly tool: string };
type Tally = { readonly fits: Map<string, ToolFit>; readonly sized: readonly ToolResult[] };

/** The results of tools that a client gets: a batch and what a user changed are not among them. */
function* toolResults({ table, results }: CallRows): Iterable<ToolResult> {
  const { method, tier, change, fromRawMessage, target } = table.columns;
  for (let place = 0; place < results.length; place += 1) {
    const index = results.at(place);
    if (method.at(index) !== 'tools/call' || change.at(index) === 'changed' || fromRawMessage.at(index))
      continue;
    if (tier.at(index) === 'ok' || tier.at(index) === 'tool') yield { index, tool: target.at(index) };
  }
}

/** True if the host had given up the call that a row answers. Progress is read only for a call that took too long. */
function isLateFor(entry: HostEntry, version: string, table: RowTable, index: number): boolean {
  const { pair, at, change } = table.columns;
  const request = table.indexOf(pair.at(index));
  if (request < 0 || change.at(index) === 'held') return false;
  const tookMs = at.at(index) - at.at(request);
  if (exceededWait(entry, version, { tookMs, silentMs: tookMs }) === undefined) return false;
  return exceededWait(entry, version, callTime(momentsOf(table, request, index))) !== undefined;
}

/** When the request was sent, when its progress came, and when its answer came. */
function* momentsOf({ columns }: RowTable, request: number, answer: number): Iterable<number> {
  const { pair, at, method } = columns;
  yield at.at(request);
  for (let between = request + 1; between < answer; between += 1)
    if (method.at(between) === 'notifications/progress' && pair.at(between) === pair.at(answer))
      yield at.at(between);
  yield at.at(answer);
}

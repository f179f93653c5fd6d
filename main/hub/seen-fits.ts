import type { CallRows } from '../../app/analysis/stats/call-rows.ts';
import type { ToolFit } from '../../app/contract/stats-commands.ts';
import { isBeyond } from '../../app/explain/host-advice.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { type Lens, seenThrough } from '../../app/hosts/lens/lens.ts';
import { callTime, exceededWait, leastTooLarge } from '../../app/hosts/lens/result-limit.ts';
import { sentAnswer } from '../../app/hosts/lens/sent-answer.ts';
import { envelopeAt, type RecordReader } from '../recording/record-store.ts';

/** Frames are read for this many large results at most, the last ones. */
const MAX_READ = 1000;

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
    const fits = new Map<string, ToolFit>();
    const { table } = this.#rows;
    const sized: { index: number; tool: string }[] = [];
    for (const { index, tool } of toolResults(this.#rows)) {
      const { results, large, late } = fits.get(tool) ?? { results: 0, large: 0, late: 0 };
      const isLate = exceededWait(entry, host.version, timeOf(table, index)) !== undefined;
      fits.set(tool, { tool, results: results + 1, large, late: late + Number(isLate) });
      if (table.columns.sizeBytes.at(index) > least) sized.push({ index, tool });
    }
    for (const { index, tool } of sized.slice(-MAX_READ)) {
      const fit = fits.get(tool);
      if (fit !== undefined && (await this.#isLarge(store, lens, index)))
        fits.set(tool, { ...fit, large: fit.large + 1 });
    }
    return [...fits.values()];
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

/** The results of tools that a client gets: a batch and what a user changed are not among them. */
function* toolResults({
  table,
  results,
}: CallRows): Iterable<{ readonly index: number; readonly tool: string }> {
  const { method, tier, change, fromRawMessage, target } = table.columns;
  for (let place = 0; place < results.length; place += 1) {
    const index = results.at(place);
    if (method.at(index) !== 'tools/call' || change.at(index) === 'changed' || fromRawMessage.at(index))
      continue;
    if (tier.at(index) === 'ok' || tier.at(index) === 'tool') yield { index, tool: target.at(index) };
  }
}

/** The time of the call that a row answers, by the progress rows between its request and it. */
function timeOf(table: RowTable, index: number): ReturnType<typeof callTime> {
  const { pair, at, change, method } = table.columns;
  const request = table.indexOf(pair.at(index));
  if (request < 0 || change.at(index) === 'held') return { tookMs: 0, silentMs: 0 };
  const took = at.at(index) - at.at(request);
  // Hosts wait a second at least: most calls need no look at the rows between.
  if (took < 1000) return { tookMs: took, silentMs: took };
  const moments = [at.at(request)];
  for (let between = request + 1; between < index; between += 1)
    if (method.at(between) === 'notifications/progress' && pair.at(between) === pair.at(index))
      moments.push(at.at(between));
  return callTime([...moments, at.at(index)]);
}

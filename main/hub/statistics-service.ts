import { stat } from 'node:fs/promises';
import { CallRows, STEP_ROWS } from '../../app/analysis/stats/call-rows.ts';
import { sessionStatistics } from '../../app/analysis/stats/session-statistics.ts';
import { isJsonObject, type JsonObject, stringAt } from '../../app/base/json-value.ts';
import { perKey } from '../../app/base/per-key.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Steps } from '../../app/base/steps.ts';
import { textOrder } from '../../app/base/text-order.ts';
import { versionedName } from '../../app/base/versioned-name.ts';
import {
  type DeclaredReason,
  declaredReasons,
  type FailedReason,
  failedReason,
  toolContract,
} from '../../app/codes/structured-error.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import type { STATS_COMMANDS, Statistics, ToolFit, ToolReasons } from '../../app/contract/stats-commands.ts';
import { isBeyond } from '../../app/explain/host-advice.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { HostEntry, HostTable } from '../../app/hosts/lens/host-table.ts';
import { type HostVersion, type Lens, seenThrough } from '../../app/hosts/lens/lens.ts';
import { callTime, exceededWait, leastTooLarge } from '../../app/hosts/lens/result-limit.ts';
import { sentAnswer } from '../../app/hosts/lens/sent-answer.ts';
import { type RunHealth, ruleCounts } from '../../app/report/health/run-health.ts';
import { isSameServer, type ServerTraits, traitsOf } from '../../app/session/same-server.ts';
import type { Peer } from '../../app/session/session-facts.ts';
import { type OpenedRecording, type OpenedSession, openRecording } from '../recording/opened-recording.ts';
import { envelopeAt, type RecordReader, resultAt } from '../recording/record-store.ts';
import { startOf } from '../session/command-line.ts';
import { hostTurns } from '../system/turn-slices.ts';
import type { Tab } from './tab.ts';
import type { OpenTabs } from './tabs.ts';

type StatisticsPlace = {
  readonly tabs: OpenTabs;
  /** The worker that reads recordings; undefined reads them in this thread. */
  readonly workerScript: string | undefined;
  readonly earlierThan: (tab: Tab) => Promise<readonly EarlierRecording[]>;
  readonly hosts: () => Promise<HostTable>;
};

/** Earlier runs do not change, so this many are cached. */
const MAX_REMEMBERED = 60;

type ReadRun = { readonly run: RunHealth; readonly traits: ServerTraits };
type ReadLog = { readonly rows: CallRows; readonly reasons: SeenReasons; readonly fits: SeenFits };

/** The commands for call statistics, computed on request in slices. */
export class StatisticsService {
  readonly #place: StatisticsPlace;
  readonly #asked = new WeakMap<Tab, { readonly stamp: string; readonly answer: Promise<Statistics> }>();
  /** Cached results for the rows of a log; the next request continues from there. */
  readonly #readOf = perKey((table: RowTable) => {
    const rows = new CallRows(table);
    return { rows, reasons: new SeenReasons(rows), fits: new SeenFits(rows) };
  });
  readonly #readings = new Map<string, AbortController>();
  readonly #runs = new Map<string, readonly ReadRun[]>();

  constructor(place: StatisticsPlace) {
    this.#place = place;
  }

  readonly commands: Handlers<typeof STATS_COMMANDS> = {
    readStatistics: async ({ session, host }) => {
      const tab = this.#place.tabs.get(session);
      if (!tab.ok) return tab;
      const { source } = tab.value;
      return source.kind === 'opening' ? source.refusal : ok(await this.#statistics(tab.value, host));
    },
    readEarlierRun: (input) => this.#earlierRun(input),
    stopEarlierRun: async ({ reading }) => {
      this.#readings.get(reading)?.abort();
      return ok(null);
    },
  };

  close(): void {
    for (const abort of this.#readings.values()) abort.abort();
  }

  /** Several requests on an unchanged log share one computation. */
  async #statistics(tab: Tab, host: HostVersion | undefined): Promise<Statistics> {
    const { length, patches, findings } = tab.logState();
    const stamp = `${tab.info.startedAt} ${length} ${patches} ${findings} ${host?.host}@${host?.version}`;
    const asked = this.#asked.get(tab);
    if (asked?.stamp === stamp) return asked.answer;
    const read = this.#readOf(tab.rowTable());
    const lens = host === undefined ? undefined : async () => ({ table: await this.#place.hosts(), host });
    const answer = statisticsOf(tab, read, lens);
    this.#asked.set(tab, { stamp, answer });
    return answer;
  }

  async #earlierRun(input: CommandInput<'readEarlierRun'>): Promise<Result<readonly RunHealth[]>> {
    const tab = this.#place.tabs.get(input.session);
    if (!tab.ok) return tab;
    // Only earlier recordings of this server were offered to a screen.
    const known = (await this.#place.earlierThan(tab.value)).find(({ path }) => path === input.path);
    if (known === undefined) return err(`${input.path} is not an earlier recording of this server any more.`);
    const abort = new AbortController();
    this.#readings.set(input.reading, abort);
    try {
      const runs = await this.#runsIn(known.path, abort.signal);
      return runs.ok ? ok(sameServer(runs.value, tab.value)) : runs;
    } finally {
      this.#readings.delete(input.reading);
    }
  }

  async #runsIn(path: string, signal: AbortSignal): Promise<Result<readonly ReadRun[]>> {
    const found = await stat(path).catch(() => undefined);
    const key = `${path} ${found?.size} ${found?.mtimeMs}`;
    const known = this.#runs.get(key);
    if (known !== undefined) return ok(known);
    const opened = await openRecording(path, { workerScript: this.#place.workerScript, signal });
    if (!opened.ok) return opened;
    const runs: ReadRun[] = [];
    for (const session of opened.value.sessions) runs.push(await recordedRun(opened.value, session));
    this.#runs.set(key, runs);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_REMEMBERED && oldest !== undefined) this.#runs.delete(oldest);
    return ok(runs);
  }
}

function sameServer(runs: readonly ReadRun[], tab: Tab): readonly RunHealth[] {
  const own = traitsOf(tab.info);
  return runs.filter(({ traits }) => isSameServer(traits, own)).map(({ run }) => run);
}

/** `readLens` reads the tables of hosts, which only a session with a host needs. */
async function statisticsOf(
  tab: Tab,
  { rows, reasons, fits }: ReadLog,
  readLens: (() => Promise<Lens>) | undefined,
): Promise<Statistics> {
  const { label, startedAt, file, server } = tab.info;
  const statistics = await hostTurns.run(sessionStatistics(rows));
  const { counts, findings } = tab.source.log.analysis;
  const own = { label, startedAt, file, server: serverText(server) };
  const rules = await hostTurns.run(ruleCounts(findings));
  const run = { ...own, counts: { ...counts }, statistics, rules };
  const { store } = tab.source;
  const seen = readLens === undefined ? [] : await fits.read(store, await readLens());
  return { run, reasons: await reasons.read(store), fits: seen };
}

async function recordedRun(
  { path, header }: OpenedRecording,
  { name, record, facts, counts, findings, table }: OpenedSession,
): Promise<ReadRun> {
  const run: RunHealth = {
    label: record?.label ?? name,
    startedAt: header.startedAt,
    file: path,
    server: serverText(facts.server),
    counts,
    statistics: await hostTurns.run(sessionStatistics(new CallRows(table))),
    rules: await hostTurns.run(ruleCounts(findings)),
  };
  return { run, traits: traitsOf({ ...startOf(record), server: facts.server }) };
}

function serverText(server: Peer | null): string {
  return server === null ? '' : versionedName(server);
}

/** A list has pages, and is requested again when it changes. */
const MAX_LISTS = 50;
/** Reasons require reading frames: at most this many per tool, and in total for all tools. */
const MAX_OF_TOOL = 1000;
const MAX_OF_ALL = 2000;

type ToolDeclares = readonly (readonly [tool: string, reasons: readonly DeclaredReason[]])[];

/** The error reasons that a log's tools declare and those of its failures. Each frame is read once. */
export class SeenReasons {
  readonly #rows: CallRows;
  #lists = new Map<number, ToolDeclares>();
  #failures = new Map<number, FailedReason | null>();

  constructor(rows: CallRows) {
    this.#rows = rows;
  }

  /** Each listed tool with how often recent failures had each declared reason; empty if the server declares none. */
  async read(store: Pick<RecordReader, 'readRecords'>): Promise<readonly ToolReasons[]> {
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
      return (result === undefined ? undefined : failedReason(result)) ?? null;
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

/** The results of `read` for each seq, in order; known results are reused. */
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
  readonly lists: number[];
  /** The answers with a tool error, by tool. */
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

/** The listed tools with their declared reasons, even if none: a later list may have removed them. */
function declaredIn(result: JsonObject | undefined): ToolDeclares {
  if (!Array.isArray(result?.tools)) return [];
  return result.tools.flatMap((tool: unknown) => {
    const name = stringAt(tool, 'name');
    return name === undefined || !isJsonObject(tool) ? [] : [[name, declaredReasons(tool) ?? []] as const];
  });
}

/** Frames are read for this many large results at most, the last ones. */
const MAX_READ = 1000;
/** Results between two turns of the host. */
const STEP = 2000;

/** Counts the results that a host does not take whole, or whose call it had given up; reads each large frame once. */
class SeenFits {
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

import { stat } from 'node:fs/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import type { STATS_COMMANDS, Statistics } from '../../app/contract/stats-commands.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { type RunHealth, ruleCounts } from '../../app/report/health/run-health.ts';
import { isSameServer, type ServerTraits, traitsOf } from '../../app/session/same-server.ts';
import type { Peer } from '../../app/session/session-facts.ts';
import { CallRows } from '../../app/stats/call-rows.ts';
import { sessionStatistics } from '../../app/stats/session-statistics.ts';
import { type OpenedRecording, type OpenedSession, openRecording } from '../recording/opened-recording.ts';
import { startOf } from '../session/recorded-start.ts';
import { hostTurns } from '../system/turn-slices.ts';
import { SeenReasons } from './seen-reasons.ts';
import type { Tab } from './tab.ts';
import type { OpenTabs } from './tabs.ts';

type StatisticsPlace = {
  readonly tabs: OpenTabs;
  /** The worker that reads recordings; undefined reads them in this thread. */
  readonly workerScript: string | undefined;
  /** The recordings of the same server that began before the session of a tab. */
  readonly earlierThan: (tab: Tab) => Promise<readonly EarlierRecording[]>;
};

/** Earlier runs do not change: so many are remembered. */
const MAX_REMEMBERED = 60;

type ReadRun = { readonly run: RunHealth; readonly traits: ServerTraits };
type ReadLog = { readonly rows: CallRows; readonly reasons: SeenReasons };

/** The commands that say how calls went: they read what a log holds when somebody looks, a part in each turn. */
export class StatisticsService {
  readonly #place: StatisticsPlace;
  readonly #asked = new WeakMap<Tab, { readonly stamp: string; readonly answer: Promise<Statistics> }>();
  /** What was learnt of the rows of a log: the next look goes on from there. */
  readonly #read = new WeakMap<RowTable, ReadLog>();
  readonly #readings = new Map<string, AbortController>();
  readonly #runs = new Map<string, readonly ReadRun[]>();

  constructor(place: StatisticsPlace) {
    this.#place = place;
  }

  readonly commands: Handlers<typeof STATS_COMMANDS> = {
    readStatistics: async ({ session }) => {
      const tab = this.#place.tabs.get(session);
      if (!tab.ok) return tab;
      const { source } = tab.value;
      return source.kind === 'opening' ? source.refusal : ok(await this.#statistics(tab.value));
    },
    readEarlierRun: (input) => this.#earlierRun(input),
    stopEarlierRun: async ({ reading }) => {
      this.#readings.get(reading)?.abort();
      return ok(null);
    },
  };

  /** Ends every reading. */
  close(): void {
    for (const abort of this.#readings.values()) abort.abort();
  }

  /** Several screens, and a log that stands still, need one look. */
  #statistics(tab: Tab): Promise<Statistics> {
    const { length, patches, findings } = tab.logState();
    const stamp = `${tab.info.startedAt} ${length} ${patches} ${findings}`;
    const asked = this.#asked.get(tab);
    if (asked?.stamp === stamp) return asked.answer;
    const answer = statisticsOf(tab, this.#readOf(tab.rowTable()));
    this.#asked.set(tab, { stamp, answer });
    return answer;
  }

  #readOf(table: RowTable): ReadLog {
    const known = this.#read.get(table);
    if (known !== undefined) return known;
    const rows = new CallRows(table);
    const read = { rows, reasons: new SeenReasons(rows) };
    this.#read.set(table, read);
    return read;
  }

  async #earlierRun(input: CommandInput<'readEarlierRun'>): Promise<Result<readonly RunHealth[]>> {
    const tab = this.#place.tabs.get(input.session);
    if (!tab.ok) return tab;
    // A file of another server is none that a screen has been told of.
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

/** The runs of the server of a tab. */
function sameServer(runs: readonly ReadRun[], tab: Tab): readonly RunHealth[] {
  const own = traitsOf(tab.info);
  return runs.filter(({ traits }) => isSameServer(traits, own)).map(({ run }) => run);
}

async function statisticsOf(tab: Tab, { rows, reasons }: ReadLog): Promise<Statistics> {
  const { label, startedAt, file, server } = tab.info;
  const statistics = await hostTurns.run(sessionStatistics(rows));
  const { counts, findings } = tab.source.log.analysis;
  const own = { label, startedAt, file, server: serverText(server) };
  const rules = await hostTurns.run(ruleCounts(findings));
  const run = { ...own, counts: { ...counts }, statistics, rules };
  return { run, reasons: await reasons.read(tab.source.store) };
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
  return server === null ? '' : `${server.name} ${server.version}`.trim();
}

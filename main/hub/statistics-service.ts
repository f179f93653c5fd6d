import { stat } from 'node:fs/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import { stepsInTurns } from '../../app/base/steps.ts';
import type { CommandInput, Commands } from '../../app/contract/commands.ts';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import type { Statistics } from '../../app/contract/stats-commands.ts';
import { type RunHealth, ruleCounts } from '../../app/report/health/run-health.ts';
import { isSameServer, type ServerTraits } from '../../app/session/same-server.ts';
import type { Peer } from '../../app/session/session-facts.ts';
import { sessionStatistics } from '../../app/stats/session-statistics.ts';
import { type OpenedRecording, type OpenedSession, openRecording } from '../recording/opened-recording.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { seenReasons } from './seen-reasons.ts';
import type { Tab } from './tab.ts';
import type { OpenTabs } from './tabs.ts';

type StatisticsCommand = 'readStatistics' | 'readEarlierRun' | 'stopEarlierRun';

type StatisticsPlace = {
  readonly tabs: OpenTabs;
  /** The worker that reads recordings; undefined reads them in this thread. */
  readonly workerScript: string | undefined;
  /** The recordings of the same server that began before the session of a tab. */
  readonly earlierThan: (tab: Tab) => Promise<readonly EarlierRecording[]>;
};

/** Earlier runs do not change: so many are remembered. */
const MOST_REMEMBERED = 60;

/** The commands that say how calls went: they read what a log holds when somebody looks, a part in each turn. */
export class StatisticsService {
  readonly #place: StatisticsPlace;
  readonly #asked = new WeakMap<Tab, { readonly stamp: string; readonly answer: Promise<Statistics> }>();
  readonly #readings = new Map<string, AbortController>();
  readonly #runs = new Map<string, readonly (RunHealth & ServerTraits)[]>();

  constructor(place: StatisticsPlace) {
    this.#place = place;
  }

  get commands(): Pick<Commands, StatisticsCommand> {
    return {
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
  }

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
    const answer = statisticsOf(tab);
    this.#asked.set(tab, { stamp, answer });
    return answer;
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

  async #runsIn(path: string, signal: AbortSignal): Promise<Result<readonly (RunHealth & ServerTraits)[]>> {
    const found = await stat(path).catch(() => undefined);
    const key = `${path} ${found?.size} ${found?.mtimeMs}`;
    const known = this.#runs.get(key);
    if (known !== undefined) return ok(known);
    const opened = await openRecording(path, { workerScript: this.#place.workerScript, signal });
    if (!opened.ok) return opened;
    const runs: (RunHealth & ServerTraits)[] = [];
    for (const session of opened.value.sessions) runs.push(await recordedRun(opened.value, session));
    this.#runs.set(key, runs);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MOST_REMEMBERED && oldest !== undefined) this.#runs.delete(oldest);
    return ok(runs);
  }
}

/** The runs of the server of a tab. */
function sameServer(runs: readonly (RunHealth & ServerTraits)[], { info }: Tab): readonly RunHealth[] {
  const { commandLine, cwd, server } = info;
  const own = { commandLine, cwd, serverName: server?.name ?? '' };
  return runs.flatMap(({ commandLine, cwd, serverName, ...run }) =>
    isSameServer({ commandLine, cwd, serverName }, own) ? [run] : [],
  );
}

async function statisticsOf(tab: Tab): Promise<Statistics> {
  const { label, startedAt, file, server } = tab.info;
  const table = tab.rowTable();
  const statistics = await stepsInTurns(sessionStatistics(table), nextTurn);
  const { counts, findings } = tab.source.log.analysis;
  const own = { label, startedAt, file, server: serverText(server) };
  const run = { ...own, counts: { ...counts }, statistics, rules: ruleCounts(findings) };
  return { run, reasons: await seenReasons(table, tab.source.store, nextTurn) };
}

async function recordedRun(
  { path, header }: OpenedRecording,
  { name, record, facts, counts, findings, table }: OpenedSession,
): Promise<RunHealth & ServerTraits> {
  const { command, args = [], cwd = '' } = record ?? {};
  return {
    label: record?.label ?? name,
    startedAt: header.startedAt,
    file: path,
    server: serverText(facts.server),
    counts,
    statistics: await stepsInTurns(sessionStatistics(table), nextTurn),
    rules: ruleCounts(findings),
    commandLine: command === undefined ? '' : joinCommandLine(command, args),
    cwd,
    serverName: facts.server?.name ?? '',
  };
}

function serverText(server: Peer | null): string {
  return server === null ? '' : `${server.name} ${server.version}`.trim();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

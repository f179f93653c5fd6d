import { err, errorMessage, ok, type Result } from '../../app/base/result.ts';
import { failuresOf } from '../../app/checks/probe/compare-probes.ts';
import type { ProbeReport } from '../../app/checks/probe/probe-report.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  CaseAgain,
  PROBE_COMMANDS,
  ProbePage,
  ProbePreview,
  ProbeState,
} from '../../app/contract/probe-commands.ts';
import { hostTable } from '../../app/hosts/lens/host-table.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { NO_PROJECT } from '../../app/session/project/project-file.ts';
import { runDoctor } from '../checks/doctor/run-doctor.ts';
import { type ProbeOptions, previewProbe, runProbe } from '../checks/probe/run-probe.ts';
import { earlierProbes, earlierReport, probeFile } from '../checks/probe/saved-result.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import { joinCommandLine } from '../session/command-line.ts';
import type { ReaperClient } from '../session/reaper-client.ts';
import { commandOf, type ServerSpec } from '../session/record-body.ts';
import { CLOSING } from './host-api.ts';
import { type EventFeed, liveSource, type OpenTabs } from './tabs.ts';

/** A server that can be started: its command with its variables, which are never sent to a screen. */
type Start = { readonly spec: ServerSpec; readonly label: string; readonly settings: SettingsChange };

type ProbePlace = {
  readonly version: string;
  readonly dataFolder: string;
  readonly tabs: OpenTabs;
  readonly feed: Pick<EventFeed, 'emit'>;
  readonly reaper: ReaperClient;
  /** Reads the project file of a folder; its rules and expected tiers apply to a probe too. */
  readonly projectOf: (folder: string) => Promise<FolderProject>;
  /** How to start a saved server; fails with a sentence. */
  readonly profileStart: (profile: string) => Promise<Result<Start>>;
  readonly open: (path: string) => Promise<Result<{ sessions: readonly string[] }>>;
};

type Wanted = { readonly calls: readonly string[]; readonly seed: number; readonly budgetMs: number };

type Running = { state: ProbeState; readonly abort: AbortController };

/** The minimum interval between progress reports, in milliseconds. */
const REPORT_EVERY_MS = 100;
const MAX_KNOWN = 20;
/** How long the first answer may take if a runner downloads the server first, in milliseconds. */
const START_MS = 30_000;
/** The number of cases in one answer to a screen. */
const PAGE = 2000;
/** Enough for a start and two attempts of a single case, in milliseconds. */
const CASE_MS = 60_000;

/** The commands that probe a server. The service keeps every probe: a closed screen ends none. */
export class ProbeService {
  readonly #place: ProbePlace;
  readonly #probes = new Map<string, Running>();
  readonly #plans = new Map<string, AbortController>();
  /** How the server of each recording made in this run was started. */
  readonly #starts = new Map<string, Start>();
  readonly #working = new Set<Promise<unknown>>();
  readonly #closed = new AbortController();
  #begun = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: ProbePlace) {
    this.#place = place;
  }

  readonly commands: Handlers<typeof PROBE_COMMANDS> = {
    planProbe: (input) => this.#plan(input),
    stopPlanProbe: async ({ plan }) => {
      this.#plans.get(plan)?.abort();
      return ok(null);
    },
    startProbe: (input) => this.#start(input),
    stopProbe: async ({ probe }) => this.#stop(probe),
    listProbes: async () => ok(this.#states),
    readProbe: async ({ session, from }) => this.#read(session, from),
    listEarlierProbes: async ({ session }) => {
      const report = this.#report(session);
      return report.ok ? ok(await earlierProbes(report.value, this.#place.dataFolder)) : report;
    },
    readEarlierProbe: async ({ session, name }) => {
      const report = this.#report(session);
      if (!report.ok) return report;
      const earlier = await earlierReport(report.value, this.#place.dataFolder, name);
      return earlier.ok ? ok(failuresOf(earlier.value.cases)) : earlier;
    },
    probeCase: (input) => this.#again(input),
  };

  /** Ends every probe; resolves when none of their processes is left. */
  async close(): Promise<void> {
    this.#closed.abort();
    clearTimeout(this.#timer);
    for (const { abort } of this.#probes.values()) abort.abort();
    for (const abort of this.#plans.values()) abort.abort();
    await Promise.allSettled(this.#working);
  }

  get #states(): readonly ProbeState[] {
    return [...this.#probes.values()].map(({ state }) => state);
  }

  async #plan({ target, plan }: CommandInput<'planProbe'>): Promise<Result<ProbePreview>> {
    const start = await this.#startOf(target);
    if (!start.ok) return start;
    if (this.#closed.signal.aborted) return err(CLOSING);
    const abort = new AbortController();
    this.#plans.set(plan, abort);
    try {
      return ok(await this.#keep(this.#preview(start.value, abort.signal)));
    } finally {
      this.#plans.delete(plan);
    }
  }

  async #preview(start: Start, signal: AbortSignal): Promise<ProbePreview> {
    const { spec, label, settings } = start;
    const options = { ...(await this.#options(start, { calls: [], seed: 1, budgetMs: 1000 })), signal };
    const found = await previewProbe(options);
    if ('surface' in found) {
      const { command: program, args } = commandOf(spec);
      const command = joinCommandLine(program, args);
      const { settings: own, shown } = await this.#place.projectOf(spec.cwd);
      const project = { path: shown?.path ?? '', calls: own.probe?.call ?? [], expected: own.expected };
      return { kind: 'ready', label, command, surface: found.surface, project };
    }
    const { version, reaper } = this.#place;
    const check = { spec, settings, version, reaper, signal };
    const doctor = signal.aborted ? null : await runDoctor(check);
    return { kind: 'failed', label, why: found.why, doctor };
  }

  async #start({ target, ...wanted }: CommandInput<'startProbe'>): Promise<Result<{ probe: string }>> {
    const prepared = await this.#prepared(target, '', wanted);
    if (!prepared.ok) return prepared;
    if (this.#closed.signal.aborted) return err(CLOSING);
    const { start, options } = prepared.value;
    const { label } = start;
    this.#begun += 1;
    const probe = `p${this.#begun}`;
    const running: Running = { state: { probe, label, ...NOT_BEGUN }, abort: new AbortController() };
    this.#probes.set(probe, running);
    for (const [name, { state }] of this.#probes) {
      if (this.#probes.size > MAX_KNOWN && state.session !== null) this.#probes.delete(name);
    }
    this.#announce();
    const { signal } = running.abort;
    void this.#keep(this.#run(running, start, { ...options, label: `${label}: probe`, signal }));
    return ok({ probe });
  }

  async #run(running: Running, start: Start, options: ProbeOptions): Promise<void> {
    const change = (to: Partial<ProbeState>): void => {
      running.state = { ...running.state, ...to };
      this.#announce();
    };
    try {
      const { report, fault } = await runProbe({ ...options, onProgress: (progress) => change(progress) });
      this.#starts.set(report.recording, start);
      const { grade, counts } = report;
      const opened: Result<{ sessions: readonly string[] }> = this.#closed.signal.aborted
        ? err('The app was closed.')
        : await this.#place.open(report.recording);
      const state = !opened.ok ? 'failed' : options.signal?.aborted ? 'stopped' : 'done';
      const session = opened.ok ? (opened.value.sessions[0] ?? null) : null;
      const note = opened.ok ? fault : opened.error;
      change({ state, note, title: '', session, grade: grade.grade, counts });
    } catch (error) {
      change({ state: 'failed', note: `The probe ended early: ${errorMessage(error)}.`, title: '' });
    }
  }

  #stop(probe: string): Result<null> {
    const running = this.#probes.get(probe);
    if (running?.state.state !== 'running') return err('This probe is over.');
    running.abort.abort();
    running.state = { ...running.state, state: 'stopping' };
    this.#announce();
    return ok(null);
  }

  #read(session: string, from: number): Result<ProbePage> {
    const report = this.#report(session);
    if (!report.ok) return report;
    const { cases } = report.value;
    return ok({ report: { ...report.value, cases: cases.slice(from, from + PAGE) }, total: cases.length });
  }

  async #again({ session, id }: CommandInput<'probeCase'>): Promise<Result<CaseAgain>> {
    const before = this.#report(session);
    if (!before.ok) return before;
    // The same seed and allowed tools produce the same lines.
    const { calls, seed } = before.value;
    const wanted = { calls, seed, budgetMs: CASE_MS };
    const prepared = await this.#prepared({ kind: 'session', session }, ' case', wanted);
    if (!prepared.ok) return prepared;
    const { start, options } = prepared.value;
    const once = { label: `${start.label}: one case`, keepsResult: false, signal: this.#closed.signal };
    const { report } = await this.#keep(runProbe({ ...options, ...once, picks: (other) => other === id }));
    const verdict = report.cases.find((one) => one.id === id);
    if (verdict !== undefined) return ok({ verdict, recording: report.recording });
    const [why = ''] = report.grade.grade === 'unknown' ? report.grade.reasons : [];
    return err(why || 'The server is not asked this any more: its lists are others now.');
  }

  #report(session: string): Result<ProbeReport> {
    const tab = this.#place.tabs.get(session);
    if (!tab.ok) return tab;
    const { source } = tab.value;
    if (source.kind !== 'opened' || source.probe.kind === 'none')
      return err('This is not a recording of a probe.');
    return source.probe.kind === 'report' ? ok(source.probe.report) : err(source.probe.why);
  }

  async #startOf(target: CommandInput<'planProbe'>['target']): Promise<Result<Start>> {
    if (target.kind === 'profile') return this.#place.profileStart(target.profile);
    const tab = this.#place.tabs.get(target.session);
    if (!tab.ok) return tab;
    const { file, commandLine, cwd } = tab.value.info;
    const known = this.#starts.get(file);
    if (known !== undefined && tab.value.source.kind === 'opened') return ok(known);
    const twin = (other: typeof tab.value): boolean =>
      other.info.commandLine === commandLine && other.info.cwd === cwd && commandLine !== '';
    const live = liveSource(tab.value) ?? this.#place.tabs.all().filter(twin).map(liveSource).find(Boolean);
    if (live === undefined) return err(NOT_KNOWN);
    const { era, revision, timeoutMs, probeTimeoutMs } = live.live.details.settings;
    const settings = { era, timeoutMs, probeTimeoutMs, ...(revision === '' ? {} : { revision }) };
    return ok({ spec: live.spec, label: live.label, settings });
  }

  /** Prepares a probe: the server's start, and a new recording named after it. */
  async #prepared(target: CommandInput<'planProbe'>['target'], suffix: string, wanted: Wanted) {
    const start = await this.#startOf(target);
    if (!start.ok) return start;
    const now = new Date();
    const file = await probeFile(this.#place.dataFolder, now, start.value.label + suffix);
    if (!file.ok) return file;
    const options = await this.#options(start.value, wanted);
    return ok({
      start: start.value,
      options: { ...options, file: file.value, startedAt: now.toISOString() },
    });
  }

  async #options(
    { spec, label, settings }: Start,
    { calls: allowed, seed, budgetMs }: Wanted,
  ): Promise<Omit<ProbeOptions, 'signal'>> {
    const { version, reaper, projectOf } = this.#place;
    const { rules, expected } = (await projectOf(spec.cwd)).settings;
    return {
      ...{ spec, label, settings, version, allowed, expected, seed, budgetMs, reaper },
      report: { hosts: hostTable(), project: { ...NO_PROJECT, rules } },
      file: undefined,
      startedAt: new Date().toISOString(),
      limits: { startMs: settings.timeoutMs ?? START_MS },
    };
  }

  /** Tracks running work, which the end of the app waits for. */
  async #keep<Value>(work: Promise<Value>): Promise<Value> {
    this.#working.add(work);
    try {
      return await work;
    } finally {
      this.#working.delete(work);
    }
  }

  #announce(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#place.feed.emit((screen) => screen.probesChanged(this.#states));
    }, REPORT_EVERY_MS);
  }
}

const NO_RESULT = { session: null, grade: null, counts: null };
const NOT_BEGUN = { state: 'running', note: '', done: 0, total: 0, title: '', ...NO_RESULT } as const;

/** A file may name any command, so none is started just because a file names it. */
const NOT_KNOWN =
  'A command is not started because a file names it: connect to this server, and it can be probed from here too.';

import { firstFailure } from '../../../app/checks/doctor/doctor-report.ts';
import type { CaseRun } from '../../../app/checks/probe/case-run.ts';
import { casesReport } from '../../../app/checks/probe/cases-report.ts';
import { probePlan } from '../../../app/checks/probe/plan.ts';
import type { ProbePlan } from '../../../app/checks/probe/probe-case.ts';
import type { ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import { type SuiteRun, suitePlan, withoutValues } from '../../../app/checks/probe/suite-plan.ts';
import {
  NO_LISTS,
  type ProbeHttp,
  type ProbeSurface,
  type ServerLists,
  surfaceOf,
} from '../../../app/checks/probe/surface.ts';
import type { HttpLinkState } from '../../../app/contract/session-info.ts';
import { hostOf, isLoopback } from '../../../app/frame/http-record.ts';
import { isDeclared } from '../../../app/protocol/client-capabilities.ts';
import type { SettingsChange } from '../../../app/protocol/session-settings.ts';
import type { LineMap } from '../../../app/report/build-report.ts';
import type { ReportOptions } from '../../../app/report/report-options.ts';
import type { ExpectedTier } from '../../../app/session/project/expected-tier.ts';
import { createRecorder } from '../../recording/recorder.ts';
import { joinCommandLine } from '../../session/command-line.ts';
import { LiveSession } from '../../session/live-session.ts';
import type { ListKind } from '../../session/protocol-client.ts';
import { commandOf, type ServerToStart, sessionBody } from '../../session/record-body.ts';
import { httpNumbers } from '../../session/server-run.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { CaseRunner, PROBE_LIMITS, type ProbeLimits } from './case-runner.ts';
import type { ProcessPlace } from './probe-process.ts';
import { ProbeLog } from './probe-process.ts';
import { keepResult } from './saved-result.ts';

export type ProbeProgress = { readonly done: number; readonly total: number; readonly title: string };

export type ProbeOptions = ServerToStart & {
  readonly label: string;
  /** The names of the tools that may be called with valid arguments. */
  readonly allowed: readonly string[];
  readonly seed: number;
  readonly expected?: readonly ExpectedTier[];
  /** No case starts later than this many milliseconds after the start. */
  readonly budgetMs: number;
  readonly suite?: SuiteRun | undefined;
  readonly report: ReportOptions;
  /** The path of the new recording; undefined writes none. */
  readonly file: string | undefined;
  /** The current time, as ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly limits?: Partial<ProbeLimits>;
  /** Selects the cases to run; all by default. */
  readonly picks?: (id: string) => boolean;
  /** False to keep no result next to the recording. */
  readonly keepsResult?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ProbeProgress) => void;
};

export type ProbeEnd = {
  readonly report: ProbeReport;
  /** The lines of the records in the recording. */
  readonly lines: LineMap;
  /** Why the recording is incomplete, as a sentence; empty if it is complete. */
  readonly fault: string;
};

const NOT_STARTED_TWICE = 3;

/**
 * Probes a server: reads what it declares, runs the resulting plan on its own processes, and judges every case by its
 * records. A server that cannot be started gets the doctor's checks instead of a verdict.
 */
export async function runProbe(options: ProbeOptions): Promise<ProbeEnd> {
  const log = openLog(options);
  log.write(sessionBody(options.spec, options.label, options.settings));
  const signal = options.signal ?? new AbortController().signal;
  try {
    const { spec, reaper, settings, version } = options;
    const { command, args } = commandOf(spec);
    const place = { spec, log, reaper, settings, version, numbers: httpNumbers(spec) };
    const found = await discover(place, signal);
    const runs = found.kind === 'ready' ? await runPlan(options, found.place, found.surface) : undefined;
    const recording = log.finish();
    const doctor = found.kind === 'failed' && !signal.aborted ? await runDoctor(options) : null;
    const first = doctor === null ? undefined : firstFailure(doctor);
    const why =
      found.kind === 'failed' ? (first === undefined ? found.why : `${first.found} ${first.todo}`) : '';
    const report = casesReport({
      version,
      command: joinCommandLine(command, args),
      startedAt: options.startedAt,
      seed: options.seed,
      calls: options.allowed,
      revision: found.kind === 'ready' ? found.surface.revision : null,
      recording,
      runs: runs?.runs ?? [],
      leftOut: runs?.plan.leftOut ?? [],
      doctor,
      why,
      cut: runs?.cut ?? '',
    });
    await log.close();
    const { suite } = options;
    const shown = suite === undefined ? report : withoutValues(report, suite.values);
    const isKept = options.file !== undefined && options.keepsResult !== false && log.fault === '';
    const fault = isKept ? await keepResult(shown) : log.fault;
    return { report: shown, lines: log.lines, fault };
  } finally {
    await log.close();
  }
}

/** The plan of a probe: starts the server, reads its lists, and sends nothing else. */
export async function previewProbe(
  options: ProbeOptions,
): Promise<{ readonly surface: ProbeSurface; readonly plan: ProbePlan } | { readonly why: string }> {
  const log = new ProbeLog(undefined, options.report);
  const { spec, reaper, settings, version } = options;
  const signal = options.signal ?? new AbortController().signal;
  const place = { spec, log, reaper, settings, version, numbers: httpNumbers(spec) };
  const found = await discover(place, signal);
  if (found.kind === 'failed') return { why: found.why };
  const plan = planOf(found.surface, options);
  const { suite } = options;
  return { surface: found.surface, plan: suite === undefined ? plan : withoutValues(plan, suite.values) };
}

function planOf(surface: ProbeSurface, options: ProbeOptions): ProbePlan {
  return options.suite === undefined ? probePlan(surface, options) : suitePlan(surface, options.suite);
}

async function runPlan(
  options: ProbeOptions,
  place: ProcessPlace,
  surface: ProbeSurface,
): Promise<{ readonly runs: readonly CaseRun[]; readonly plan: ProbePlan; readonly cut: string }> {
  const { budgetMs, signal, onProgress, picks = () => true } = options;
  const plan = planOf(surface, options);
  const cases = plan.cases.filter(({ id }) => picks(id));
  const runner = new CaseRunner(place, surface, place.version, {
    ...PROBE_LIMITS,
    ...options.limits,
  });
  const until = performance.now() + budgetMs;
  const runs: CaseRun[] = [];
  let notStarted = 0;
  let left = '';
  const cut = (count: number): string => {
    const seconds = Math.round(budgetMs / 1000);
    left ||= `The budget of ${seconds} s was used up: ${count} of ${cases.length} cases were not run. Raise it with --budget.`;
    return left;
  };
  try {
    for (const [done, planned] of cases.entries()) {
      onProgress?.({ done, total: cases.length, title: planned.title });
      const why = signal?.aborted
        ? 'The probe was cancelled before.'
        : performance.now() > until
          ? cut(cases.length - done)
          : notStarted >= NOT_STARTED_TWICE
            ? 'The server could not be started again.'
            : '';
      if (why !== '') {
        runs.push({ case: planned, end: { kind: 'not-run', why }, replies: [], requestSeq: 0, seqs: [] });
        continue;
      }
      const run = await runner.run(planned);
      notStarted = run.end.kind === 'not-run' ? notStarted + 1 : 0;
      runs.push(run);
    }
  } finally {
    await runner.end();
  }
  onProgress?.({ done: cases.length, total: cases.length, title: '' });
  return { runs, plan, cut: left };
}

function openLog({ file, startedAt, version, report }: ProbeOptions): ProbeLog {
  if (file === undefined) return new ProbeLog(undefined, report);
  const app = { name: 'tierscope', version };
  return new ProbeLog(
    ({ onMark, onDropped }) =>
      createRecorder({ file, startedAt, app, onFault: () => undefined, onDropped, onMoved: onMark }),
    report,
  );
}

const LISTS = {
  tools: ['tools'],
  prompts: ['prompts'],
  resources: ['resources'],
  resourceTemplates: ['resources'],
} as const satisfies { readonly [Name in keyof ServerLists]: readonly string[] };

type Discovery =
  /** `place` names the transport that worked, so that no case tries another. */
  | { readonly kind: 'ready'; readonly surface: ProbeSurface; readonly place: ProcessPlace }
  | { readonly kind: 'failed'; readonly why: string };

/** A probe session declares nothing that it cannot answer, never waits for a person and watches no files. */
const ALONE: SettingsChange = {
  capabilities: {},
  answers: { roots: { kind: 'canned' }, sampling: { kind: 'decline' }, elicitation: { kind: 'decline' } },
  watch: [],
  repeatLastCall: false,
};

/** Starts the server with the official client, reads what it declares and lists, and ends it. */
async function discover(place: ProcessPlace, signal: AbortSignal): Promise<Discovery> {
  const { spec, log, settings } = place;
  let firstEnding = '';
  const session = new LiveSession({
    ...place,
    journal: log,
    settings: { ...settings, ...ALONE },
    onStatus: ({ state, ending }) => {
      if (state === 'failed' && firstEnding === '') firstEnding = ending;
    },
  });
  const stop = () => void session.disconnect('the probe was cancelled');
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return { kind: 'failed', why: 'The probe was cancelled.' };
    await session.start();
    if (session.status.state !== 'ready') {
      return { kind: 'failed', why: firstEnding || 'The server could not be started.' };
    }
    const { facts } = log;
    const capabilities = facts.serverCapabilities ?? {};
    const lists = { ...NO_LISTS };
    for (const [name, path] of Object.entries(LISTS) as [ListKind & keyof ServerLists, readonly string[]][]) {
      if (!isDeclared(capabilities, path)) continue;
      lists[name] = (await session.listAll(name)).items;
    }
    // A server that answers the lists and then exits was still ready.
    const state = session.details.http;
    const http = spec.kind === 'http' ? httpOf(spec.url, state) : undefined;
    const reached = { ...settings, ...(state === undefined ? {} : { transport: state.transport }) };
    const revision = facts.peers.protocolVersion ?? '';
    const surface = surfaceOf(revision, capabilities, lists, http);
    return { kind: 'ready', surface, place: { ...place, settings: reached } };
  } finally {
    signal.removeEventListener('abort', stop);
    await session.disconnect('');
  }
}

function httpOf(url: string, state: HttpLinkState | undefined): ProbeHttp | undefined {
  if (state?.transport !== 'streamable-http') return undefined;
  return { hasSession: state.sessionId !== '', isLoopback: isLoopback(hostOf(url)) };
}

import { LogAnalyzer, type SessionAnalysis } from '../../../app/analysis/log-analyzer.ts';
import { diagnose } from '../../../app/checks/doctor/diagnose.ts';
import type { DoctorReport } from '../../../app/checks/doctor/doctor-report.ts';
import { hidingValues } from '../../../app/checks/doctor/doctor-report.ts';
import type {
  ConnectionEvidence,
  StartEvidence,
  TrafficEvidence,
} from '../../../app/checks/doctor/start-evidence.ts';
import { StartReader } from '../../../app/checks/doctor/start-reader.ts';
import { hostRuleById } from '../../../app/explain/host-advice.ts';
import { ruleById } from '../../../app/findings/all-rules.ts';
import type { Rule } from '../../../app/findings/rule.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import type { Taker } from '../../../app/hosts/tools/tool-judge.ts';
import { LAST_INITIALIZE } from '../../../app/protocol/revisions.ts';
import type { SettingsChange } from '../../../app/protocol/session-settings.ts';
import { LogModel } from '../../../app/session/log-model.ts';
import { hasLspHeader } from '../../../app/wire/envelope.ts';
import { lineText, shownLine } from '../../../app/wire/line-text.ts';
import { joinCommandLine } from '../../session/command-line.ts';
import { LiveSession } from '../../session/live-session.ts';
import type { ReaperClient } from '../../session/reaper-client.ts';
import {
  commandOf,
  ownValues,
  type ProcessSpec,
  type ServerToStart,
  type SessionJournal,
} from '../../session/record-body.ts';
import { ServerProcess } from '../../session/server-process.ts';
import { commandPlace } from './command-place.ts';
import { runtimeOf } from './runtime-version.ts';
import { tryServer } from './try-server.ts';

const SESSION = 'doctor';
const STARTED_ONCE = 'The server is started once, so it was asked initialize first, as hosts do.';
/** Finished exchanges need not be kept. */
const KEPT_EXCHANGES = 100;
const VERSION_MS = 5000;
/** How long a server may take to answer a framed greeting, in milliseconds. */
const FRAMED_MS = 3000;
/** The limit of any check, in milliseconds, however slowly a server pages its lists. */
const LONGEST_MS = 300_000;

export type DoctorOptions = ServerToStart & {
  /** Hosts and providers that must accept every tool: the check of the lists fails if one of them would drop a tool. */
  readonly takers?: readonly Taker[] | undefined;
  /** True to start the server's process a single time: nothing is asked that may need another one. */
  readonly startsOnce?: boolean;
  /** How long an interpreter may take to report its version, in milliseconds. */
  readonly versionMs?: number;
  /** Ends the server early; the report then covers what was found up to that point. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each record of the start, in order. */
  readonly onRecord?: ((record: KnownRecord) => void) | undefined;
};

export type Examination = Start & { readonly report: DoctorReport };

/** One start and the analysis of its records. */
type Start = Pick<StartEvidence, 'traffic' | 'connection'> & { readonly analysis: SessionAnalysis };

/** A doctor session never waits for a person, watches files or retries a call. */
const ALONE: SettingsChange = {
  answers: { roots: { kind: 'canned' }, sampling: { kind: 'decline' }, elicitation: { kind: 'decline' } },
  watch: [],
  repeatLastCall: false,
};

/**
 * Starts a server in its own session, runs the start checks and ends the server. Sends what a host sends at its start,
 * reads the lists, and makes one call that changes nothing.
 */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  return (await examine(options)).report;
}

/** Runs the same checks, and also returns the evidence of the start. */
export async function examine(options: DoctorOptions): Promise<Examination> {
  const { spec, versionMs = VERSION_MS } = options;
  const hide = hidingValues(ownValues(spec));
  const { command, args } = commandOf(spec);
  const typed = hide(joinCommandLine(command, args));
  if (spec.kind === 'http') {
    const start = await startOnce(options, hide);
    const unseen = { ...{ command, args, cwd: spec.cwd }, place: undefined, runtime: undefined };
    return { ...start, report: hidden(diagnose({ url: spec.url, ...unseen, ...start }, typed), hide) };
  }
  const place = await commandPlace(spec);
  const runtime = await runtimeOf(spec, place, versionMs);
  const start = await startOnce(options, hide);
  const isFramed =
    options.startsOnce !== true && isSilentStart(start.traffic) && options.signal?.aborted !== true
      ? await answersFramed(spec, options.reaper, FRAMED_MS)
      : false;
  const evidence: StartEvidence = { command, args, cwd: spec.cwd, place, runtime, ...start, isFramed };
  return { ...start, report: hidden(diagnose(evidence, typed), hide) };
}

/** One start of the server, from spawn to exit. */
async function startOnce(options: DoctorOptions, hide: (text: string) => string): Promise<Start> {
  const { spec, version, reaper, settings, signal } = options;
  const reader = new StartReader(hide);
  const { takers } = options;
  const analyzer = new LogAnalyzer(undefined, { takers });
  const journal = readingJournal(reader, (record) => {
    analyzer.take(record);
    options.onRecord?.(record);
  });
  // Later events, such as the exit of a server that we end, are no evidence about the start.
  let firstEnding: string | undefined;
  const session = new LiveSession({
    spec,
    version,
    reaper,
    journal,
    settings: { ...settings, ...ALONE },
    onStatus: ({ state, ending }) => {
      if (state === 'failed') firstEnding ??= ending;
    },
  });
  const end = () => void session.disconnect('the check was cancelled');
  const stopped = AbortSignal.any([
    AbortSignal.timeout(LONGEST_MS),
    ...(signal === undefined ? [] : [signal]),
  ]);
  stopped.addEventListener('abort', end, { once: true });
  try {
    const isUnprobed = options.startsOnce === true && session.details.settings.era === 'auto';
    if (!stopped.aborted) await session.start(isUnprobed ? STARTED_ONCE : '');
    const { state, era, eraReason } = session.status;
    const ready = state === 'ready';
    const tried = ready ? await tryServer(session, reader.evidence.capabilities ?? []) : NOTHING_TRIED;
    const wantedEra = session.details.settings.era;
    const connection: ConnectionEvidence = {
      ready,
      failure: ready ? '' : hide(firstEnding ?? ''),
      era,
      eraReason,
      wantedEra,
      ...tried,
      ...(ready ? { ofLists: listProblems(analyzer, takers !== undefined) } : {}),
    };
    // Buffered output arrives once stdin is closed. If the server was ready, its exit is no evidence.
    if (!ready) await session.disconnect('');
    return { traffic: reader.evidence, connection, analysis: analyzer.session(SESSION) };
  } finally {
    stopped.removeEventListener('abort', end);
    await session.disconnect('');
  }
}

/** True if the server runs and accepted the request but never wrote a byte, not even at its end. */
function isSilentStart({ spawned, firstLine, flushedAtEnd, exit }: TrafficEvidence): boolean {
  return spawned && firstLine === undefined && !flushedAtEnd && (exit === undefined || exit.asked);
}

const NOTHING_TRIED = { lists: [], call: undefined } as const;

const LIST_SUBJECTS: ReadonlySet<Rule['subject']> = new Set(['list', 'result']);

function listProblems(analyzer: LogAnalyzer, isAsked: boolean): NonNullable<ConnectionEvidence['ofLists']> {
  const { findings, hostFindings } = analyzer.session(SESSION);
  const ofServer = findings.filter(({ rule }) => LIST_SUBJECTS.has(ruleById(rule)?.subject));
  const lost = hostFindings.filter(({ rule }) => hostRuleById(rule)?.subject === 'lost-tool');
  const lists = [...ofServer, ...lost].filter(({ severity }) => severity !== 'info');
  return { problems: lists.map(({ explanation, todo }) => ({ found: explanation, todo })), isAsked };
}

/** A journal that stores nothing: each record goes through the session model to the reader. */
function readingJournal(reader: StartReader, onRecord?: DoctorOptions['onRecord']): SessionJournal {
  const model = new LogModel({ each: () => [reader], keptSettled: KEPT_EXCHANGES });
  const startedAt = performance.now();
  let seq = 0;
  return {
    write: (body, envelope) => {
      seq += 1;
      const record = { seq, at: performance.now() - startedAt, session: SESSION, ...body };
      model.take(record, envelope);
      onRecord?.(record);
      return seq;
    },
  };
}

/** The report with the values of secret variables removed. */
function hidden(report: DoctorReport, hide: (text: string) => string): DoctorReport {
  const steps = report.steps.map((step) => ({
    ...step,
    found: hide(step.found),
    todo: hide(step.todo),
    evidence: step.evidence.map(hide),
  }));
  return { ...report, steps };
}

const PARAMS = {
  protocolVersion: LAST_INITIALIZE,
  capabilities: {},
  clientInfo: { name: 'tierscope', version: '0' },
};
const OPENING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: PARAMS });

/**
 * Starts a server again and sends it a Content-Length framed greeting, as the Language Server Protocol would. True if
 * it answers within `limitMs`. Never rejects.
 */
async function answersFramed(spec: ProcessSpec, reaper: ReaperClient, limitMs: number): Promise<boolean> {
  let heard: (isFramed: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    heard = resolve;
  });
  const none = () => undefined;
  const server: ServerProcess = new ServerProcess(spec, {
    spawned: (pid) => reaper.watch(pid, server.mark),
    spawnFailed: () => heard(false),
    line: (line) => {
      const text = shownLine(lineText(line.bytes));
      if (hasLspHeader(text) || text.includes('"jsonrpc"')) heard(true);
      return undefined;
    },
    ...{ stderrLine: none, stdoutClosed: none, defect: none },
    exited: () => heard(false),
    restEnded: () => reaper.forget(server.mark),
  });
  await server.started();
  void server.write(`Content-Length: ${Buffer.byteLength(OPENING)}\r\n\r\n${OPENING}`);
  const limit = setTimeout(() => heard(false), limitMs);
  const isFramed = await answered;
  clearTimeout(limit);
  await server.end();
  return isFramed;
}

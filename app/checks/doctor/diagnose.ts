import { shortened } from '../../base/wrapped-text.ts';
import { quoteOf, readFinalStderr, stderrText } from '../../explain/final-stderr.ts';
import { durationText, quote, quoted } from '../../explain/phrases.ts';
import {
  exitMeaning,
  type StartCause,
  servesHttp,
  showsDownload,
  startCause,
} from '../../explain/start-cause.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { type CommandFault, commandFault } from '../../hosts/command-fault.ts';
import { stepText } from '../../protocol/actor.ts';
import { LogModel } from '../../session/log-model.ts';
import { hasLspHeader } from '../../wire/envelope.ts';
import {
  type CheckVerdict,
  causeVerdict,
  type DoctorReport,
  type DoctorStep,
  STEP_TITLES,
  type StepId,
  verdict,
} from './doctor-report.ts';
import { httpSteps } from './http-steps.ts';
import { commandStep, fileStep, folderStep, graphicalStep, runtimeStep } from './place-steps.ts';
import { callStep, eraStep, handshakeStep, listsStep, withIds } from './protocol-steps.ts';
import type { StartEvidence, TrafficEvidence } from './start-evidence.ts';
import { reasonOfExit } from './start-failure.ts';
import { exitText, StartReader } from './start-reader.ts';

/** Runs the checks of a live or recorded start; `commandLine` is the command as typed. */
export function diagnose(evidence: StartEvidence, commandLine: string): DoctorReport {
  const verdicts: Partial<Record<StepId, CheckVerdict>> = {
    ...(evidence.url === undefined ? processSteps(evidence) : httpSteps(evidence)),
    era: eraStep(evidence),
    handshake: handshakeStep(evidence),
    lists: listsStep(evidence),
    call: callStep(evidence),
  };
  const steps = Object.entries(verdicts).map(([id, verdict]) => ({
    id: id as StepId,
    title: STEP_TITLES[id as StepId],
    ...withIds(id as StepId, verdict, evidence),
  }));
  const first = steps.find(isFailure);
  const command = shortened(commandLine, MAX_COMMAND_CHARS);
  return { command, failed: first?.id ?? null, steps: steps.map((step) => afterFirst(step, first)) };
}

function processSteps(evidence: StartEvidence): Partial<Record<StepId, CheckVerdict>> {
  const { exit, stderr, endStderr } = evidence.traffic;
  const lines = exit?.asked === false ? endStderr : stderr;
  const isBroken = hasFailed(evidence);
  const cause = isBroken ? startCause(lines) : undefined;
  const fault = isBroken ? commandFault(evidence.command, evidence.args) : undefined;
  return {
    folder: folderStep(evidence.place, evidence.traffic.opened),
    command: fault?.isFatal
      ? verdict('cause', { found: fault.found, todo: fault.todo })
      : commandStep(evidence),
    'graphical-path': graphicalStep(evidence),
    file: fileStep(evidence, cause),
    runtime: runtimeStep(evidence, cause),
    package: packageStep(evidence, cause),
    configuration: configurationStep(evidence, cause, fault),
    process: processStep(evidence, cause, fault),
    stdout: stdoutStep(evidence),
  };
}

const MAX_COMMAND_CHARS = 500;

/** One fault often shows in several checks, so later advice points to the first failure. */
function afterFirst(step: DoctorStep, first: DoctorStep | undefined): DoctorStep {
  if (first === undefined || step === first || !isFailure(step)) return step;
  return { ...step, todo: `First fix “${first.title}”: this may follow from it. ${step.todo}` };
}

function isFailure({ status }: DoctorStep): boolean {
  return status === 'failed';
}

/** Stderr is treated as a cause only if something went wrong: healthy servers log problems too. */
function hasFailed({ traffic, connection }: StartEvidence): boolean {
  const { exit, spawned, opened } = traffic;
  if (!spawned) return true;
  if (exit !== undefined && !exit.asked) return true;
  if (connection !== undefined) return !connection.ready;
  return !opened;
}

/** The checks of a start, from the records of `session`; checks that need this machine are skipped. */
export function diagnoseRecords(
  records: Iterable<KnownRecord>,
  session: string,
  commandLine: string,
): DoctorReport {
  const reader = new StartReader();
  const model = new LogModel({ each: (_model, name) => (name === session ? [reader] : []) });
  for (const record of records) model.take(record);
  model.finish();
  const { command = '', args = [], cwd = '', url } = model.sessionRecord(session) ?? {};
  const unknown = { place: undefined, runtime: undefined, connection: undefined };
  return diagnose({ url, command, args, cwd, traffic: reader.evidence, ...unknown }, commandLine);
}

const LAST_LINES = 3;

/** Whether npx, uvx, node or python found what to run. */
function packageStep(evidence: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  const { traffic, command } = evidence;
  if (cause?.check === 'package') return causeVerdict(cause);
  if (!traffic.spawned) return verdict('no-process');
  if (isSilent(evidence)) {
    const download = traffic.stderr.findLast(showsDownload);
    if (download !== undefined || fetches(command)) return slowDownload(evidence, download);
  }
  if (traffic.messages > 0) return verdict('package-runs');
  return verdict('package-unknown');
}

function slowDownload({ command, args, traffic }: StartEvidence, download: string | undefined): CheckVerdict {
  const runner = baseName(command);
  const waited = durationText(Math.round(traffic.lastedMs));
  const line = [command, ...args].join(' ');
  return verdict(
    download === undefined ? 'package-may-be-fetched' : 'package-fetched',
    { runner, waited, line: quoted(line) },
    lastLines(traffic),
  );
}

/** Whether everything that the server needs from its environment and command line is set. */
function configurationStep(
  { traffic }: StartEvidence,
  cause: StartCause | undefined,
  fault: CommandFault | undefined,
): CheckVerdict {
  const isOfCommand = fault?.isFatal === false && (cause === undefined || cause.check === 'configuration');
  if (isOfCommand) return verdict('cause', { found: fault.found, todo: fault.todo }, lastLines(traffic));
  if (cause?.check === 'configuration') return causeVerdict(cause);
  if (!traffic.spawned) return verdict('no-process');
  return verdict('configuration-complete');
}

/** Whether the process kept running until it was asked to end. */
function processStep(
  { traffic, connection }: StartEvidence,
  cause: StartCause | undefined,
  fault: CommandFault | undefined,
): CheckVerdict {
  const { spawned, exit, stdoutClosed, endStderr, firstExit } = traffic;
  if (!spawned) return verdict('no-process');
  if (exit === undefined || exit.asked) {
    if (stdoutClosed) return verdict('stdout-closed', {}, lastLines(traffic));
    const again = { firstExit: firstExit || undefined };
    return exit === undefined
      ? verdict('alive', again)
      : verdict('ended-as-asked', { ...again, exit: exitText(exit) });
  }
  const isCause = cause?.check === 'process';
  const isOther = cause !== undefined || fault !== undefined;
  const meaning = isOther ? undefined : exitMeaning(exit.code, exit.signal);
  const own = isCause ? cause.found : (meaning?.found ?? '');
  const words = readFinalStderr(endStderr);
  const { code = null, signal = null } = exit;
  const { todo, more } = reasonOfExit({ code, signal, stderr: endStderr });
  const why = `${own === '' ? '' : ` ${own}`}${more === '' ? stderrText(quoteOf(words)) : more}`;
  const isLater = isOther && !isCause;
  const step = todo || (meaning === undefined ? '' : stepText(meaning.step));
  return verdict(
    connection?.ready === true ? 'ended' : 'ended.early',
    { exit: exitText(exit), why, todo: isLater ? 'Then start it again.' : step },
    words.lines,
  );
}

/** Whether every line on stdout is a message, from the first one on. */
function stdoutStep(evidence: StartEvidence): CheckVerdict {
  const { traffic } = evidence;
  const { firstLine, firstNoise, noiseLines, messages } = traffic;
  if (!traffic.spawned) return verdict('no-process');
  if (traffic.flushedAtEnd && firstLine === undefined) return verdict('stdout-flushed-at-end');
  if (evidence.isFramed === true) return verdict('stdout-framed.read');
  if (firstLine === undefined) return isSilent(evidence) ? silence(traffic) : verdict('stdout-not-reached');
  if (firstNoise === undefined) return verdict('stdout-clean', { text: quote(firstLine.text) });
  const lines = noiseLines === 1 ? 'One line' : `${noiseLines.toLocaleString('en')} lines`;
  if (hasLspHeader(firstNoise)) return verdict('stdout-framed', {}, [firstNoise]);
  const http = messages === 0 ? servesHttp([firstNoise]) : undefined;
  if (http !== undefined) return servingHttp(http);
  if (messages === 0) return verdict('stdout-no-message', { firstNoise: quote(firstNoise) }, [firstNoise]);
  return verdict(
    firstLine.isMessage ? 'stdout-noise.between' : 'stdout-noise',
    { lines, count: noiseLines, noise: quote(firstNoise) },
    [firstNoise],
  );
}

function servingHttp({ line, step }: Pick<StartCause, 'line' | 'step'>): CheckVerdict {
  return verdict('stdout-http', { todo: stepText(step) }, [line]);
}

function silence(traffic: TrafficEvidence): CheckVerdict {
  const http = servesHttp(traffic.stderr);
  if (http !== undefined) return servingHttp(http);
  return verdict(
    'stdout-silent',
    { duration: durationText(Math.round(traffic.lastedMs)) },
    lastLines(traffic),
  );
}

function isSilent({ traffic }: StartEvidence): boolean {
  return (
    traffic.spawned && traffic.firstLine === undefined && (traffic.exit === undefined || traffic.exit.asked)
  );
}

function lastLines({ stderr }: TrafficEvidence): readonly string[] {
  return stderr.slice(-LAST_LINES);
}

/** Programs that download a package before they run it. */
function fetches(command: string): boolean {
  return /^(?:npx|bunx|uvx|pipx|pnpx)(?:\.cmd|\.exe)?$/i.test(baseName(command));
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

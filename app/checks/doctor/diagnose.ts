import { shortened } from '../../base/wrapped-text.ts';
import { startCause } from '../../explain/start-cause.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { commandFault } from '../../hosts/command-fault.ts';
import { LogModel } from '../../session/log-model.ts';
import {
  type CheckVerdict,
  type DoctorReport,
  type DoctorStep,
  STEP_TITLES,
  type StepId,
  verdict,
} from './doctor-report.ts';
import { httpSteps } from './http-steps.ts';
import { commandStep, fileStep, folderStep, graphicalStep, runtimeStep } from './place-steps.ts';
import { configurationStep, packageStep, processStep, stdoutStep } from './process-steps.ts';
import { callStep, eraStep, handshakeStep, listsStep, withIds } from './protocol-steps.ts';
import type { StartEvidence } from './start-evidence.ts';
import { StartReader } from './start-reader.ts';

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

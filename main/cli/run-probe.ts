import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { markdownText } from '../../app/base/document/markdown-writer.ts';
import { terminalText } from '../../app/base/document/text-writer.ts';
import { visibleLine } from '../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { previewText } from '../../app/checks/probe/opening.ts';
import {
  compareToProbeBaseline,
  type ProbeBaseline,
  readProbeBaseline,
} from '../../app/checks/probe/probe-baseline.ts';
import { probeDocument, probeJunit } from '../../app/checks/probe/probe-document.ts';
import { findingsReport, probeFails, probeGithub } from '../../app/checks/probe/probe-findings.ts';
import type { ProbeReport } from '../../app/checks/probe/probe-report.ts';
import type { SuiteRun } from '../../app/checks/probe/suite-plan.ts';
import { redactedDocument } from '../../app/frame/redaction/redacted-document.ts';
import { Redactor } from '../../app/frame/redaction/redactor.ts';
import { hostTable } from '../../app/hosts/lens/host-table.ts';
import type { Taker } from '../../app/hosts/tools/tool-judge.ts';
import { eraOf } from '../../app/protocol/revisions.ts';
import type { FailOn } from '../../app/report/report.ts';
import { reportSarif } from '../../app/report/report-sarif.ts';
import { NO_PROJECT, type ProjectSettings } from '../../app/session/project/project-file.ts';
import { readSuite } from '../checks/probe/read-suite.ts';
import { type ProbeEnd, type ProbeOptions, previewProbe, runProbe } from '../checks/probe/run-probe.ts';
import { probeFile } from '../checks/probe/saved-result.ts';
import type { ProjectFault } from '../profiles/checked-project.ts';
import { checkedProject, wrongUse } from '../profiles/checked-project.ts';
import { probeResultFile, RECORDING_SUFFIX } from '../recording/recording-file.ts';
import { type ProgramCommand, ReaperClient } from '../session/reaper-client.ts';
import { serverLabel, startSpec } from '../session/record-body.ts';
import { type CommandOutput, writeReplaced } from '../system/command-output.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';
import { type AskUser, confirmCommand, type NamedCommand } from './confirm-command.ts';
import { addSummary, checkedFilters, keepBaseline, refused, type SummaryPlace } from './run-report.ts';
import type { ProbeRequest } from './server-commands.ts';

export type ProbeRun = CommandOutput &
  Omit<ProbeRequest, 'takers'> &
  SummaryPlace & {
    /** The hosts and providers that must accept every tool. */
    readonly takers?: readonly Taker[] | undefined;
    readonly dataFolder: string;
    readonly reaper: ProgramCommand;
    readonly startedAt: Date;
    readonly signal?: AbortSignal;
    /** Asks at the terminal; undefined if there is none. */
    readonly askUser?: AskUser | undefined;
    /** Selects the cases to run; all by default. */
    readonly picks?: (id: string) => boolean;
  };

/** The typed options, completed from the project file. */
type FilledRun = ProbeRun &
  Pick<Required<ProbeRun>, 'cwd' | 'label'> &
  Pick<ProjectSettings, 'rules' | 'expected'> & {
    readonly suiteRun: SuiteRun | undefined;
    /** The additions of the project file, which the user must confirm. */
    readonly named: Omit<NamedCommand, 'dataFolder' | 'askUser'>;
    readonly redactor: Redactor;
    readonly kinds: readonly FailOn[];
    readonly known: ProbeBaseline | undefined;
  };

/** A typed command overrides the one of the project file; the file's calls apply to either. */
async function filledRun(typed: ProbeRun): Promise<Result<FilledRun, ProjectFault>> {
  const project = await checkedProject(typed.projectFile, process.cwd());
  if (!project.ok) return project;
  const { path, settings, passedOver } = project.value;
  if (passedOver !== '') typed.writeError(`tierscope: ${passedOver}\n`);
  const { rules, expected, probe: own } = settings;
  const kinds = checkedFilters(typed);
  if (!kinds.ok) return kinds;
  const known = await baselineOf(typed);
  if (!known.ok) return known;
  const suiteRun = await suiteOf(typed, own?.suite, path);
  if (!suiteRun.ok) return suiteRun;
  const isTyped = typed.command.trim() !== '';
  const [command = '', ...args] = isTyped ? [typed.command, ...typed.args] : (own?.command ?? []);
  if (command.trim() === '')
    return err(
      wrongUse('probe needs a server: tierscope probe -- command args…, or "probe" in .tierscope.json.'),
    );
  const redactor = new Redactor();
  redactor.learnText(JSON.stringify([typed.env, typed.args, own?.command]));
  const { label = serverLabel(command, args), calls = [] } = typed;
  // Paths in the file are relative to the file.
  const cwd = isTyped ? (typed.cwd ?? '') : resolve(typed.cwd || dirname(path));
  const added = (own?.call ?? []).filter((name) => !calls.includes(name));
  const ownSuite = typed.suite === true ? suiteRun.value : undefined;
  return ok({
    ...{ ...typed, command, args, cwd, label, rules, expected, redactor },
    named: { command, args, isTyped, cwd, namedBy: path, calls: added, suite: ownSuite },
    ...{ kinds: kinds.value, known: known.value, suiteRun: suiteRun.value },
  });
}

/** The requested suite, if any: the named one, else that of the project file at `path`. */
async function suiteOf(
  { suite, env, projectFile }: ProbeRun,
  own: string | undefined,
  path: string,
): Promise<Result<SuiteRun | undefined, ProjectFault>> {
  if (suite === undefined) return ok(undefined);
  const file = suite !== true ? suite : own === undefined ? '' : resolve(dirname(path), own);
  if (file === '')
    return err(
      wrongUse(
        '--suite needs a file: tierscope probe --suite suite.json -- command args…, or "suite" under "probe" in .tierscope.json.',
      ),
    );
  const isNamed = suite !== true || projectFile !== undefined;
  const from = isNamed ? {} : { within: dirname(path), user: process.getuid?.() };
  return readSuite(file, { ...process.env, ...env }, from);
}

/** The findings of an earlier probe, from the result next to its recording. */
async function baselineOf({
  baseline,
  updatesBaseline = false,
}: ProbeRun): Promise<Result<ProbeBaseline | undefined, ProjectFault>> {
  if (baseline === undefined) return ok(undefined);
  const isRecording = baseline.endsWith(RECORDING_SUFFIX);
  if (updatesBaseline && isRecording)
    return err(wrongUse('--baseline-update writes JSON, and not over a recording: name another file.'));
  // A baseline about to be created knows nothing.
  if (updatesBaseline && !existsSync(baseline)) return ok(undefined);
  const unreadable = (problem: string) => err({ problems: [problem], isUnreadable: true });
  const result = probeResultFile(baseline);
  try {
    const known = readProbeBaseline(
      String(await readRegular(isRecording && existsSync(result) ? result : baseline)),
    );
    if (known !== undefined) return ok(known);
    return unreadable(
      `${baseline} is not a baseline: it is neither what probe --format json prints nor the recording of a probe with its result beside it.`,
    );
  } catch (error) {
    return unreadable(`${baseline} cannot be opened: ${fileFailure(error)}.`);
  }
}

/** Returns the exit code: 0 nothing in `failOn` failed, 1 something did, 2 an invalid option, 3 an unreadable file. */
export async function probeCommand(typed: ProbeRun): Promise<number> {
  const filled = await filledRun(typed);
  if (!filled.ok) return refused(typed, filled.error);
  const confirmed = await confirmedRun(filled.value);
  if (!confirmed.ok) return refused(typed, confirmed.error);
  const run = confirmed.value;
  const reaper = new ReaperClient(run.reaper);
  try {
    return run.dryRun === true ? await preview(run, reaper) : await probe(run, reaper);
  } finally {
    reaper.close();
  }
}

/** The run completed from the project file if the user confirms; a typed command continues without refused calls. */
async function confirmedRun(run: FilledRun): Promise<Result<FilledRun, ProjectFault>> {
  const { isTyped, calls: added, suite, cwd } = run.named;
  const isAlone = isTyped && added.length === 0 && suite === undefined;
  const confirmed =
    isAlone || run.startsUnasked === true
      ? ok(null)
      : await confirmCommand({
          ...run.named,
          cwd: resolve(cwd),
          dataFolder: run.dataFolder,
          askUser: run.askUser,
        });
  if (confirmed.ok) return ok({ ...run, calls: [...(run.calls ?? []), ...added] });
  if (!isTyped || suite !== undefined) return confirmed;
  for (const problem of confirmed.error.problems) run.writeError(`tierscope: ${problem}\n`);
  run.writeError(`tierscope: the probe goes on without ${added.map(visibleLine).join(', ')}.\n`);
  return ok(run);
}

async function preview(run: FilledRun, reaper: ReaperClient): Promise<number> {
  const found = await previewProbe(options(run, reaper, undefined));
  const shown = (text: string) =>
    run.redact ? text.replaceAll(/.+/g, (line) => run.redactor.redactText(line)) : text;
  if ('why' in found) run.writeError(`tierscope: ${shown(found.why)}\n`);
  else run.write(shown(previewText(found.surface, found.plan, run.version)));
  writeReplaced(run, run.redactor);
  return 'why' in found ? 3 : 0;
}

async function probe(run: FilledRun, reaper: ReaperClient): Promise<number> {
  const { known, redactor, redact, baseline = '', format, writeError } = run;
  const file = await recordingPath(run);
  if (!file.ok) {
    writeError(`tierscope: ${file.error}\n`);
    return 3;
  }
  const end = await runProbe({ ...options(run, reaper, file.value), onProgress: sayTenths(writeError) });
  if (end.fault !== '') writeError(`tierscope: ${end.fault}\n`);
  const report =
    known === undefined
      ? end.report
      : compareToProbeBaseline(end.report, known, (id) => redactor.redactText(id));
  const shared = (whole: ProbeReport) => (redact ? redactedDocument(whole, redactor) : whole);
  const shown = shared(report);
  run.write(printed(shown, format, end.lines));
  if (redact) writeReplaced(run, redactor);
  const added = await addSummary(run, () => markdownText(probeDocument(shown)));
  if (!added.ok) return unwritten(run, added.error);
  const isNotStarted = report.counts.passed + report.counts.failed === 0;
  if (isNotStarted || end.fault !== '') return 3;
  if (run.updatesBaseline !== true) return probeFails(report, run.kinds) ? 1 : 0;
  const kept = await keepBaseline(baseline, shared(end.report));
  return kept.ok ? 0 : unwritten(run, kept.error);
}

/** One line per tenth: a pipeline keeps what a terminal would overwrite. */
function sayTenths(writeError: (text: string) => void): NonNullable<ProbeOptions['onProgress']> {
  let tenths = 0;
  return ({ done, total }) => {
    const tenth = total === 0 ? 10 : Math.floor((done * 10) / total);
    if (tenth <= tenths) return;
    tenths = tenth;
    writeError(`tierscope: ${done} of ${total} cases\n`);
  };
}

function unwritten(run: CommandOutput, problem: string): number {
  return refused(run, { problems: [problem], isUnreadable: true });
}

function options(run: FilledRun, reaper: ReaperClient, file: string | undefined): ProbeOptions {
  const { command, args, cwd, env = {}, label, timeoutMs, calls = [], expected, suiteRun: suite } = run;
  const {
    seed,
    budgetMs,
    version,
    signal,
    picks,
    only,
    skip,
    maxDurationMs,
    maxResultBytes,
    redactor,
    rules,
    takers,
  } = run;
  return {
    ...{ label, version, allowed: calls, expected, seed, budgetMs, file, reaper, picks, suite, signal },
    spec: startSpec({ command, args, cwd, env }),
    settings: { ...run.settings, timeoutMs, ...spoken(run) },
    report: {
      ...{ only, skip, maxDurationMs, maxResultBytes, hosts: hostTable(), redactor },
      ...(takers === undefined ? {} : { takers }),
      project: { ...NO_PROJECT, rules },
    },
    startedAt: run.startedAt.toISOString(),
    limits: { startMs: timeoutMs },
  };
}

/** The era and revision: typed options override those of the suite. */
function spoken({ era, revision, suiteRun }: FilledRun): Pick<ProbeOptions['settings'], 'era' | 'revision'> {
  if (revision !== undefined) return { era, revision };
  const pinned = suiteRun?.suite.revision ?? '';
  return pinned === '' || era !== 'auto' ? { era } : { era: eraOf(pinned), revision: pinned };
}

async function recordingPath({ out, dataFolder, label, startedAt }: FilledRun): Promise<Result<string>> {
  if (out === undefined) return probeFile(dataFolder, startedAt, label);
  return existsSync(out) ? err(`${out} is there already, and is not written over.`) : ok(out);
}

function printed(report: ProbeReport, format: string, lines: ProbeEnd['lines']): string {
  switch (format) {
    case 'text':
      return terminalText(probeDocument(report));
    case 'markdown':
      return markdownText(probeDocument(report));
    case 'junit':
      return probeJunit(report);
    case 'sarif':
      return json(reportSarif(findingsReport(report), () => lines));
    case 'github':
      return probeGithub(report, lines);
    default:
      return json(report);
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

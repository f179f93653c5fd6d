import { existsSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { markdownText } from '../../app/document/markdown-writer.ts';
import { terminalText } from '../../app/document/text-writer.ts';
import { redactedDocument } from '../../app/frame/redaction/redacted-document.ts';
import { Redactor } from '../../app/frame/redaction/redactor.ts';
import { hostTable } from '../../app/host-lens/host-table.ts';
import { previewText } from '../../app/probe/preview-text.ts';
import {
  besideProbeBaseline,
  type ProbeBaseline,
  readProbeBaseline,
} from '../../app/probe/probe-baseline.ts';
import { probeDocument } from '../../app/probe/probe-document.ts';
import { probeFails } from '../../app/probe/probe-fails.ts';
import { findingsReport } from '../../app/probe/probe-findings.ts';
import { probeJunit } from '../../app/probe/probe-junit.ts';
import type { ProbeReport } from '../../app/probe/probe-report.ts';
import type { SuiteRun } from '../../app/probe/suite-plan.ts';
import { NO_PROJECT, type ProjectSettings } from '../../app/project/project-file.ts';
import { eraOf } from '../../app/protocol/revisions.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { type FailOn, REPORT_FORMATS, type ReportFormat, readFailOn } from '../../app/report/report.ts';
import { reportGithub } from '../../app/report/report-github.ts';
import { reportSarif } from '../../app/report/report-sarif.ts';
import { probeFile } from '../checks/probe/probe-file.ts';
import { readSuite } from '../checks/probe/read-suite.ts';
import { type ProbeEnd, type ProbeOptions, previewProbe, runProbe } from '../checks/probe/run-probe.ts';
import { checkedProject, isRule, wrongUse } from '../profiles/checked-project.ts';
import type { ProjectFault } from '../profiles/read-project.ts';
import { probeResultFile, RECORDING_SUFFIX } from '../recording/recording-file.ts';
import { type ProgramCommand, ReaperClient } from '../session/reaper-client.ts';
import { serverLabel } from '../session/server-spec.ts';
import { type CommandOutput, writeReplaced } from '../system/command-output.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';
import { type AskUser, confirmCommand } from './confirm-command.ts';

export type ProbeRun = CommandOutput & {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly label: string | null;
  readonly dataFolder: string;
  /** The path of the recording; null for a new one in the data folder. */
  readonly out: string | null;
  readonly era: SessionSettings['era'];
  readonly revision: string | null;
  readonly calls: readonly string[];
  readonly dryRun: boolean;
  readonly seed: number;
  readonly budgetMs: number;
  readonly timeoutMs: number;
  readonly format: string;
  /** True to print without the secrets of what was sent and came. */
  readonly redact: boolean;
  readonly failOn: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly baseline: string | undefined;
  /** True to write this report over the baseline: from then on all of it is known. */
  readonly updatesBaseline?: boolean;
  readonly maxDurationMs: number | undefined;
  /** A project file; without one, the nearest of the folder that the program was started in, and above. */
  readonly projectFile?: string | undefined;
  /** A file that a summary in Markdown is added to, if the format is that of GitHub. */
  readonly summaryFile?: string | undefined;
  readonly reaper: ProgramCommand;
  /** Now. */
  readonly startedAt: Date;
  readonly signal?: AbortSignal;
  /** True to start a command that a project file names without a question. */
  readonly startsUnasked: boolean;
  /** Asks at the terminal; undefined if there is none. */
  readonly askUser?: AskUser | undefined;
  /** Only these cases are run; all without it. */
  readonly picks?: (id: string) => boolean;
  /** A suite to run instead of the cases; true for that of the project file. */
  readonly suite?: string | true | undefined;
};

/** What was typed, and what the project file says of the server. */
type FilledRun = ProbeRun &
  Pick<ProjectSettings, 'rules' | 'expected'> & {
    readonly suiteRun: SuiteRun | undefined;
    /** The project file that names the command; empty if it was typed. */
    readonly namedBy: string;
    readonly redactor: Redactor;
  };

/** A command that is typed goes before the one of the project file, whose tools may be called with either. */
async function withProject(typed: ProbeRun): Promise<Result<FilledRun, ProjectFault>> {
  const project = await checkedProject(typed.projectFile, process.cwd());
  if (!project.ok) return project;
  const { path, settings, passedOver } = project.value;
  if (passedOver !== '') typed.writeError(`tierscope: ${passedOver}\n`);
  const { rules, expected, probe: own } = settings;
  const calls = [...new Set([...typed.calls, ...(own?.call ?? [])])];
  const suite = await suiteOf(typed, own?.suite, path);
  if (!suite.ok) return suite;
  const redactor = new Redactor();
  redactor.learnText(JSON.stringify([typed.env, typed.args, own?.command]));
  const known = { ...typed, calls, rules, expected, suiteRun: suite.value, namedBy: '', redactor };
  if (typed.command.trim() !== '') return ok(known);
  const [command = '', ...args] = own?.command ?? [];
  if (command.trim() === '')
    return err(
      wrongUse('probe needs a server: tierscope probe -- command args…, or "probe" in .tierscope.json.'),
    );
  // What the file names is meant from where it lies.
  const cwd = typed.cwd === '' ? dirname(path) : resolve(typed.cwd);
  return ok({ ...known, command, args, cwd, namedBy: path });
}

/** The suite that was asked for, if any: the one that is named, else that of the project file at `path`. */
async function suiteOf(
  { suite, env }: ProbeRun,
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
  return readSuite(file, { ...process.env, ...env });
}

type Checked = {
  readonly format: ReportFormat;
  readonly failOn: readonly FailOn[];
  readonly baseline: ProbeBaseline | undefined;
};

/**
 * `tierscope probe`. Gives the exit code: 0 nothing of `failOn` failed, 1 something did, 2 a wrong value of an option,
 * 3 the server, the baseline or the recording could not be opened.
 */
export async function probeCommand(typed: ProbeRun): Promise<number> {
  const found = await withProject(typed);
  if (!found.ok) return refused(typed, found.error);
  const run = found.value;
  const read = await checkedOptions(run);
  if (!read.ok) {
    run.writeError(`tierscope: ${read.error.sentence}\n`);
    return read.error.exitCode;
  }
  const confirmed = run.namedBy === '' || run.startsUnasked ? ok(null) : await confirmCommand(run);
  if (!confirmed.ok) return refused(run, confirmed.error);
  const reaper = new ReaperClient(run.reaper);
  try {
    return run.dryRun ? await preview(run, reaper) : await probe(run, reaper, read.value);
  } finally {
    reaper.close();
  }
}

function refused({ writeError }: ProbeRun, { problems, isUnreadable }: ProjectFault): number {
  for (const problem of problems) writeError(`tierscope: ${problem}\n`);
  return isUnreadable ? 3 : 2;
}

async function checkedOptions(
  run: ProbeRun,
): Promise<Result<Checked, { readonly sentence: string; readonly exitCode: number }>> {
  const usage = (sentence: string) => err({ sentence, exitCode: 2 });
  const format = REPORT_FORMATS.find((one) => one === run.format);
  if (format === undefined)
    return usage(`--format knows ${REPORT_FORMATS.join(', ')}, but not "${run.format}".`);
  const failOn = readFailOn(run.failOn);
  if (!failOn.ok) return usage(failOn.error);
  const unknown = [...run.only, ...run.skip].find((id) => !isRule(id));
  if (unknown !== undefined) return usage(`there is no rule "${unknown}".`);
  if (run.updatesBaseline === true && run.baseline?.endsWith(RECORDING_SUFFIX) === true)
    return usage(`--baseline-update writes JSON, and not over a recording: name another file.`);
  // A baseline that is about to be written for the first time knows nothing.
  const isFirst = run.updatesBaseline === true && run.baseline !== undefined && !existsSync(run.baseline);
  if (run.baseline === undefined || isFirst) return ok({ format, failOn: failOn.value, baseline: undefined });
  try {
    const baseline = readProbeBaseline(String(await readRegular(resultOf(run.baseline))));
    if (baseline !== undefined) return ok({ format, failOn: failOn.value, baseline });
    return err({
      sentence: `${run.baseline} is no baseline: it is neither what probe --format json prints nor the recording of a probe with its result beside it.`,
      exitCode: 3,
    });
  } catch (error) {
    return err({ sentence: `${run.baseline} cannot be opened: ${fileFailure(error)}.`, exitCode: 3 });
  }
}

/** The result of an earlier probe lies beside its recording. */
function resultOf(baseline: string): string {
  const result = probeResultFile(baseline);
  return baseline.endsWith(RECORDING_SUFFIX) && existsSync(result) ? result : baseline;
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

async function probe(run: FilledRun, reaper: ReaperClient, checked: Checked): Promise<number> {
  const file = await recordingPath(run);
  if (!file.ok) {
    run.writeError(`tierscope: ${file.error}\n`);
    return 3;
  }
  let tenths = 0;
  const end = await runProbe({
    ...options(run, reaper, file.value),
    onProgress: ({ done, total }) => {
      // A line for each tenth: a pipeline keeps what a terminal would overwrite.
      const tenth = total === 0 ? 10 : Math.floor((done * 10) / total);
      if (tenth <= tenths) return;
      tenths = tenth;
      run.writeError(`tierscope: ${done} of ${total} cases\n`);
    },
  });
  if (end.fault !== '') run.writeError(`tierscope: ${end.fault}\n`);
  const { baseline, format, failOn } = checked;
  const { redactor } = run;
  const report =
    baseline === undefined
      ? end.report
      : besideProbeBaseline(end.report, baseline, (id) => redactor.redactText(id));
  const shared = (whole: ProbeReport) => (run.redact ? redactedDocument(whole, redactor) : whole);
  const shown = shared(report);
  run.write(printed(shown, format, end.lines));
  if (run.redact) writeReplaced(run, redactor);
  if (!(await addSummary(run, format, shown))) return 3;
  const isNotStarted = report.counts.passed + report.counts.failed === 0;
  if (isNotStarted || end.fault !== '') return 3;
  if (run.updatesBaseline === true) return (await keepBaseline(run, shared(end.report))) ? 0 : 3;
  return probeFails(report, failOn) ? 1 : 0;
}

/** Writes the report over the baseline; false if the file cannot be written, which is said. */
async function keepBaseline({ baseline = '', writeError }: ProbeRun, report: ProbeReport): Promise<boolean> {
  try {
    await writeFile(baseline, `${JSON.stringify(report, null, 2)}\n`);
    return true;
  } catch (error) {
    writeError(`tierscope: ${baseline} cannot be written: ${fileFailure(error)}.\n`);
    return false;
  }
}

/** Adds the report to the summary of a workflow; false if the file cannot be written, which is said. */
async function addSummary(
  { summaryFile = '', writeError }: ProbeRun,
  format: ReportFormat,
  report: ProbeReport,
): Promise<boolean> {
  if (format !== 'github' || summaryFile === '') return true;
  try {
    await appendFile(summaryFile, markdownText(probeDocument(report)));
    return true;
  } catch (error) {
    writeError(`tierscope: ${summaryFile} cannot be written: ${fileFailure(error)}.\n`);
    return false;
  }
}

function options(run: FilledRun, reaper: ReaperClient, file: string | undefined): ProbeOptions {
  const { command, args, cwd, env, timeoutMs, calls, seed, budgetMs, version, signal } = run;
  const { only, skip, maxDurationMs, startedAt } = run;
  return {
    spec: { command, args, cwd, env },
    label: run.label ?? serverLabel(command, args),
    settings: { timeoutMs, ...spoken(run) },
    version,
    allowed: calls,
    expected: run.expected,
    seed,
    budgetMs,
    report: {
      ...{ only, skip, maxDurationMs, hosts: hostTable(), redactor: run.redactor },
      project: { ...NO_PROJECT, rules: run.rules },
    },
    file,
    startedAt: startedAt.toISOString(),
    reaper,
    platform: process.platform,
    now: () => performance.now(),
    limits: { startMs: timeoutMs },
    ...(run.picks === undefined ? {} : { picks: run.picks }),
    suite: run.suiteRun,
    signal,
  };
}

/** What is typed goes before what the suite names. */
function spoken({ era, revision, suiteRun }: FilledRun): Pick<ProbeOptions['settings'], 'era' | 'revision'> {
  if (revision !== null) return { era, revision };
  const pinned = suiteRun?.suite.revision ?? '';
  return pinned === '' || era !== 'auto' ? { era } : { era: eraOf(pinned), revision: pinned };
}

async function recordingPath({
  out,
  dataFolder,
  label,
  command,
  args,
  startedAt,
}: ProbeRun): Promise<Result<string>> {
  if (out !== null)
    return existsSync(out) ? err(`${out} is there already, and is not written over.`) : ok(out);
  return probeFile(dataFolder, startedAt, label ?? serverLabel(command, args));
}

function printed(report: ProbeReport, format: ReportFormat, lines: ProbeEnd['lines']): string {
  switch (format) {
    case 'text':
      return terminalText(probeDocument(report));
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'markdown':
      return markdownText(probeDocument(report));
    case 'junit':
      return probeJunit(report);
    case 'sarif':
      return `${JSON.stringify(
        reportSarif(findingsReport(report), () => lines),
        null,
        2,
      )}\n`;
    case 'github':
      return reportGithub(findingsReport(report), () => lines);
  }
}

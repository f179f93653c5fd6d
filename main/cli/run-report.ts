import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { jsonPieces } from '../../app/base/json-pieces.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { Redactor } from '../../app/frame/redaction/redactor.ts';
import { hostTable, type OwnHosts } from '../../app/hosts/lens/host-table.ts';
import { readViewers } from '../../app/hosts/tools/tool-judge.ts';
import { joinedWith, type TranscriptReads } from '../../app/recording/transcript-reads.ts';
import {
  type Baseline,
  baselineOf,
  compareToBaseline,
  failsOn,
  readBaseline,
} from '../../app/report/baseline.ts';
import { checked, LineMap, ReportBuilder } from '../../app/report/build-report.ts';
import { redactedReports } from '../../app/report/redacted-report.ts';
import { type FailOn, type RecordingReport, type Report, readFailOn } from '../../app/report/report.ts';
import { reportMarkdown, reportText } from '../../app/report/report-document.ts';
import { reportGithub } from '../../app/report/report-github.ts';
import { reportJunit } from '../../app/report/report-junit.ts';
import type { ReportOptions } from '../../app/report/report-options.ts';
import { reportSarif } from '../../app/report/report-sarif.ts';
import type { ProjectFault } from '../profiles/checked-project.ts';
import { checkedProject, isRule, wrongUse } from '../profiles/checked-project.ts';
import { entriesOf } from '../profiles/import-from-hosts.ts';
import { readAnyRecording, recordingsAt } from '../recording/import/read-any-recording.ts';
import { transcriptReads, transcriptsAmong } from '../recording/import/read-transcripts.ts';
import { replaceFile } from '../system/changed-file.ts';
import { type CommandOutput, writePieces, writeReplaced } from '../system/command-output.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';
import type { ReportFilters } from './options.ts';
import type { ReportRequest } from './recording-commands.ts';

export type ReportRun = CommandOutput &
  ReportRequest &
  SummaryPlace & {
    /** The user's own host files. */
    readonly ownHosts?: readonly OwnHosts[];
  };

/** The `--fail-on` conditions, if they and the rules of `--only` and `--skip` are known. */
export function checkedFilters({
  failOn = [],
  only = [],
  skip = [],
}: ReportFilters): Result<FailOn[], ProjectFault> {
  const kinds = readFailOn(failOn);
  if (!kinds.ok) return err(wrongUse(kinds.error));
  const unknown = [...only, ...skip].find((id) => !isRule(id));
  return unknown === undefined ? kinds : err(wrongUse(`there is no rule "${unknown}".`));
}

/** Prints the problems and returns the exit code. */
export function refused({ writeError }: CommandOutput, { problems, isUnreadable }: ProjectFault): number {
  for (const problem of problems) writeError(`tierscope: ${problem}\n`);
  return isUnreadable ? 3 : 2;
}

/** Returns the exit code: 0 done, 1 a `failOn` condition or a slow call, 2 an invalid option, 3 an unreadable file. */
export async function runReport(run: ReportRun): Promise<number> {
  const { format } = run;
  const failOn = checkedFilters(run);
  if (!failOn.ok) return refused(run, failOn.error);
  const options = await optionsOf(run);
  if (!options.ok) return refused(run, options.error);
  const baseline = await baselineOfRun(run, options.value);
  if (!baseline.ok) return refused(run, { problems: [baseline.error], isUnreadable: true });
  const read = await readAll(run, options.value);
  const lines = new Map(read.recordings.map(({ report, lines: own }) => [report.path, own]));
  const bare: Report = {
    tool: { name: 'tierscope', version: run.version },
    recordings: read.recordings.map(({ report }) => report),
  };
  const report = baseline.value === undefined ? bare : compareToBaseline(bare, baseline.value);
  const { redactor } = options.value;
  const shared = (whole: Report) => ({
    ...whole,
    recordings: redactedReports(whole.recordings, redactor),
  });
  const shown = shared(report);
  writePieces(run, printed(shown, format, failOn.value, lines));
  const kept = await keepFiles(run, shown, () => shared(bare));
  writeReplaced(run, redactor);
  if (!kept.ok) run.writeError(`tierscope: ${kept.error}\n`);
  if (read.failed || !kept.ok) return 3;
  if (run.updatesBaseline === true) return 0;
  return failsOn(report, failOn.value, baseline.value) ? 1 : 0;
}

async function optionsOf(run: ReportRun): Promise<Result<ReportOptions, ProjectFault>> {
  const project = await checkedProject(run.projectFile, process.cwd());
  if (!project.ok) return project;
  const { path, settings, passedOver } = project.value;
  if (passedOver !== '') run.writeError(`tierscope: ${passedOver}\n`);
  const hosts = hostTable(run.ownHosts);
  const hostName = run.hostName ?? settings.host;
  const viewers = hostName === undefined ? ok({}) : readViewers(hosts, hostName);
  if (!viewers.ok)
    return err(wrongUse(`${run.hostName === undefined ? `${path}, host` : '--host'}: ${viewers.error}`));
  const redactor = run.redact ? new Redactor() : undefined;
  return ok({ ...run, hosts, ...viewers.value, project: settings, redactor });
}

/** The known findings; a baseline about to be created has none. */
async function baselineOfRun(run: ReportRun, options: ReportOptions): Promise<Result<Baseline | undefined>> {
  if (run.baseline === undefined) return ok(undefined);
  if (run.updatesBaseline === true && !existsSync(run.baseline)) return ok(undefined);
  return baselineAt(run.baseline, options);
}

/** Overwrites a baseline, which is committed like any file of a repository. Fails with a sentence. */
export async function keepBaseline(file: string, report: object): Promise<Result<null>> {
  const kept = await replaceFile(file, `${JSON.stringify(report, null, 2)}\n`, { isShared: true });
  return kept.ok ? kept : err(`${file} ${kept.error}.`);
}

/** Writes the files that outlive this run: the baseline and the workflow summary. */
async function keepFiles(run: ReportRun, report: Report, withoutStates: () => Report): Promise<Result<null>> {
  const { baseline: file = '', updatesBaseline } = run;
  if (updatesBaseline === true) {
    const earlier = existsSync(file) ? await readText(file) : ok('');
    if (!earlier.ok) return earlier;
    if (earlier.value !== '' && readBaseline(earlier.value) === undefined)
      return err(`${file} is not a report in JSON, so it is not written over.`);
    const kept = await keepBaseline(file, withoutStates());
    if (!kept.ok) return kept;
  }
  return addSummary(run, () => reportMarkdown(report));
}

/** Reads a file; fails with a sentence. */
async function readText(file: string): Promise<Result<string>> {
  try {
    return ok(String(await readRegular(file)));
  } catch (error) {
    return err(`${file} cannot be opened: ${fileFailure(error)}.`);
  }
}

/** A workflow's summary file, which gets Markdown if the format is GitHub's. */
export type SummaryPlace = { readonly format: string; readonly summaryFile?: string | undefined };

/** Appends to the summary of a workflow step. Fails with a sentence. */
export async function addSummary(
  { format, summaryFile = '' }: SummaryPlace,
  markdown: () => string,
): Promise<Result<null>> {
  if (format !== 'github' || summaryFile === '') return ok(null);
  return appendFile(summaryFile, markdown()).then(
    () => ok(null),
    (error) => err(`${summaryFile} cannot be written: ${fileFailure(error)}.`),
  );
}

type ReadReport = { readonly report: RecordingReport; readonly lines: LineMap };

async function readAll(
  run: ReportRun,
  options: ReportOptions,
): Promise<{ recordings: ReadReport[]; failed: boolean }> {
  const recordings: ReadReport[] = [];
  let failed = false;
  const reads = await readsAmong(run.files);
  for (const path of run.files) {
    const files = await recordingsAt(path);
    for (const file of files.ok ? files.value : []) {
      const read = await readReport(file, options, reads);
      if (read.ok) recordings.push(read.value);
      else run.writeError(`tierscope: ${(await entriesOf(file)) ?? read.error}\n`);
      failed ||= !read.ok;
    }
    if (!files.ok) run.writeError(`tierscope: ${files.error}\n`);
    failed ||= !files.ok;
  }
  return { recordings, failed };
}

/** What the transcripts beside other recordings say that a model read. */
async function readsAmong(files: readonly string[]): Promise<TranscriptReads | undefined> {
  const transcripts = files.length > 1 ? await transcriptsAmong(files) : [];
  const reads = transcripts.length === 0 ? undefined : await transcriptReads(transcripts);
  return reads?.ok ? reads.value : undefined;
}

async function readReport(
  path: string,
  options: ReportOptions,
  reads?: TranscriptReads,
): Promise<Result<ReadReport>> {
  const builder = new ReportBuilder(checked, options);
  const join = reads && joinedWith(reads);
  const read = await readAnyRecording(path, {
    onRecord: (record, line, from) => builder.take(join?.(record, from) ?? record, line),
  });
  if (!read.ok) return read;
  const report = builder.finish(path, read.value.format, read.value.problems);
  return ok({ report, lines: builder.lines });
}

/** The known findings, from a JSON report or another recording. */
async function baselineAt(path: string, options: ReportOptions): Promise<Result<Baseline>> {
  const text = await readText(path);
  if (!text.ok) return text;
  const earlier = readBaseline(text.value);
  if (earlier !== undefined) return ok(earlier);
  const read = await readReport(path, options);
  if (read.ok) {
    const known = redactedReports([read.value.report], options.redactor);
    return ok(baselineOf(known.flatMap(({ sessions }) => sessions)));
  }
  return err(`${path} is not a baseline: it is neither a report in JSON nor a recording.`);
}

function printed(
  report: Report,
  format: string,
  failOn: readonly FailOn[],
  lines: ReadonlyMap<string, LineMap>,
): Iterable<string> {
  const linesOf = ({ path }: RecordingReport): LineMap => lines.get(path) ?? new LineMap();
  switch (format) {
    case 'text':
      return reportText(report);
    case 'markdown':
      return [reportMarkdown(report)];
    case 'github':
      return [reportGithub(report, linesOf)];
    case 'junit':
      return [reportJunit(report, failOn)];
    default:
      return jsonLines(format === 'sarif' ? reportSarif(report, linesOf) : report);
  }
}

function* jsonLines(value: object): Iterable<string> {
  yield* jsonPieces(value);
  yield '\n';
}

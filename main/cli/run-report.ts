import { err, ok, type Result } from '../../app/base/result.ts';
import { ruleById } from '../../app/findings/all-rules.ts';
import { hostTable, type OwnHosts } from '../../app/host-lens/host-table.ts';
import { readHost } from '../../app/host-lens/lens.ts';
import {
  type Baseline,
  baselineOf,
  besideBaseline,
  failsOn,
  readBaseline,
} from '../../app/report/baseline.ts';
import { checked, type LineMap, ReportBuilder } from '../../app/report/build-report.ts';
import { HOST_RULES } from '../../app/report/explain/host-advice.ts';
import {
  type FailOn,
  REPORT_FORMATS,
  type RecordingReport,
  type Report,
  type ReportFormat,
  readFailOn,
} from '../../app/report/report.ts';
import { reportGithub } from '../../app/report/report-github.ts';
import { reportJunit } from '../../app/report/report-junit.ts';
import { reportMarkdown } from '../../app/report/report-markdown.ts';
import type { ReportOptions } from '../../app/report/report-options.ts';
import { reportSarif } from '../../app/report/report-sarif.ts';
import { reportText } from '../../app/report/report-text.ts';
import { readAnyRecording } from '../recording/import/read-any-recording.ts';
import { recordingsAt } from '../recording/recordings-at.ts';
import type { CommandOutput } from '../system/command-output.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readRegular } from '../system/regular-file.ts';

export type ReportRun = CommandOutput & {
  /** Recordings, and folders of them. */
  readonly files: readonly string[];
  readonly format: string;
  /** The values of `--fail-on`. */
  readonly failOn: readonly string[];
  /** The ids of rules. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly maxDurationMs?: number | undefined;
  /** An earlier report in JSON, or a recording. */
  readonly baseline?: string | undefined;
  /** A host of the table by its id, with its version behind an @ if that is known. */
  readonly hostName?: string | undefined;
  /** What the user's own files say of hosts. */
  readonly ownHosts?: readonly OwnHosts[];
};

/**
 * Reports on recordings and gives the exit code: 0 done, 1 something of `failOn` is there or a call was too slow,
 * 2 a wrong value of an option, 3 a file could not be opened (the others are reported all the same).
 */
export async function runReport(run: ReportRun): Promise<number> {
  const format = REPORT_FORMATS.find((one) => one === run.format);
  const failOn = readFailOn(run.failOn);
  const unknownRule = [...(run.only ?? []), ...(run.skip ?? [])].find((id) => !isRule(id));
  const hosts = hostTable(run.ownHosts);
  const host = run.hostName === undefined ? ok(undefined) : readHost(hosts, run.hostName);
  if (format === undefined) {
    run.writeError(`tierscope: --format knows ${REPORT_FORMATS.join(', ')}, but not "${run.format}".\n`);
    return 2;
  }
  if (!failOn.ok || unknownRule !== undefined) {
    run.writeError(`tierscope: ${failOn.ok ? `there is no rule "${unknownRule}".` : failOn.error}\n`);
    return 2;
  }
  if (!host.ok) {
    run.writeError(`tierscope: --host: ${host.error}\n`);
    return 2;
  }
  const options = { ...run, hosts, host: host.value };
  const baseline = run.baseline === undefined ? ok(undefined) : await baselineAt(run.baseline, options);
  if (!baseline.ok) {
    run.writeError(`tierscope: ${baseline.error}\n`);
    return 3;
  }
  const read = await readAll(run, options);
  const lines = new Map(read.recordings.map(({ report, lines: own }) => [report.path, own]));
  const bare: Report = {
    tool: { name: 'tierscope', version: run.version },
    recordings: read.recordings.map(({ report }) => report),
  };
  const report = baseline.value === undefined ? bare : besideBaseline(bare, baseline.value);
  run.write(printed(report, format, failOn.value, lines));
  if (read.failed) return 3;
  return failsOn(report, failOn.value, baseline.value) ? 1 : 0;
}

export function isRule(id: string): boolean {
  return ruleById(id) !== undefined || Object.hasOwn(HOST_RULES, id);
}

type ReadReport = { readonly report: RecordingReport; readonly lines: LineMap };

/** Every recording that can be opened; for each other one a sentence goes to stderr. */
async function readAll(
  run: ReportRun,
  options: ReportOptions,
): Promise<{ recordings: ReadReport[]; failed: boolean }> {
  const recordings: ReadReport[] = [];
  let failed = false;
  for (const path of run.files) {
    const files = await recordingsAt(path);
    for (const file of files.ok ? files.value : []) {
      const read = await readReport(file, options);
      if (read.ok) recordings.push(read.value);
      else run.writeError(`tierscope: ${read.error}\n`);
      failed ||= !read.ok;
    }
    if (!files.ok) run.writeError(`tierscope: ${files.error}\n`);
    failed ||= !files.ok;
  }
  return { recordings, failed };
}

async function readReport(path: string, options: ReportOptions): Promise<Result<ReadReport>> {
  const builder = new ReportBuilder(checked, options);
  const read = await readAnyRecording(path, { onRecord: (record, line) => builder.take(record, line) });
  if (!read.ok) return read;
  const report = builder.finish(path, read.value.format, read.value.problems);
  return ok({ report, lines: builder.lines });
}

/** What is known before: by a report in JSON, or by another recording. */
async function baselineAt(path: string, options: ReportOptions): Promise<Result<Baseline>> {
  try {
    const earlier = readBaseline(String(await readRegular(path)));
    if (earlier !== undefined) return ok(earlier);
  } catch (error) {
    return err(`${path} cannot be opened: ${fileFailure(error)}.`);
  }
  const read = await readReport(path, options);
  if (read.ok) return ok(baselineOf(read.value.report.sessions));
  return err(`${path} is no baseline: it is neither a report in JSON nor a recording.`);
}

function printed(
  report: Report,
  format: ReportFormat,
  failOn: readonly FailOn[],
  lines: ReadonlyMap<string, LineMap>,
): string {
  switch (format) {
    case 'text':
      return report.recordings.length === 0 ? '' : reportText(report);
    case 'markdown':
      return report.recordings.length === 0 ? '' : reportMarkdown(report);
    case 'github':
      return reportGithub(report, (recording) => linesIn(lines, recording));
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'junit':
      return reportJunit(report, failOn);
    case 'sarif':
      return `${JSON.stringify(
        reportSarif(report, (recording) => linesIn(lines, recording)),
        null,
        2,
      )}\n`;
  }
}

function linesIn(lines: ReadonlyMap<string, LineMap>, recording: RecordingReport): LineMap {
  const found = lines.get(recording.path);
  if (found === undefined) throw new Error(`a recording without lines: ${recording.path}`);
  return found;
}

import { type LineMap, ReportBuilder } from '../../app/report/build-report.ts';
import {
  type FailOn,
  failsOn,
  REPORT_FORMATS,
  type RecordingReport,
  type Report,
  type ReportFormat,
  readFailOn,
} from '../../app/report/report.ts';
import { reportGithub } from '../../app/report/report-github.ts';
import { reportJunit } from '../../app/report/report-junit.ts';
import { reportMarkdown } from '../../app/report/report-markdown.ts';
import { reportSarif } from '../../app/report/report-sarif.ts';
import { reportText } from '../../app/report/report-text.ts';
import { readAnyRecording } from '../recording/import/read-any-recording.ts';
import type { CommandOutput } from '../system/command-output.ts';

export type ReportRun = CommandOutput & {
  readonly files: readonly string[];
  readonly format: string;
  /** The values of `--fail-on`. */
  readonly failOn: readonly string[];
};

/**
 * Reports on recordings and gives the exit code: 0 done, 1 something of `failOn` is there,
 * 2 a wrong value of an option, 3 a file could not be opened (the others are reported all the same).
 */
export async function runReport(run: ReportRun): Promise<number> {
  const format = REPORT_FORMATS.find((one) => one === run.format);
  const failOn = readFailOn(run.failOn);
  if (format === undefined) {
    run.writeError(`tierscope: --format knows ${REPORT_FORMATS.join(', ')}, but not "${run.format}".\n`);
    return 2;
  }
  if (!failOn.ok) {
    run.writeError(`tierscope: ${failOn.error}\n`);
    return 2;
  }
  const lines = new Map<RecordingReport, LineMap>();
  for (const path of run.files) {
    const builder = new ReportBuilder();
    const read = await readAnyRecording(path, { onRecord: (record, line) => builder.take(record, line) });
    if (read.ok) lines.set(builder.finish(path, read.value.format, read.value.problems), builder.lines);
    else run.writeError(`tierscope: ${read.error}\n`);
  }
  const report: Report = {
    tool: { name: 'tierscope', version: run.version },
    recordings: [...lines.keys()],
  };
  run.write(printed(report, format, failOn.value, lines));
  if (lines.size < run.files.length) return 3;
  return failsOn(report, failOn.value) ? 1 : 0;
}

function printed(
  report: Report,
  format: ReportFormat,
  failOn: readonly FailOn[],
  lines: ReadonlyMap<RecordingReport, LineMap>,
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

function linesIn(lines: ReadonlyMap<RecordingReport, LineMap>, recording: RecordingReport): LineMap {
  const found = lines.get(recording);
  if (found === undefined) throw new Error(`a recording without lines: ${recording.path}`);
  return found;
}

import type { LineMap } from './build-report.ts';
import { findingLabel, otherFindings, placesText, problemsOf, problemTitle } from './problems.ts';
import type { RecordingReport, Report, ReportError } from './report.ts';

type Level = 'error' | 'warning' | 'notice';

/** The report as annotations of a GitHub workflow ("Workflow commands"), at the line of the first record. */
export function reportGithub(report: Report, linesOf: (recording: RecordingReport) => LineMap): string {
  const lines = report.recordings.flatMap((recording) => annotations(recording, linesOf(recording)));
  return lines.map((line) => `${line}\n`).join('');
}

function annotations({ path, sessions }: RecordingReport, lines: LineMap): string[] {
  const at = (level: Level, title: string, text: string, seq: number) =>
    `::${level} file=${property(path)},line=${lines.lineOf(seq)},title=${property(title)}::${message(text)}`;
  return sessions.flatMap((session) => [
    ...problemsOf(session).flatMap(({ group, error }) => {
      if (error === undefined || error.provoked || error.expected) return [];
      const title = `${problemTitle(error)} · ${placesText(group)}`;
      return [
        at(levelOf(error), title, [error.explanation, error.todo].filter(Boolean).join('\n'), group.first),
      ];
    }),
    ...otherFindings(session).map(({ finding, seqs }) => {
      const level =
        finding.severity === 'violation' ? 'error' : finding.severity === 'advice' ? 'warning' : 'notice';
      const text = [finding.message, finding.todo].filter(Boolean).join('\n');
      return at(
        level,
        `${finding.rule} ${finding.title} (${findingLabel(finding)})`,
        text,
        seqs[0] ?? finding.seq,
      );
    }),
  ]);
}

/** A tool error is no fault by itself: it is meant for the model. */
function levelOf({ tier, findings }: ReportError): Level {
  if (findings.some(({ severity }) => severity === 'violation')) return 'error';
  return tier === 'protocol' || tier === 'transport' ? 'error' : 'warning';
}

function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

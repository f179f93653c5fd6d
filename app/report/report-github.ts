import type { LineMap } from './build-report.ts';
import {
  annotationText,
  findingLabel,
  otherFindings,
  placesText,
  problemsOf,
  problemTitle,
} from './problems.ts';
import type { GroupState, RecordingReport, Report, ReportError } from './report.ts';

type Level = 'error' | 'warning' | 'notice';

/**
 * The report as GitHub workflow annotations ("Workflow commands") at the line of the first record, folded per
 * recording. With a baseline, new problems are errors and known ones notices.
 */
export function reportGithub(report: Report, linesOf: (recording: RecordingReport) => LineMap): string {
  return report.recordings
    .map((recording) => githubGroup(recording.path, annotations(recording, linesOf(recording))))
    .join('');
}

/** Lines that fold under a title in a workflow's log; empty for none. */
export function githubGroup(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [`::group::${message(title)}`, ...lines, '::endgroup::', ''].join('\n');
}

function annotations({ path, sessions }: RecordingReport, lines: LineMap): string[] {
  const at = (level: Level, title: string, text: string, seq: number) =>
    `::${level} file=${property(path)},line=${lines.lineOf(seq)},title=${property(title)}::${message(text)}`;
  return sessions.flatMap((session) => [
    ...problemsOf(session).flatMap(({ group, error }) => {
      if (error === undefined || error.provoked || error.expected) return [];
      const { state } = group;
      const title = `${problemTitle(error)} · ${placesText(group)}${stateText(state)}`;
      const level = state === 'new' ? 'error' : levelBeside(state, levelOf(error));
      const text = annotationText(error, ['cause', 'message', 'what', 'do']).join('\n');
      return [at(level, title, text, group.first)];
    }),
    ...otherFindings(session).map(({ finding, seqs, state }) => {
      const { rule, title, message: what, todo, severity } = finding;
      return at(
        levelBeside(state, LEVELS[severity]),
        `${rule} ${title} (${findingLabel(finding)})${stateText(state)}`,
        [what, todo].filter(Boolean).join('\n'),
        seqs[0] ?? finding.seq,
      );
    }),
  ]);
}

const LEVELS = { violation: 'error', advice: 'warning', info: 'notice' } as const;

function levelBeside(state: GroupState, level: Level): Level {
  return state === 'known' ? 'notice' : level;
}

function stateText(state: GroupState): string {
  return state === null ? '' : ` (${state})`;
}

/** A tool error alone is not a fault: it is meant for the model. */
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

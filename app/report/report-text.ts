import { oneLine, textColumns } from '../base/text-columns.ts';
import { shortened, wrapped } from '../base/wrapped-text.ts';
import {
  type Detail,
  errorDetails,
  findingLabel,
  type OtherFinding,
  otherFindings,
  type Problem,
  placesText,
  problemsOf,
  problemTitle,
} from './problems.ts';
import type { ErrorFinding, RecordingReport, Report, SessionReport } from './report.ts';

const WIDTH = 100;
const LABEL = 8;
/** Longer texts are cut: the JSON report and the recording hold all of them. */
const MAX_CHARS = 480;
const MAX_SEQS = 8;

/** The report for people: per recording its problems, per session the tiers, the errors by cause, findings, tools. */
export function reportText(report: Report): string {
  return `${report.recordings.map(recordingText).join('\n\n')}\n`;
}

function recordingText({ path, problems, sessions }: RecordingReport): string {
  const listed = problems.map(({ line, message }) => (line === 0 ? message : `line ${line}: ${message}`));
  const blocks = sessions.map(sessionLines);
  const lines = [path, ...section('problems', listed), ...blocks.flat()];
  return blocks.length === 0 ? [...lines, '  no session in this recording'].join('\n') : lines.join('\n');
}

function sessionLines(session: SessionReport): string[] {
  const spoken = new Set<string>();
  const problems = problemsOf(session).flatMap((problem) => ['', ...problemLines(problem, spoken)]);
  const others = otherFindings(session).flatMap((other) => ['', ...otherLines(other)]);
  return [
    `  ${heading(session)}`,
    ...indented(countLines(session)),
    ...problems,
    ...others,
    ...(session.tools.length === 0 ? [] : ['', ...section('tools', toolLines(session), 2)]),
  ];
}

function heading({ session, label, server, protocolVersion, vocabulary }: SessionReport): string {
  const unnamed = protocolVersion === null ? 'no handshake' : 'a server without a name';
  const peer = server === null ? unnamed : `${server.name} ${server.version}`.trim();
  const parts = [session, ...(label === session ? [] : [label]), peer];
  if (protocolVersion !== null) parts.push(protocolVersion);
  if (vocabulary !== null) parts.push(`${vocabulary.id} (${Math.round(vocabulary.confidence * 100)} %)`);
  return parts.map(oneLine).join(' · ');
}

function countLines({ counts }: SessionReport): string[] {
  const { frames, requests, notifications, ok, tool, protocol, client, transport, provoked, unanswered } =
    counts;
  const expected = provoked === undefined ? '' : ` · caused on purpose ${provoked}`;
  return [
    `frames ${frames} · requests ${requests} · notifications ${notifications} · unanswered ${unanswered}`,
    `ok ${ok} · tool ${tool} · protocol ${protocol} · client ${client} · transport ${transport}${expected}`,
  ];
}

function problemLines({ group, error }: Problem, spoken: Set<string>): string[] {
  const state = group.state === null ? '' : ` (${group.state})`;
  if (error === undefined) {
    const { text } = group;
    const title = problemTitle(group);
    return [`    ${oneLine(`${title}${state}`)}`, ...detail({ label: 'message', text })];
  }
  const expected = error.provoked || error.expected ? ' (expected)' : '';
  const title = `${problemTitle(error)}${expected} · ${placesText(group)}${state}`;
  return [
    ...wrapped(oneLine(title), WIDTH - 4).map((line) => `    ${line}`),
    ...errorDetails(error).flatMap(detail),
    ...error.findings.flatMap((finding) => findingLines(finding, error.todo, spoken)),
  ];
}

/** A rule shows its title and its frames once for a session: they hardly differ from error to error. */
function findingLines(finding: ErrorFinding, todo: string, spoken: Set<string>): string[] {
  const { rule, title, message, before, after } = finding;
  const again = spoken.has(rule);
  spoken.add(rule);
  const said = `${findingLabel(finding)}: ${again ? '' : `${title}. `}${message}`;
  // What is no rule of the table has a name that is longer than the column.
  const [label, text] = rule.length < LABEL ? [rule, said] : ['finding', `${rule} ${said}`];
  return [
    ...detail({ label, text }),
    ...(finding.todo === '' || todo.includes(finding.todo)
      ? []
      : detail({ label: 'do', text: finding.todo })),
    ...(again ? [] : frameLines(before, after)),
  ];
}

function frameLines(before: string | null, after: string | null): string[] {
  return [
    ...(before === null || after === null ? [] : detail({ label: 'before', text: before })),
    ...(after === null ? [] : detail({ label: 'after', text: after })),
  ];
}

function otherLines({ finding, seqs }: OtherFinding): string[] {
  const { rule, title, message, todo, before, after } = finding;
  const shown = seqs.slice(0, MAX_SEQS).map((seq) => `#${seq}`);
  const more = seqs.length > MAX_SEQS ? ` and ${seqs.length - MAX_SEQS} more` : '';
  const head = `${rule} ${findingLabel(finding)}: ${title} · ${shown.join(' ')}${more}`;
  return [
    ...wrapped(oneLine(head), WIDTH - 4).map((line) => `    ${line}`),
    ...detail({ label: 'what', text: message }),
    ...(todo === '' ? [] : detail({ label: 'do', text: todo })),
    ...frameLines(before, after),
  ];
}

/** A label and its text, which goes on below itself. */
function detail({ label, text }: Detail): string[] {
  const lines = wrapped(shortened(oneLine(text).trim(), MAX_CHARS), WIDTH - 6 - LABEL);
  return lines.map((line, index) => `      ${(index === 0 ? label : '').padEnd(LABEL)}${line}`);
}

function toolLines({ tools }: SessionReport): string[] {
  const head = ['name', 'calls', 'ok', 'tool', 'protocol', 'client', 'p50 ms', 'p95 ms'];
  const rows = tools.map((one) => [
    shortened(oneLine(one.name), 40),
    ...[one.calls, one.ok, one.tool, one.protocol, one.client, one.p50Ms, one.p95Ms],
  ]);
  return textColumns([head, ...rows]);
}

function section(name: string, lines: readonly string[], depth = 1): string[] {
  if (lines.length === 0) return [];
  return [`${'  '.repeat(depth)}${name}`, ...indented(lines, depth + 1)];
}

function indented(lines: readonly string[], depth = 2): string[] {
  return lines.map((line) => `${'  '.repeat(depth)}${line}`);
}

import { inlineCode, inlineText, jsonBlock } from '../base/markdown-text.ts';
import { shortened } from '../base/wrapped-text.ts';
import { ERROR_TIERS } from '../frame/tier.ts';
import {
  errorDetails,
  findingLabel,
  type OtherFinding,
  otherFindings,
  type Problem,
  placesText,
  problemsOf,
  problemTitle,
} from './problems.ts';
import type { ErrorFinding, RecordingReport, Report, ReportError, SessionReport } from './report.ts';

/** The messages of an error as they were on the wire; none that are not known. */
export type FramesOf = (session: SessionReport, error: ReportError) => readonly string[];

const NO_FRAMES: FramesOf = () => [];
const MAX_SEQS = 12;
/** Longer texts are cut: the recording holds all of them. */
const MAX_CHARS = 1500;

/** The report as Markdown, for an issue or a pull request. */
export function reportMarkdown(report: Report): string {
  return `${report.recordings.map((recording) => [...recordingMarkdown(recording)].join('')).join('\n')}`;
}

function* recordingMarkdown({ path, problems, sessions }: RecordingReport): Generator<string> {
  yield `# ${inlineText(path)}\n`;
  for (const { line, message } of problems) {
    yield `\n- ${inlineText(line === 0 ? message : `line ${line}: ${message}`)}\n`;
  }
  if (sessions.length === 0) yield '\nNo session is in this recording.\n';
  for (const session of sessions) yield* sessionMarkdown(session);
}

/** One session: who the server is, how many errors of each tier, each problem with what to do, findings, tools. */
export function* sessionMarkdown(session: SessionReport, framesOf: FramesOf = NO_FRAMES): Generator<string> {
  const { label, server, protocolVersion, vocabulary, counts } = session;
  yield `\n## ${inlineText(label)}\n\n`;
  if (server !== null) yield `- Server: ${inlineText(`${server.name} ${server.version}`.trim())}\n`;
  if (protocolVersion !== null) yield `- Protocol revision: ${inlineText(protocolVersion)}\n`;
  if (vocabulary !== null) {
    yield `- Vocabulary: ${inlineText(vocabulary.id)} (${Math.round(vocabulary.confidence * 100)} %)\n`;
  }
  yield `- Frames: ${counts.frames}, requests: ${counts.requests}, notifications: ${counts.notifications}, unanswered: ${counts.unanswered}\n\n`;
  yield `| tier | count |\n|---|---:|\n| ok | ${counts.ok} |\n`;
  for (const tier of ERROR_TIERS) yield `| ${tier} | ${counts[tier]} |\n`;
  if (counts.provoked !== undefined) {
    yield `\nErrors that the user caused on purpose, by malformed messages or changed answers, counted in no tier: ${counts.provoked}.\n`;
  }
  const problems = problemsOf(session);
  yield problems.length === 0 ? '\nNo errors.\n' : '\n### Errors\n';
  for (const problem of problems) yield problemMarkdown(problem, session, framesOf);
  const others = otherFindings(session);
  if (others.length > 0) yield '\n### Findings beside the errors\n';
  for (const other of others) yield otherMarkdown(other);
  yield* toolsMarkdown(session);
}

function problemMarkdown({ group, error }: Problem, session: SessionReport, framesOf: FramesOf): string {
  const state = group.state === null ? '' : `, ${group.state}`;
  if (error === undefined) {
    const { text } = group;
    const title = problemTitle(group);
    return `\n#### ${inlineText(`${title}${state}`)}\n\n- message: ${inlineText(text)}\n`;
  }
  const title = `${problemTitle(error)}${error.provoked || error.expected ? ' (expected)' : ''} · ${placesText(group)}${state}`;
  const details = errorDetails(error).map(
    ({ label, text }) =>
      `- **${label}:** ${WIRE_LABELS.includes(label) ? inlineCode(shortened(text, MAX_CHARS)) : inlineText(shortened(text, MAX_CHARS))}\n`,
  );
  const findings = error.findings.map((finding) => findingMarkdown(finding, error.todo));
  const frames = framesOf(session, error).map((raw) => `\n${jsonBlock(raw)}`);
  return [`\n#### ${inlineText(title)}\n\n`, ...details, ...findings, ...frames].join('');
}

/** What stands for itself and not for a sentence. */
const WIRE_LABELS: readonly string[] = ['data', 'reason', 'stderr'];

function findingMarkdown(finding: ErrorFinding, todo: string): string {
  const { rule, title, message, source } = finding;
  const act = finding.todo === '' || todo.includes(finding.todo) ? '' : ` ${finding.todo}`;
  const head = `- **${rule}**, ${findingLabel(finding)}: ${inlineText(`${title}. ${message}${act}`)} (${inlineText(source)})\n`;
  return `${head}${framesMarkdown(finding)}`;
}

function otherMarkdown({ finding, seqs }: OtherFinding): string {
  const { rule, title, message, todo, source } = finding;
  const more = seqs.length > MAX_SEQS ? ` and ${seqs.length - MAX_SEQS} more` : '';
  const places = `${seqs
    .slice(0, MAX_SEQS)
    .map((seq) => `#${seq}`)
    .join(', ')}${more}`;
  return [
    `\n#### ${inlineText(`${rule}: ${title} · ${places}`)}\n\n`,
    `- ${findingLabel(finding)}: ${inlineText(message)} (${inlineText(source)})\n`,
    todo === '' ? '' : `- **do:** ${inlineText(todo)}\n`,
    framesMarkdown(finding),
  ].join('');
}

function framesMarkdown({ before, after }: ErrorFinding): string {
  if (after === null) return '';
  const was = before === null ? '' : `  - before: ${inlineCode(before)}\n`;
  return `${was}  - after: ${inlineCode(after)}\n`;
}

function* toolsMarkdown({ tools }: SessionReport): Generator<string> {
  if (tools.length === 0) return;
  yield '\n| tool | calls | ok | tool error | protocol | client | p50 ms | p95 ms |\n|---|---:|---:|---:|---:|---:|---:|---:|\n';
  for (const { name, calls, ok, tool, protocol, client, p50Ms, p95Ms } of tools) {
    yield `| ${inlineText(name)} | ${calls} | ${ok} | ${tool} | ${protocol} | ${client} | ${p50Ms} | ${p95Ms} |\n`;
  }
}

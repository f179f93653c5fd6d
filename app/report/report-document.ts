import {
  anySection,
  type Block,
  type Document,
  type Field,
  fields,
  paragraph,
  section,
} from '../base/document/document.ts';
import { markdownText } from '../base/document/markdown-writer.ts';
import { terminalLines } from '../base/document/text-writer.ts';
import { versionedName } from '../base/versioned-name.ts';
import { durationText } from '../explain/phrases.ts';
import { stepBeside } from '../explain/what-to-do.ts';
import { TIERS } from '../frame/tier.ts';
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

/** The messages of an error as on the wire; empty if unknown. */
export type FramesOf = (session: SessionReport, error: ReportError) => readonly string[];

const MAX_SEQS = 8;
/** Details that are raw values, not sentences. */
const RAW: readonly string[] = ['cause', 'at', 'code', 'arguments', 'data', 'reason', 'stderr'];
/** Rule ids fit a label; other names are longer. */
const MAX_LABEL = 7;

/** The report for a terminal, line by line. */
export function* reportText({ recordings }: Report): Generator<string> {
  for (const [index, recording] of recordings.entries()) {
    if (index > 0) yield '\n';
    yield* terminalLines(recordingDocument(recording));
  }
}

export function reportMarkdown({ recordings }: Report): string {
  return recordings.map((recording) => markdownText(recordingDocument(recording))).join('\n');
}

function recordingDocument({ path, problems, sessions }: RecordingReport): Document {
  const listed = problems.map(({ line, message }) => (line === 0 ? message : `line ${line}: ${message}`));
  return {
    title: path,
    blocks: [
      ...anySection('problems', [{ kind: 'list', items: listed }]),
      ...(sessions.length === 0 ? [paragraph('no session in this recording')] : []),
      ...sessions.map((session) => sessionSection(session)),
    ],
  };
}

/** One session: the tiers, the errors by cause with actions, their findings, the tools. */
export function sessionSection(session: SessionReport, framesOf: FramesOf = () => []): Block {
  return section(heading(session), sessionBlocks(session, framesOf));
}

function* sessionBlocks(session: SessionReport, framesOf: FramesOf): Generator<Block> {
  const { frames, requests, notifications, unanswered, provoked, ...tiers } = session.counts;
  const spoken = new Set<string>();
  yield {
    kind: 'counts',
    of: 'record',
    counts: Object.entries({ frames, requests, notifications, unanswered }),
  };
  yield {
    kind: 'counts',
    of: 'tier',
    counts: [
      ...TIERS.map((tier) => [tier, tiers[tier]] as const),
      ...(provoked === undefined ? [] : [['caused on purpose', provoked] as const]),
    ],
  };
  yield* startBlocks(session);
  for (const problem of problemsOf(session)) yield problemSection(problem, session, { spoken, framesOf });
  for (const other of otherFindings(session)) yield otherSection(other);
  yield* anySection('tools', [toolTable(session)]);
}

/** A note if the first answer took longer than some hosts wait. */
function startBlocks({ slowStart }: SessionReport): Block[] {
  if (slowStart === undefined) return [];
  const took = durationText(slowStart.firstAnswerMs);
  return [paragraph(`The first answer took ${took}. These hosts wait less by default: ${slowStart.hosts}.`)];
}

function heading({ session, label, server, protocolVersion, vocabulary }: SessionReport): string {
  const unnamed = protocolVersion === null ? 'no handshake' : 'a server without a name';
  const peer = server === null ? unnamed : versionedName(server);
  const parts = [session, ...(label === session ? [] : [label]), peer];
  if (protocolVersion !== null) parts.push(protocolVersion);
  if (vocabulary !== null) parts.push(`${vocabulary.id} (${Math.round(vocabulary.confidence * 100)} %)`);
  return parts.join(' · ');
}

function problemSection(
  { group, error }: Problem,
  session: SessionReport,
  { spoken, framesOf }: { readonly spoken: Set<string>; readonly framesOf: FramesOf },
): Block {
  const state = group.state === null ? '' : ` (${group.state})`;
  if (error === undefined) {
    return section(`${problemTitle(group)}${state}`, [fields([{ label: 'message', text: group.text }])]);
  }
  const expected = error.provoked || error.expected ? ' (expected)' : '';
  return section(`${problemTitle(error)}${expected} · ${placesText(group)}${state}`, [
    fields([
      ...errorDetails(error).map(({ label, text }) => ({ label, text, isRaw: RAW.includes(label) })),
      ...error.findings.flatMap((finding) => findingFields(finding, error, spoken)),
    ]),
    ...framesOf(session, error).map((text): Block => ({ kind: 'code', text })),
  ]);
}

/** A rule's title, source and frames are shown once per session: they hardly differ between errors. */
function findingFields(finding: ErrorFinding, error: ReportError, spoken: Set<string>): Field[] {
  const { rule, title, message, source } = finding;
  const isAgain = spoken.has(rule);
  spoken.add(rule);
  const { action } = stepBeside(finding, error.acts);
  const said = `${findingLabel(finding, error.acts)}: ${isAgain ? message : `${title}. ${message} (${source})`}`;
  return [
    rule.length <= MAX_LABEL ? { label: rule, text: said } : { label: 'finding', text: `${rule} ${said}` },
    { label: 'do', text: error.todo.includes(action) ? '' : action },
    ...(isAgain ? [] : frameFields(finding)),
  ];
}

function frameFields({ before, after }: ErrorFinding): Field[] {
  return [
    { label: 'before', text: after === null ? '' : (before ?? ''), isRaw: true },
    { label: 'after', text: after ?? '', isRaw: true },
  ];
}

function otherSection({ finding, seqs }: OtherFinding): Block {
  const { rule, title, message, todo, source } = finding;
  const shown = seqs.slice(0, MAX_SEQS).map((seq) => `#${seq}`);
  const more = seqs.length > MAX_SEQS ? ` and ${seqs.length - MAX_SEQS} more` : '';
  return section(`${rule} ${findingLabel(finding)}: ${title} · ${shown.join(' ')}${more}`, [
    fields([
      { label: 'what', text: `${message} (${source})` },
      { label: 'do', text: todo },
      ...frameFields(finding),
    ]),
  ]);
}

function toolTable({ tools }: SessionReport): Block {
  return {
    kind: 'table',
    head: ['name', 'calls', 'ok', 'tool', 'protocol', 'client', 'p50 ms', 'p95 ms'],
    rows: tools.map(({ name, calls, ok, tool, protocol, client, p50Ms, p95Ms }) => [
      ...[name, calls, ok, tool, protocol, client, p50Ms, p95Ms],
    ]),
  };
}

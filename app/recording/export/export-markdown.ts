import { groupedBy } from '../../base/grouped-by.ts';
import { writeIsoTime } from '../../base/iso-time.ts';
import { ERROR_TIERS, whoSees } from '../../frame/tier.ts';
import type { Exchange, OrphanError } from '../../session/exchange.ts';
import { type ExportedExchange, type ExportedSession, exportedSessions } from './exported-session.ts';
import { epochOf, type RecordingContent } from './recording-content.ts';

/** A report for people: who the server is, how many errors of each tier, and each error with its two messages. */
export function* exportMarkdown(content: RecordingContent): Generator<string> {
  const { header } = content;
  yield '# MCP session report\n\n';
  yield `Recorded from ${header.startedAt}.`;
  if (header.redaction !== undefined && header.redaction !== 'none') {
    yield ` Redaction: ${inlineText(header.redaction)}.`;
  }
  yield '\n';
  for (const session of exportedSessions(content.records)) {
    yield* sessionPart(session);
    yield* errorPart(content, session);
  }
}

function* sessionPart({ label, record, facts, counts, exchanges }: ExportedSession): Generator<string> {
  yield `\n## ${inlineText(label)}\n\n`;
  if (facts.server !== null) {
    yield `- Server: ${inlineText(`${facts.server.name} ${facts.server.version}`.trim())}\n`;
  }
  if (facts.protocolVersion !== null) yield `- Protocol revision: ${inlineText(facts.protocolVersion)}\n`;
  if (record?.command !== undefined) {
    yield `- Command: ${inlineCode([record.command, ...(record.args ?? [])].join(' '))}\n`;
  }
  yield `- Frames: ${counts.frames}, requests: ${counts.requests}, notifications: ${counts.notifications}\n\n`;
  yield '| tier | count | who sees it |\n|---|---:|---|\n';
  yield `| ok | ${counts.ok} | ${whoSees('ok')} |\n`;
  for (const tier of ERROR_TIERS) yield `| ${tier} | ${counts[tier]} | ${whoSees(tier)} |\n`;
  if (counts.expected > 0)
    yield `\nErrors that intentionally malformed messages have caused, counted in no tier: ${counts.expected}.\n`;
  yield `\nUnanswered requests: ${counts.unanswered}.\n`;
  yield* toolPart(exchanges);
}

function* toolPart(exchanges: readonly ExportedExchange[]): Generator<string> {
  const calls = exchanges.filter(({ exchange }) => exchange.method === 'tools/call');
  if (calls.length === 0) return;
  yield '\n| tool | calls | not ok |\n|---|---:|---:|\n';
  for (const [name, own] of groupedBy(calls, ({ exchange }) => exchange.target)) {
    const failed = own.filter(({ exchange }) => exchange.tier !== 'ok').length;
    yield `| ${inlineText(name)} | ${own.length} | ${failed} |\n`;
  }
}

function* errorPart(content: RecordingContent, session: ExportedSession): Generator<string> {
  const failed = session.exchanges.filter(({ exchange }) => exchange.tier !== 'ok');
  const orphans = session.orphans.filter(({ tier }) => tier !== 'ok');
  if (failed.length + orphans.length === 0) {
    yield '\nNo errors.\n';
    return;
  }
  yield '\n### Errors\n';
  const errors = [
    ...failed.map((item) => ({ seq: item.exchange.requestSeq, text: exchangeText(content, item) })),
    ...orphans.map((item) => ({ seq: item.seq, text: orphanText(content, item) })),
  ];
  for (const { text } of errors.sort((left, right) => left.seq - right.seq)) yield text;
}

function exchangeText({ header }: RecordingContent, { exchange, request, answer }: ExportedExchange): string {
  const at = writeIsoTime(epochOf(header, exchange.startedAt));
  const title = `${exchange.tier}: ${inlineText(callName(exchange))}, ${exchange.outcome}`;
  const code = exchange.codeText === '' ? '' : ` Code ${inlineCode(exchange.codeText)}.`;
  const message = exchange.message === '' ? '' : ` ${inlineText(exchange.message)}`;
  const lines = `#${exchange.requestSeq}${exchange.answerSeq > 0 ? `, answered in #${exchange.answerSeq}` : ', no answer'}`;
  return [
    `\n#### ${title}\n\n${lines}, ${at}.${code}${message}\n`,
    jsonBlock(request),
    answer === undefined ? '' : jsonBlock(answer),
  ].join('\n');
}

function orphanText({ header }: RecordingContent, orphan: Readonly<OrphanError>): string {
  const at = writeIsoTime(epochOf(header, orphan.at));
  return `\n#### ${orphan.tier}: outside every exchange\n\n#${orphan.seq}, ${at}. ${inlineText(orphan.message)}\n`;
}

function callName({ method, target }: Readonly<Exchange>): string {
  return target === '' ? method : `${method} ${target}`;
}

const SHOWN_CHARS = 4000;

/** Text that a Markdown reader shows as it is, on one line. */
function inlineText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, (char) => `\\${char}`);
}

/** Text in backticks, also if it holds some itself. */
function inlineCode(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(flat) + 1);
  return fence === '`' ? `\`${flat}\`` : `${fence} ${flat} ${fence}`;
}

/** A block of JSON as it was on the wire; what is too long is cut, with its length named. */
function jsonBlock(raw: string): string {
  const shown = raw.length > SHOWN_CHARS ? raw.slice(0, SHOWN_CHARS) : raw;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const rest = raw.length - shown.length;
  const cut = rest === 0 ? '' : `\n${rest} more characters are in the recording.\n`;
  return `${fence}json\n${shown}\n${fence}\n${cut}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

import type { Finding } from '../../../app/findings/finding.ts';
import { stripAnsi } from '../../../app/frame/stderr-text.ts';
import { formatDuration } from '../../ui/format/time-text.ts';

export type BugReportExchange = {
  readonly title: string;
  readonly server: string;
  readonly protocolVersion: string;
  readonly tier: string;
  readonly outcome: string;
  /** Code and name, or empty. */
  readonly code: string;
  readonly happened: string;
  /** What reaches the model, in a sentence; empty if nobody can say. */
  readonly model: string;
  /** Milliseconds, -1 for none. */
  readonly durationMs: number;
  readonly request: string;
  readonly answer: string;
  readonly stderr: readonly string[];
  readonly findings: readonly Finding[];
  /** The line that should have been sent in place of the answer; empty for none. */
  readonly right: string;
  readonly command: string;
  readonly app: string;
};

/** The exchange as Markdown, for an issue of the server's or the client's author. */
export function bugReport(exchange: BugReportExchange): string {
  const facts = [
    ['Server', exchange.server],
    ['Command', exchange.command === '' ? '' : `\`${exchange.command}\``],
    ['Protocol', exchange.protocolVersion],
    ['Tier', exchange.tier],
    ['Outcome', exchange.outcome],
    ['Code', exchange.code],
    ['Model', exchange.model],
    ['Duration', exchange.durationMs < 0 ? '' : formatDuration(exchange.durationMs)],
  ].filter(([, value]) => value !== '');
  const parts = [
    `### ${exchange.title}`,
    exchange.happened,
    facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    ...exchange.findings.map(findingPart),
    fenced('Request', exchange.request, 'json'),
    fenced('Answer', exchange.answer, 'json') || 'No answer.',
    fenced('What should have been sent instead', exchange.right, 'json'),
    fenced('stderr', stripAnsi(exchange.stderr.join('\n')), 'text'),
    `Recorded with ${exchange.app}.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A finding as Markdown: its sentences, and the wire as it would be right if no frame shows that for all findings. */
export function findingPart(finding: Finding): string {
  const { rule, title, severity, certainty, explanation, todo, source, before, after, repair } = finding;
  const wire = repair === undefined ? wirePart(before, after) : '';
  const sure = certainty === 'likely' ? `${severity}, likely` : severity;
  const sentences = [`Rule ${rule} (${sure}): ${title}.`, explanation, todo, `Source: ${source}.`];
  return [sentences.filter((sentence) => sentence !== '').join(' '), wire]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What is wrong alone is a quotation: a difference without its other half reads as if the line had to go. */
function wirePart(before: string, after: string): string {
  if (after === '') return fenced('', before, 'json');
  return fenced('', before === '' ? `+ ${after}` : `- ${before}\n+ ${after}`, 'diff');
}

const RAW_CHARS = 20_000;

/** Wire text in a Markdown fence below its title, truncated if it is long; empty for empty text. */
export function fenced(title: string, raw: string, language: string): string {
  if (raw === '') return '';
  const cut =
    raw.length > RAW_CHARS ? `${raw.slice(0, RAW_CHARS)}\n… ${raw.length - RAW_CHARS} characters more` : raw;
  // A fence longer than any inside keeps the wire text from ending the block.
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const head = title === '' ? '' : `${title}:\n\n`;
  return `${head}${fence}${language}\n${cut}\n${fence}`;
}

import { stripAnsi } from '../../../app/frame/ansi.ts';
import { durationWords } from '../../ui/format/duration-words.ts';
import { fenced } from './fenced.ts';

/** What a bug report says of an exchange. */
export type ReportedExchange = {
  readonly title: string;
  readonly server: string;
  readonly protocolVersion: string;
  readonly tier: string;
  readonly outcome: string;
  /** Code and name, or empty. */
  readonly code: string;
  readonly happened: string;
  /** Milliseconds, -1 for none. */
  readonly durationMs: number;
  /** Raw lines; empty where there is none. */
  readonly request: string;
  readonly answer: string;
  readonly stderr: readonly string[];
  readonly app: string;
};

/** The exchange as Markdown, for an issue of the server's or the client's author. */
export function bugReport(exchange: ReportedExchange): string {
  const facts = [
    ['Server', exchange.server],
    ['Protocol', exchange.protocolVersion],
    ['Tier', exchange.tier],
    ['Outcome', exchange.outcome],
    ['Code', exchange.code],
    ['Duration', exchange.durationMs < 0 ? '' : durationWords(exchange.durationMs)],
  ].filter(([, value]) => value !== '');
  const parts = [
    `### ${exchange.title}`,
    exchange.happened,
    facts.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    fenced('Request', exchange.request, 'json'),
    fenced('Answer', exchange.answer, 'json') || 'No answer.',
    fenced('stderr', stripAnsi(exchange.stderr.join('\n')), 'text'),
    `Recorded with ${exchange.app}.`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

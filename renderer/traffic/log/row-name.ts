import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { CodeNamer } from '../../state/log/code-namer.ts';
import { findingsLine } from '../../ui/findings/finding-words.ts';
import { durationWords } from '../../ui/format/duration-words.ts';
import { handWord } from './hand-word.ts';
import { rowOutcome } from './row-outcome.ts';

/** What a row is called where it is heard and not seen; `time` is its time in words. */
export function rowName(
  row: Row,
  time: string,
  nameOf: CodeNamer,
  findings: readonly Finding[] = [],
): string {
  const parts = [time, origin(row), subject(row)];
  if (row.id !== '') parts.push(`id ${row.id}`);
  if (row.deliberate) parts.push(handWord(row));
  const outcome = rowOutcome(row, nameOf);
  if (outcome !== undefined) parts.push(spokenOutcome(row, outcome.word, outcome.detail));
  if (row.durationMs >= 0) parts.push(durationWords(row.durationMs));
  if (row.flag !== '') parts.push(findingsLine(findings) || `finding: ${row.flag}`);
  return parts.filter((part) => part !== '').join(', ');
}

function origin(row: Row): string {
  switch (row.kind) {
    case 'frame':
      return row.direction === 'client-to-server' ? 'to the server' : 'from the server';
    case 'stderr':
      return 'stderr';
    case 'process':
      return 'process';
    case 'client':
      return 'client';
    case 'mark':
      return 'mark';
    case 'dropped':
      return 'dropped';
  }
}

function subject(row: Row): string {
  if (row.kind !== 'frame' || row.shape === 'invalid') return row.text;
  const text = row.shape === 'notification' ? row.text : '';
  return [row.method === '' ? 'an answer without a request' : row.method, row.target, text].join(' ').trim();
}

function spokenOutcome(row: Row, word: string, detail: string): string {
  const tier = row.tier === 'ok' || word.includes(`${row.tier} error`) ? '' : `${row.tier} error `;
  return detail === '' || row.tier === 'ok' ? `${tier}${word}` : `${tier}${word}: ${detail}`;
}

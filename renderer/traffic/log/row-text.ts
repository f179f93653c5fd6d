import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import { outcomeTerm } from '../../../app/frame/query/filter-keys.ts';
import { filterTerm } from '../../../app/frame/query/query.ts';
import type { Row } from '../../../app/frame/row.ts';
import { processEventName } from '../../../app/session/process-event.ts';
import { findingsLine } from '../../shared/finding-mark.tsx';
import type { CodeNamer } from '../../state/log/code-namer.ts';
import { formatDuration } from '../../ui/format/quantity-text.ts';

type RowOutcome = { readonly label: string; readonly detail: string };

/** The outcome in the screen contract, where a subscription is a request that is still open. */
export function contractOutcome({ outcome }: Row): string | undefined {
  if (outcome === '') return undefined;
  return outcome === 'listening' ? 'pending' : outcome;
}

/** The outcome of a row; an answered request shows none, since its answer does. */
export function rowOutcome(row: Row, nameOf: CodeNamer): RowOutcome | undefined {
  switch (row.kind) {
    case 'frame':
      return frameOutcome(row, nameOf);
    case 'client':
      return row.outcome === '' ? undefined : { label: row.outcome, detail: '' };
    case 'process':
      return row.tier === 'ok' ? undefined : { label: processEventName(row.method), detail: '' };
    case 'dropped':
      return { label: 'dropped', detail: '' };
    case 'http':
      return { label: placeLabel(row), detail: '' };
    case 'stderr':
    case 'mark':
      return undefined;
  }
}

/** The HTTP details of a row: its status or code, and where it failed. */
function placeLabel({ code, status, where }: Row): string {
  return [status === 0 ? code : String(status), where].filter((part) => part !== '').join(' · ');
}

function frameOutcome(row: Row, nameOf: CodeNamer): RowOutcome | undefined {
  if (row.where !== '') return { label: placeLabel(row), detail: row.shape === 'request' ? '' : row.text };
  if (row.shape === 'request') return requestOutcome(row);
  if (row.shape === 'notification') return undefined;
  if (row.shape === 'invalid') return { label: row.outcome, detail: row.method };
  if (row.code !== '' && row.tier === 'protocol') return codeOutcome(row, nameOf(row));
  return { label: row.outcome, detail: row.text };
}

function requestOutcome(row: Row): RowOutcome | undefined {
  const answered = row.pair > 0;
  switch (row.outcome) {
    case 'pending':
    case 'listening':
    case 'timed out':
    case 'cancelled':
    case 'lost':
      return { label: row.outcome, detail: '' };
    case 'rejected by the client':
      return answered ? undefined : { label: row.outcome, detail: '' };
    default:
      return undefined;
  }
}

function codeOutcome(row: Row, name: string): RowOutcome {
  const named = name === '' ? row.code : `${row.code} ${name}`;
  const code = row.status > 299 ? `${named} · ${row.status}` : named;
  const label = row.outcome === 'orphan' || row.outcome === 'duplicate' ? `${row.outcome} ${code}` : code;
  return { label, detail: row.text };
}

/** The accessible name of a row; `time` is its formatted time. An exchange's includes the direction of its request. */
export function rowName(
  row: Row,
  time: string,
  nameOf: CodeNamer,
  findings: readonly Finding[] = [],
  request: Row = row,
): string {
  const parts = [time, origin(request), subject(row)];
  if (row.id !== '') parts.push(`id ${row.id}`);
  parts.push(rowTagOf(row)?.label ?? '');
  const outcome = rowOutcome(row, nameOf);
  if (outcome !== undefined) parts.push(spokenOutcome(row, outcome.label, outcome.detail));
  if (row.durationMs >= 0) parts.push(formatDuration(row.durationMs));
  if (row.flag !== '') parts.push(findingsLine(findings) || `finding: ${row.flag}`);
  return visibleText(parts.filter((part) => part !== '').join(', '));
}

function origin({ kind, direction }: Row): string {
  if (kind === 'frame') return direction === 'client-to-server' ? 'to the server' : 'from the server';
  return kind === 'mark' ? 'bookmark' : kind;
}

function subject(row: Row): string {
  if (row.kind !== 'frame' || row.shape === 'invalid') return row.text;
  const text = row.shape === 'notification' ? row.text : '';
  return [row.method === '' ? 'an answer without a request' : row.method, row.target, text].join(' ').trim();
}

function spokenOutcome(row: Row, label: string, detail: string): string {
  const tier = row.tier === 'ok' || label.includes(`${row.tier} error`) ? '' : `${row.tier} error `;
  const isPreview = row.tier === 'ok' && row.shape !== 'error';
  return detail === '' || isPreview ? `${tier}${label}` : `${tier}${label}: ${detail}`;
}

/** A tag for rows that the user caused or changed, and its meaning; undefined for all others. */
export function rowTagOf(
  row: Pick<Row, 'direction' | 'fromRawMessage' | 'change'>,
): { readonly label: string; readonly why: string } | undefined {
  if (row.change === 'changed')
    return { label: 'changed', why: 'A user changed this answer on its way: it is not what the server sent' };
  if (row.change === 'held')
    return {
      label: 'held',
      why: 'A user held this answer: the server had sent it earlier, with the same text',
    };
  if (!row.fromRawMessage) return undefined;
  return row.direction === 'client-to-server'
    ? { label: 'raw', why: 'A raw message: its mistakes are intentional' }
    : { label: 'expected', why: 'Expected: it answers a raw message, and is not counted against the server' };
}

export type RowTerm = { readonly label: string; readonly term: string };

/** Filter terms for rows like this one, most specific first; `rules` are its findings'. */
export function rowTerms(row: Row, rules: readonly string[]): RowTerm[] {
  const terms: RowTerm[] = [];
  const add = (label: string, term: string) => terms.push({ label, term });
  if (row.method === 'tools/call' && row.target !== '')
    add(`Tool ${row.target}`, filterTerm('tool', row.target));
  if (row.code !== '') add(`Code ${row.code}`, filterTerm('code', row.code));
  for (const rule of new Set(rules)) add(`Rule ${rule}`, filterTerm('rule', rule));
  if (row.outcome !== '') add(`Outcome ${row.outcome}`, `outcome:${outcomeTerm(row.outcome)}`);
  if (row.tier !== 'ok') add(`Tier ${row.tier}`, `tier:${row.tier}`);
  const isMessage = row.kind === 'frame' && row.shape !== 'invalid';
  if (isMessage && row.method !== '') add(`Method ${row.method}`, filterTerm('method', row.method));
  if (row.kind !== 'frame') add(KIND_LABELS[row.kind], `kind:${row.kind}`);
  return terms;
}

const KIND_LABELS: { readonly [Kind in Exclude<Row['kind'], 'frame'>]: string } = {
  stderr: 'Lines of stderr',
  process: 'Events of the process',
  client: 'Events of the client',
  mark: 'Bookmarks',
  dropped: 'What was dropped',
  http: 'HTTP exchanges',
};

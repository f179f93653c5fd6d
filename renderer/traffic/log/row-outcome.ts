import type { Row } from '../../../app/frame/row.ts';
import type { CodeNamer } from '../../state/log/code-namer.ts';

/** What the outcome column shows: words in the tier's colour, then a preview that may be cut. */
export type RowOutcome = { readonly word: string; readonly detail: string };

/** The outcome by which other programs know a row: to them a subscription is a request that is still open. */
export function contractOutcome({ outcome }: Row): string | undefined {
  if (outcome === '') return undefined;
  return outcome === 'listening' ? 'pending' : outcome;
}

/**
 * The outcome of a row. A request that was answered shows none: its answer does.
 */
export function rowOutcome(row: Row, nameOf: CodeNamer): RowOutcome | undefined {
  switch (row.kind) {
    case 'frame':
      return frameOutcome(row, nameOf);
    case 'client':
      return row.outcome === '' ? undefined : { word: row.outcome, detail: '' };
    case 'process':
      return row.tier === 'ok' ? undefined : { word: processWord(row.method), detail: '' };
    case 'dropped':
      return { word: 'dropped', detail: '' };
    case 'stderr':
    case 'mark':
      return undefined;
  }
}

function frameOutcome(row: Row, nameOf: CodeNamer): RowOutcome | undefined {
  if (row.shape === 'request') return requestOutcome(row);
  if (row.shape === 'notification') return undefined;
  if (row.shape === 'invalid') return { word: row.outcome, detail: row.method };
  if (row.code !== '' && row.tier === 'protocol') return codeOutcome(row, nameOf(row));
  return { word: row.outcome, detail: row.text };
}

function requestOutcome(row: Row): RowOutcome | undefined {
  const answered = row.pair > 0;
  switch (row.outcome) {
    case 'pending':
    case 'listening':
    case 'timed out':
    case 'cancelled':
    case 'lost':
      return { word: row.outcome, detail: '' };
    case 'rejected by the client':
      return answered ? undefined : { word: row.outcome, detail: '' };
    default:
      return undefined;
  }
}

function codeOutcome(row: Row, name: string): RowOutcome {
  const code = name === '' ? row.code : `${row.code} ${name}`;
  const word = row.outcome === 'orphan' || row.outcome === 'duplicate' ? `${row.outcome} ${code}` : code;
  return { word, detail: row.text };
}

function processWord(event: string): string {
  switch (event) {
    case 'spawn-failed':
      return 'could not start';
    case 'stdout-closed':
      return 'stdout closed';
    default:
      return event;
  }
}

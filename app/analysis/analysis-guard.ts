import type { KnownRecord } from '../frame/record.ts';
import { emptyRow, type Row, type RowKind } from '../frame/row.ts';
import type { ReadGuard } from '../session/log-model.ts';

/**
 * Lets a defect of this app in reading one session reach no further than that session. From the first one on, what
 * judges the session is silent: it would rest on less than it has to know. Every record still gets its row.
 */
export class AnalysisGuard implements ReadGuard {
  readonly #faults = new Map<string, string>();

  /** One sentence: what went wrong in a session, where, and what is missing; empty if nothing did. */
  fault(session: string): string {
    return this.#faults.get(session) ?? '';
  }

  /** Notes what was thrown in a step of a session's reading, with the record's seq. */
  note(session: string, seq: number, error: unknown): void {
    if (!this.#faults.has(session)) this.#faults.set(session, faultSentence(seq, error));
  }

  /** The row of a record whose reading failed; undefined for one that never has a row. */
  missingRow(record: KnownRecord): Row | undefined {
    const kind = ROW_KIND[record.type];
    if (kind === undefined) return undefined;
    const row = emptyRow({ seq: record.seq, at: record.at, session: sessionOf(record) }, kind);
    const direction = record.type === 'frame' ? record.direction : '';
    return { ...row, direction, text: 'not read, because of a defect of Tierscope' };
  }
}

/** The session of a record; empty for one that belongs to none. */
export function sessionOf(record: KnownRecord): string {
  return record.type === 'mark' || record.type === 'end' ? '' : record.session;
}

/** Records of the other types have no rows. */
const ROW_KIND: Readonly<Record<KnownRecord['type'], RowKind | undefined>> = {
  frame: 'frame',
  stderr: 'stderr',
  process: 'process',
  client: 'client',
  mark: 'mark',
  dropped: 'dropped',
  session: undefined,
  end: undefined,
};

const MAX_OF_A_FAULT = 300;

function faultSentence(seq: number, error: unknown): string {
  const what = String(error).slice(0, MAX_OF_A_FAULT);
  return `A defect of Tierscope met record ${seq} of this session (${what}). From there on the session is not judged: tiers, pairing, findings and the vocabulary may be missing. The recording is whole; please report the defect with it.`;
}

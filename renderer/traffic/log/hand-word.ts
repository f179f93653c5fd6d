import type { Row } from '../../../app/frame/row.ts';

/** What a row that began with the user's own hand is called: the line itself, or what it provoked. */
export function handWord(row: Pick<Row, 'direction'>): string {
  return row.direction === 'client-to-server' ? 'by hand' : 'provoked';
}

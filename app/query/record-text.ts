import { assertNever } from '../base/assert-never.ts';
import { stripAnsi } from '../frame/ansi.ts';
import { shownFrame } from '../frame/frame-line.ts';
import type { KnownRecord } from '../frame/record.ts';

/** The text of a record that a search reads: of a frame its line, else the words; empty for what is no row. */
export function recordText(record: KnownRecord): string {
  switch (record.type) {
    case 'frame':
      return shownFrame(record);
    case 'stderr':
      return stripAnsi(record.text);
    case 'process':
      return [record.event, record.message ?? '', record.signal ?? ''].join(' ').trim();
    case 'client':
      return [record.event, record.method ?? '', record.message].join(' ');
    case 'mark':
      return record.label;
    case 'dropped':
      return record.reason;
    case 'session':
    case 'end':
      return '';
    default:
      return assertNever(record);
  }
}

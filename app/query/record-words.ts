import { assertNever } from '../base/result.ts';
import type { FrameRecord, KnownRecord } from '../frame/record.ts';
import { stripAnsi } from '../frame/stderr-text.ts';

/** True if the words of such a record come from more than one of its members: its line does not hold them as one. */
export function isComposed(type: string): boolean {
  return type === 'process' || type === 'client';
}

/** The words of a record that is no frame, as a search reads them; empty for what is no row. */
export function recordWords(record: Exclude<KnownRecord, FrameRecord>): string {
  switch (record.type) {
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

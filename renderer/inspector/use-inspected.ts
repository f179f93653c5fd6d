import { useMemo } from 'react';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { Row } from '../../app/frame/row.ts';
import type { LogMirror } from '../store/log-mirror.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { type Fetched, useRecord, useRecords } from '../store/use-record.ts';
import { exchangePlace } from './exchange-place.ts';
import { type Inspected, inspect } from './inspected.ts';

/** The selected row with its records; waits until they are here. */
export function useInspected(session: string, row: Row): Fetched<Inspected> {
  const { mirror } = useSessionLog(session);
  const rowOf = (seq: number) => mirror.rowOf(seq);
  const place = exchangePlace(row, rowOf);
  const range = useRecords(session, place.first, place.last, growth(mirror, row, place.answerSeq));
  const records = range.kind === 'here' ? range.value : undefined;
  const own = useBeyond(session, records, row.seq);
  const answer = useBeyond(session, records, place.answerSeq);
  const requestRow = rowOf(place.requestSeq);
  const answerRow = rowOf(place.answerSeq);
  const inspected = useMemo(() => {
    if (records === undefined || own === undefined) return undefined;
    return inspect({ session, row, record: own, place, records, rowOf, answerRecord: answer });
    // The two rows change where the log tells more of the exchange.
  }, [session, row, own, records, answer, requestRow, answerRow]);
  if (range.kind !== 'here') return range;
  return inspected === undefined ? { kind: 'waiting' } : { kind: 'here', value: inspected };
}

/** The record of `seq`: among the records that were read, or fetched where it lies beyond them. */
function useBeyond(session: string, records: readonly KnownRecord[] | undefined, seq: number) {
  const held = records?.find((record) => 'seq' in record && record.seq === seq);
  const wanted = records !== undefined && held === undefined && seq > 0;
  const fetched = useRecord(session, wanted ? seq : null);
  return held ?? (fetched.kind === 'here' ? fetched.value : undefined);
}

/** Grows in few steps while more records of the exchange may come, so that a burst reads them rarely. */
function growth(mirror: LogMirror, row: Row, answerSeq: number): number {
  const after = mirror.length - mirror.table.indexOf(answerSeq === 0 ? row.seq : answerSeq);
  if (answerSeq > 0) return Math.floor(Math.min(after, 40) / 8);
  return Math.floor(Math.min(after, 2000) / 50) * 2 + (row.outcome === 'pending' ? 0 : 1);
}

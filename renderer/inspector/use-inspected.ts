import { useEffect, useMemo, useRef } from 'react';
import { isOpen } from '../../app/frame/outcome.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { Row } from '../../app/frame/row.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { exchangePlace, type PlaceLog } from '../state/inspected/exchange-place.ts';
import { type Inspected, inspect } from '../state/inspected/inspected.ts';
import type { LogMirror } from '../state/log/log-mirror.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { type Fetched, useRecord, useRecords } from '../state/log/use-record.ts';

/** The selected row with its records; waits until they are here. */
export function useInspected(session: string, row: Row): Fetched<Inspected> {
  const { mirror } = useSessionLog(session);
  const log = placeLog({ table: mirror.table, rowOf: (seq) => (seq === 0 ? undefined : mirror.rowOf(seq)) });
  const place = exchangePlace(row, log);
  const range = useRecords(session, place.first, place.last, growth(mirror, row, place.answerSeq));
  const records = range.kind === 'here' ? range.value : undefined;
  const own = useBeyond(session, records, row.seq);
  const answer = useBeyond(session, records, place.answerSeq);
  const requestRow = log.rowOf(place.requestSeq);
  const answerRow = log.rowOf(place.answerSeq);
  const inspected = useMemo(() => {
    if (records === undefined || own === undefined) return undefined;
    return inspect({ session, row, record: own, place, records, rowOf: log.rowOf, answerRecord: answer });
    // The two rows change where the log tells more of the exchange.
  }, [session, row, own, records, answer, requestRow, answerRow]);
  const shown = useLastOf(inspected, `${session} ${row.seq}`);
  if (range.kind === 'failed') return range;
  return shown === undefined ? { kind: 'waiting' } : { kind: 'here', value: shown };
}

/** The value, or the last one of the same key while the next is on its way: a page that is read stays. */
function useLastOf<Value>(value: Value | undefined, key: string): Value | undefined {
  const last = useRef<{ key: string; value: Value }>(undefined);
  useEffect(() => {
    if (value !== undefined) last.current = { key, value };
  }, [key, value]);
  return value ?? (last.current?.key === key ? last.current.value : undefined);
}

function placeLog({ table, rowOf }: { table: RowTable; rowOf: PlaceLog['rowOf'] }): PlaceLog {
  const between = (from: number, to: number) => {
    const rows: Row[] = [];
    for (let index = Math.max(0, from); index < Math.min(table.length, to); index += 1) {
      const row = table.row(index);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  };
  return {
    rowOf,
    rowsAfter: (seq, limit) => between(table.indexOf(seq) + 1, table.indexOf(seq) + 1 + limit),
    rowsBefore: (seq, limit) => between(table.indexOf(seq) - limit, table.indexOf(seq)),
  };
}

/** The record of `seq`: among the records that were read, or fetched where it lies beyond them. */
function useBeyond(session: string, records: readonly KnownRecord[] | undefined, seq: number) {
  const held = records?.find((record) => 'seq' in record && record.seq === seq);
  const wanted = records !== undefined && held === undefined && seq > 0;
  const fetched = useRecord(session, wanted ? seq : null);
  return held ?? (fetched.kind === 'here' ? fetched.value : undefined);
}

/** Grows in few steps while more records of an open exchange may come, so that a burst reads them rarely. */
function growth(mirror: LogMirror, row: Row, answerSeq: number): number {
  if (answerSeq > 0) return 0;
  const after = mirror.length - mirror.table.indexOf(row.seq);
  return Math.floor(Math.min(after, 2000) / 50) * 2 + (isOpen(row.outcome) ? 0 : 1);
}

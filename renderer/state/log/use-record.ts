import { useEffect, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { host, settled } from '../host/host.ts';
import { RecordCache } from './record-cache.ts';

/** Every whole record that the screen holds. Session names are not used twice in one life of a host. */
export const records = new RecordCache((input) => settled(host().readRecords(input)));

export type Fetched<Value> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly value: Value };

const WAITING = { kind: 'waiting' } as const;

/** The whole record of `seq`; a record that the cache holds is there at once. */
export function useRecord(session: string, seq: number | null): Fetched<KnownRecord | undefined> {
  const [fetched, setFetched] = useState<{ key: string; state: Fetched<KnownRecord | undefined> }>();
  const key = `${session} ${seq}`;
  const known = seq === null ? undefined : records.known(session, seq);
  useEffect(() => {
    if (seq === null || records.known(session, seq) !== undefined) return;
    let wanted = true;
    records.fetch(session, seq).then((result) => {
      if (wanted) setFetched({ key: `${session} ${seq}`, state: stateOf(result) });
    });
    return () => {
      wanted = false;
    };
  }, [session, seq]);
  if (known !== undefined) return { kind: 'here', value: known };
  return fetched?.key === key ? fetched.state : WAITING;
}

/** The records from `first` to `last` (at most 2000), read again when `revision` changes. */
export function useRecords(
  session: string,
  first: number,
  last: number,
  revision = 0,
): Fetched<readonly KnownRecord[]> {
  const [fetched, setFetched] = useState<{ key: string; state: Fetched<readonly KnownRecord[]> }>();
  const key = `${session} ${first} ${last}`;
  useEffect(() => {
    let wanted = true;
    records.fetchRange(session, first, last).then((result) => {
      if (wanted) setFetched({ key: `${session} ${first} ${last}`, state: stateOf(result) });
    });
    return () => {
      wanted = false;
    };
  }, [session, first, last, revision]);
  return fetched?.key === key ? fetched.state : WAITING;
}

function stateOf<Value>(result: Result<Value>): Fetched<Value> {
  return result.ok ? { kind: 'here', value: result.value } : { kind: 'failed', error: result.error };
}

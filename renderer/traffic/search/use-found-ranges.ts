import { useEffect, useState } from 'react';
import type { TextRange } from '../../../app/query/text-matcher.ts';
import { host, settled } from '../../state/host/host.ts';
import { useSearch } from './search-store.ts';

const NONE: readonly TextRange[] = [];

/** Where in one record's text the matches are. The host looks: an expression may hang, and this page must not. */
export function useFoundRanges(session: string, seq: number): readonly TextRange[] {
  const search = useSearch((state) => (state.found.get(session)?.has(seq) === true ? state.search : null));
  const [known, setKnown] = useState({ key: '', ranges: NONE });
  const key = search === null ? '' : `${search} ${session} ${seq}`;
  useEffect(() => {
    if (search === null) return;
    let wanted = true;
    settled(host().searchRanges({ search, session, seq })).then((told) => {
      if (wanted) setKnown({ key: `${search} ${session} ${seq}`, ranges: told.ok ? told.value : NONE });
    });
    return () => {
      wanted = false;
    };
  }, [search, session, seq]);
  return known.key === key && key !== '' ? known.ranges : NONE;
}

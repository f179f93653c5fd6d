import type { ReactNode } from 'react';
import type { TextRange } from '../../../app/query/text-matcher.ts';
import { host, settled } from '../../state/host/host.ts';
import { useLoaded } from '../../state/host/use-loaded.ts';
import { useSearch } from './search-store.ts';

const NONE: readonly TextRange[] = [];

type Props = {
  readonly session: string;
  readonly seq: number;
  readonly children: (ranges: readonly TextRange[]) => ReactNode;
};

/** Where in one record's text the search has matches. The host looks: an expression may hang, and this page must not. */
export function FoundRanges({ session, seq, children }: Props) {
  const search = useSearch((state) => (state.found.get(session)?.has(seq) === true ? state.search : null));
  const ranges = useLoaded(search === null ? '' : `${search} ${session} ${seq}`, async () => {
    const read = search === null ? undefined : await settled(host().searchRanges({ search, session, seq }));
    return read?.ok === true ? read.value : NONE;
  });
  return children(ranges ?? NONE);
}

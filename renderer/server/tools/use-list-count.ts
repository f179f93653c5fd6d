import { useEffect, useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { records } from '../../state/log/use-record.ts';
import type { Listed } from '../../state/server/listed.ts';
import { loadList } from '../../state/server/load-list.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';

/** How many there are in some lists of a session together; undefined while none was listed. */
export function useListCount(session: string, lists: readonly Listed[]): number | undefined {
  const { mirror } = useSessionLog(session);
  const activity = offerActivity(mirror);
  const newest = lists.map((what) => activity.trace(what).answers.at(-1) ?? 0).join(' ');
  const [held, setHeld] = useState<{ session: string; count: number | undefined }>();
  useEffect(() => {
    let wanted = true;
    void Promise.all(lists.map((what) => countOf(session, what))).then((counts) => {
      const known = newest === '' ? [] : counts.filter((count) => count !== undefined);
      const count = known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
      if (wanted) setHeld({ session, count });
    });
    return () => {
      wanted = false;
    };
  }, [session, lists, newest]);
  return held?.session === session ? held.count : undefined;
}

async function countOf(session: string, what: Listed): Promise<number | undefined> {
  const { mirror } = sessionLog(session);
  const { answers } = offerActivity(mirror).trace(what);
  if (answers.length === 0) return undefined;
  const source = {
    answers,
    rowOf: (seq: number) => mirror.rowOf(seq),
    fetch: (seq: number) => records.fetch(session, seq),
  };
  const list = await loadList(source, what);
  return list.ok ? list.value.items.filter(isJsonObject).length : undefined;
}

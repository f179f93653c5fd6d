import { useEffect, useRef } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { draftKey, useRail } from '../../state/server/rail-store.ts';
import { isTapped } from '../../state/session/session-words.ts';
import { autoReadKey, readResource, useAutoReads } from './subscription.ts';

/** Updates in a row are read once, and a server that updates without end does not fill the log. */
const PAUSE_MS = 500;

/** Reads resources again when the server says that they have changed, where the user wants that. */
export function useReadOnUpdate(info: SessionInfo): void {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const { updated } = offerActivity(mirror);
  const reads = useAutoReads((state) => state.reads);
  const calling = useRail((rail) => rail.calling);
  const seen = useRef(new Map<string, number>());
  const wanted = [...updated].filter(([uri]) => reads[autoReadKey(session, uri)]);
  const due = wanted
    .filter(([uri, count]) => (seen.current.get(`${session} ${uri}`) ?? 0) < count)
    .filter(([uri]) => calling[draftKey('resources', session, uri)] === undefined)
    .map(([uri]) => uri)
    .join('\n');
  const live = info.state === 'ready' && !isTapped(info);
  useEffect(() => {
    if (!live || due === '') return;
    const timer = setTimeout(() => {
      for (const uri of due.split('\n')) {
        seen.current.set(`${session} ${uri}`, updated.get(uri) ?? 0);
        readResource(session, uri);
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [session, live, due, updated]);
}

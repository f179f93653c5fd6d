import { useEffect, useState } from 'react';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { type Progress, progressOf, progressTokenOf } from './progress-of.ts';
import { useEnvelope } from './use-envelope.ts';

/** The newest progress that the server told of a request; 0 stands for no request. */
export function useProgress(session: string, requestSeq: number): Progress | undefined {
  const { mirror } = useSessionLog(session);
  const request = useEnvelope(session, requestSeq === 0 ? null : requestSeq);
  const token = request?.kind === 'request' ? progressTokenOf(request.params) : '';
  const seq = token === '' ? undefined : offerActivity(mirror).progress.get(token);
  // A progress from before the request belongs to an older one with the same token.
  const told = useEnvelope(session, seq === undefined || seq < requestSeq ? null : seq);
  const progress = told?.kind === 'notification' ? progressOf(told.params) : undefined;
  const [last, setLast] = useState<Progress>();
  useEffect(() => {
    // While the next record is read, the bar stays where it was.
    if (progress !== undefined) setLast(progress);
  }, [progress]);
  return progress ?? last;
}

import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { readFrame } from '../../state/log/read-frame.ts';
import { useRecord } from '../../state/log/use-record.ts';

/** What the frame of `seq` says; undefined while it is read, and if there is no such frame. */
export function useEnvelope(session: string, seq: number | null) {
  const { mirror } = useSessionLog(session);
  const record = useRecord(session, seq);
  if (seq === null || record.kind !== 'here') return undefined;
  return readFrame(record.value, mirror.rowOf(seq))?.envelope;
}

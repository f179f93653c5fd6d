import type { JsonObject } from '../../app/base/json-value.ts';
import { readFrame } from '../inspector/read-frame.ts';
import { sessionLog } from '../store/log-mirrors.ts';
import { records } from '../store/use-record.ts';
import { argumentsOf, type CallSource } from './call-history.ts';

/** The log of a session as a source of past calls. */
export function logCalls(session: string): CallSource {
  const { mirror } = sessionLog(session);
  return {
    length: mirror.length,
    row: (index) => (mirror.table.kindAt(index) === 'frame' ? mirror.row(index) : undefined),
    rowOf: (seq) => mirror.rowOf(seq),
    readArguments: (seq) => loggedArguments(session, seq),
  };
}

/** The arguments of a logged tools/call; undefined where the record is not there or cannot be read. */
export async function loggedArguments(session: string, seq: number): Promise<JsonObject | undefined> {
  const fetched = await records.fetch(session, seq);
  const frame = fetched.ok ? readFrame(fetched.value, sessionLog(session).mirror.rowOf(seq)) : undefined;
  return frame?.envelope.kind === 'request' ? argumentsOf(frame.envelope.params) : undefined;
}

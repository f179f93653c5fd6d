import type { JsonObject } from '../../../app/base/json-value.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { readFrame } from '../../state/log/read-frame.ts';
import { records } from '../../state/log/use-record.ts';
import { argumentsOf, type CallSource } from './call-history.ts';

/** A request as the wire had it. */
export type LoggedRequest = { readonly method: string; readonly params: unknown };

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

async function loggedArguments(session: string, seq: number): Promise<JsonObject | undefined> {
  const request = await loggedRequest(session, seq);
  return request === undefined ? undefined : argumentsOf(request.params);
}

/** A logged request; undefined where the record is not there or cannot be read. */
export async function loggedRequest(session: string, seq: number): Promise<LoggedRequest | undefined> {
  const fetched = await records.fetch(session, seq);
  const frame = fetched.ok ? readFrame(fetched.value, sessionLog(session).mirror.rowOf(seq)) : undefined;
  if (frame?.envelope.kind !== 'request') return undefined;
  return { method: frame.envelope.method, params: frame.envelope.params };
}

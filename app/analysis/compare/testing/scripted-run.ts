import type { KnownRecord } from '../../../frame/record.ts';
import { type Run, type RunFinding, RunReader } from '../run-reader.ts';

/** The server's answer to a call; without one the call stays open. */
export type ScriptedCall = {
  readonly tool: string;
  readonly args?: object;
  /** Used unless there is an error. */
  readonly result?: object;
  readonly error?: object;
  readonly silent?: true;
  readonly tookMs?: number;
};

/** The records of a session in which the client makes these calls in sequence. */
export function scriptedRecords(calls: readonly ScriptedCall[], firstId = 1): KnownRecord[] {
  const records: KnownRecord[] = [
    { type: 'session', seq: 1, at: 0, session: 's1', label: 'scripted', origin: 'connect' },
  ];
  let at = 0;
  const frame = (direction: 'client-to-server' | 'server-to-client', message: object): void => {
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    records.push({ type: 'frame', seq: records.length + 1, at, session: 's1', direction, raw });
  };
  for (const [index, { tool, args = {}, result = {}, error, silent, tookMs = 5 }] of calls.entries()) {
    const id = firstId + index;
    const params = { name: tool, arguments: args, _meta: { progressToken: id } };
    frame('client-to-server', { id, method: 'tools/call', params });
    at += tookMs;
    if (silent !== true) frame('server-to-client', error === undefined ? { id, result } : { id, error });
    at += 1;
  }
  return records;
}

/** Reads a run with exactly these `findings`. */
export function readRun(records: readonly KnownRecord[], findings: readonly RunFinding[] = []): Run {
  const reader = readerThatFinds(findings);
  for (const record of records) reader.take(record);
  return reader.finish();
}

export function readerThatFinds(findings: readonly RunFinding[]): RunReader {
  return new RunReader(() => ({ findings, take: () => undefined }));
}

export function scriptedRun(calls: readonly ScriptedCall[], firstId = 1): Run {
  return readRun(scriptedRecords(calls, firstId));
}

export const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });
export const toolError = (words: string): object => ({ ...text(words), isError: true });

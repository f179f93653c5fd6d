import { parseJson, writtenOut } from '../../base/json-value.ts';
import type { EntryBody } from '../import/entry.ts';
import { type RpcNumber, rebuiltError, rebuiltToolResult } from '../import/rebuilt.ts';
import type { StatedReason } from './stated-reason.ts';

/** A request over HTTP, as reported by a log. */
export function httpRequest(x: number, url: string) {
  return {
    type: 'http',
    x,
    event: 'request',
    method: 'POST',
    url,
    headers: [] as [string, string][],
    purpose: 'mcp',
    rebuilt: true,
  } as const satisfies EntryBody;
}

/** The received status, and the end of its exchange. */
export function httpAnswer(x: number, status: number): EntryBody[] {
  return [
    { type: 'http', x, event: 'response', status, headers: [], rebuilt: true },
    { type: 'http', x, event: 'end', how: 'complete', rebuilt: true },
  ];
}

/** An answer; over HTTP, within its exchange. */
export function answered(x: number, frame: Extract<EntryBody, { type: 'frame' }>): EntryBody[] {
  if (x === 0) return [frame];
  const [response, end] = httpAnswer(x, 200);
  return [response, { ...frame, http: { x } }, end].flatMap((body) => body ?? []);
}

/** The end of a call that failed for a stated reason, in these words. */
export function failedEnd(id: RpcNumber, stated: StatedReason, reason: string): EntryBody {
  if (stated.kind === 'error') return rebuiltError(id, stated.code, stated.message);
  const event = { timeout: 'timeout', rejected: 'result-rejected' } as const;
  if (stated.kind === 'timeout' || stated.kind === 'rejected')
    return { type: 'client', event: event[stated.kind], id, message: reason };
  return rebuiltToolResult(id, reason, true);
}

/** An exit code as printed in a log; null for none. */
export function exitCode(code: string | undefined): number | null {
  return code === undefined || !/^-?\d+$/.test(code) ? null : Number(code);
}

/** Splits a command line as printed in a log, without quotes: a path with a space is split too. */
export function words(command: string, args: string | undefined): string[] {
  const listed = args === undefined ? undefined : parseJson(args);
  if (Array.isArray(listed)) return [command, ...listed.map(writtenOut)];
  return `${command} ${args ?? ''}`.trim().split(/\s+/);
}

import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';

type CancelledCall = {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
};

export const useCancelled = create<{ readonly calls: readonly CancelledCall[] }>(() => ({ calls: [] }));

/** Cancels the open request with this seq. */
export async function cancelRunning(session: string, seq: number): Promise<void> {
  const at = sessionLog(session).mirror.length;
  useCancelled.setState(({ calls }) => ({ calls: [...calls, { session, seq, at }] }));
  const done = await notifyFailure(host().cancel({ session, requestSeq: seq }));
  if (done === undefined) dismissCancelled(session, seq);
}

export function dismissCancelled(session: string, seq: number): void {
  useCancelled.setState(({ calls }) => ({
    calls: calls.filter((call) => call.session !== session || call.seq !== seq),
  }));
}

/** The progress of a call (MCP, basic/utilities/progress). */
export type Progress = {
  readonly progress: number;
  /** Undefined if the server does not know how much there is. */
  readonly total: number | undefined;
  readonly message: string;
};

/** Reads the params of a progress notification; undefined if they hold no number. */
export function progressOf(params: unknown): Progress | undefined {
  if (!isJsonObject(params) || typeof params.progress !== 'number') return undefined;
  const total = typeof params.total === 'number' && params.total > 0 ? params.total : undefined;
  return { progress: params.progress, total, message: stringAt(params, 'message') ?? '' };
}

/** `3 of 5 · half way`. */
export function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? short(progress) : `${short(progress)} of ${short(total)}`;
  return message === '' ? count : `${count} · ${message}`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The token by which a request asked for its progress, as text; empty if it did not. */
export function progressTokenOf(params: unknown): string {
  const meta = isJsonObject(params) ? params._meta : undefined;
  const token = isJsonObject(meta) ? meta.progressToken : undefined;
  return typeof token === 'string' || typeof token === 'number' ? String(token) : '';
}

const TICK_MS = 200;

/** The current time while somebody needs it, in milliseconds since 1970. */
export function useNow(needed: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}

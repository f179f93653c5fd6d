import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { useEnvelope } from '../../state/log/use-record.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import callName from './call-name.module.css';
import styles from './running-strip.module.css';

export const useCancelled = create<{
  readonly calls: readonly { readonly session: string; readonly seq: number; readonly at: number }[];
}>(() => ({ calls: [] }));

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
  /** Undefined if the server does not know the total. */
  readonly total: number | undefined;
  readonly message: string;
};

/** Parses the params of a progress notification; undefined if they contain no number. */
export function progressOf(params: unknown): Progress | undefined {
  if (!isJsonObject(params) || typeof params.progress !== 'number') return undefined;
  const total = typeof params.total === 'number' && params.total > 0 ? params.total : undefined;
  return { progress: params.progress, total, message: stringAt(params, 'message') ?? '' };
}

/** For example `3 of 5 · half way`. */
export function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? short(progress) : `${short(progress)} of ${short(total)}`;
  return message === '' ? count : `${count} · ${message}`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The progress token of a request, as text; empty if it has none. */
export function progressTokenOf(params: unknown): string {
  const meta = isJsonObject(params) ? params._meta : undefined;
  const token = isJsonObject(meta) ? meta.progressToken : undefined;
  return typeof token === 'string' || typeof token === 'number' ? String(token) : '';
}

const TICK_MS = 200;

/** The current time while it is needed, in milliseconds since 1970. */
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

export const WAITS_FOR_USER = 'waits for your answer';

/** The server request that arrived while the call with this seq was open; undefined if nothing waits for the user. */
export function requestDuring(info: SessionInfo, seq: number): ServerRequest | undefined {
  return liveInfo(info)?.serverRequests.find(({ during }) => during?.includes(seq) === true);
}

/** The calls whose result requested input: each continues with the user's answers (2026-07-28). */
export function inputRequests(info: SessionInfo): readonly ServerRequest[] {
  const all = (liveInfo(info)?.serverRequests ?? []).filter(({ via }) => via === 'input-required');
  return all.filter(({ seq }, at) => all.findIndex((other) => other.seq === seq) === at);
}

type CallTitleProps = {
  readonly method: string;
  readonly target: string;
  readonly onClick?: () => void;
};

export function CallTitle({ method, target, onClick }: CallTitleProps) {
  const className = `${callName.name} ${kit.truncate} ${kit.mono} ${styles.name}`;
  const title = (
    <>
      <span className={kit.truncate}>{method}</span>
      <b className={callName.target}> {drawnText(target)}</b>
    </>
  );
  if (onClick === undefined) return <span className={className}>{title}</span>;
  return (
    <Button look="bare" className={className} onClick={onClick}>
      {title}
    </Button>
  );
}

type AfterCancelProps = {
  readonly session: string;
  readonly seq: number;
  readonly at: number;
};

/** If nothing follows a cancellation, its note disappears after this time. */
const KEPT_MS = 15_000;

/** The answer around a cancellation: none, a late one, or one that preceded it. */
export function AfterCancel({ session, seq, at }: AfterCancelProps) {
  const { mirror } = useSessionLog(session);
  const row = mirror.rowOf(seq);
  const progress = useProgressAfter(session, seq, at);
  useEffect(() => {
    const timer = setTimeout(() => dismissCancelled(session, seq), KEPT_MS);
    return () => clearTimeout(timer);
  }, [session, seq]);
  if (row === undefined) return null;
  const answer = row.pair > 0 ? row.pair : seq;
  return (
    <div className={`${kit.row} ${styles.call}`}>
      <CallTitle method={row.method} target={row.target} />
      <span role="status" className={`${kit.truncate} ${kit.mute} ${kit.grow}`}>
        {afterText(row, progress)}
      </span>
      <Button look="quiet" onClick={() => selectRow(session, answer)}>
        Show
      </Button>
      <IconButton
        name={`Dismiss ${row.method} ${row.target}`}
        onClick={() => dismissCancelled(session, seq)}
      />
    </div>
  );
}

function useProgressAfter(session: string, seq: number, from: number): number {
  const { mirror } = useSessionLog(session);
  const request = useEnvelope(session, seq);
  const token = request?.kind === 'request' ? progressTokenOf(request.params) : '';
  const read = useRef({ token, next: from, count: 0 });
  if (read.current.token !== token) read.current = { token, next: from, count: 0 };
  const { table } = mirror;
  // Indexes count from the first row of the log; the table contains only the last ones.
  const before = mirror.length - table.length;
  for (; token !== '' && read.current.next < mirror.length; read.current.next += 1) {
    const row = table.row(read.current.next - before);
    if (row?.method === 'notifications/progress' && row.target === token) read.current.count += 1;
  }
  return read.current.count;
}

function afterText(row: Row, progress: number): string {
  const still = progress === 0 ? '' : ` ${counted(progress, 'progress message')} came after it.`;
  switch (row.outcome) {
    case 'pending':
      return 'Cancelling…';
    case 'cancelled':
      return progress === 0
        ? 'Cancelled. The server has sent nothing for it since, which is right.'
        : `Cancelled, and the server works on.${still}`;
    case 'late':
      return `Cancelled, and answered anyway, ${formatDuration(row.durationMs)} after the request.${still}`;
    default:
      return `It had ended before the cancel: ${row.outcome}.`;
  }
}

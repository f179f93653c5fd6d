import type { JsonObject } from '../../app/base/json-value.ts';
import { host, settled } from '../carrier/host.ts';
import { sessionLog } from '../store/log-mirrors.ts';
import { selectRow } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { setCalling, setFailure, toolKey } from './rail-store.ts';

/** Calls a tool, and selects the row that settles the call once the log shows it. */
export async function callTool(
  session: string,
  name: string,
  args: JsonObject,
  timeoutMs: number | undefined,
): Promise<void> {
  const key = toolKey(session, name);
  setCalling(key, true);
  setFailure(key, '');
  const timing = timeoutMs === undefined ? {} : { timeoutMs };
  const end = await settled(host().callTool({ session, name, arguments: { ...args }, ...timing }));
  setCalling(key, false);
  if (!end.ok) {
    setFailure(key, end.error);
    return;
  }
  setFailure(key, end.value.failure);
  if (end.value.requestSeq > 0) selectWhenShown(session, end.value.requestSeq);
}

/** Cancels the newest open call of a tool; a sentence where there is none or the host refuses. */
export async function cancelCall(session: string, name: string): Promise<void> {
  const seq = openCall(session, name);
  if (seq === undefined)
    return setFailure(toolKey(session, name), 'There is no open call of this tool in the log.');
  const cancelled = await settled(host().cancel({ session, requestSeq: seq }));
  if (!cancelled.ok) setFailure(toolKey(session, name), cancelled.error);
}

function openCall(session: string, name: string): number | undefined {
  const { table } = sessionLog(session).mirror;
  for (let index = table.length - 1; index >= 0; index -= 1) {
    if (table.kindAt(index) !== 'frame') continue;
    const row = table.row(index);
    const open = row?.shape === 'request' && row.method === 'tools/call' && row.outcome === 'pending';
    if (open && row.target === name) return row.seq;
  }
  return undefined;
}

/** The host may tell the end of a call before the log has its rows: wait for them. */
function selectWhenShown(session: string, requestSeq: number): void {
  if (selectSettled(session, requestSeq)) return;
  const stop = useScreen.subscribe((state, before) => {
    if (!state.sessions.some((info) => info.session === session)) stop();
    else if (state.revisions[session] !== before.revisions[session] && selectSettled(session, requestSeq))
      stop();
  });
}

function selectSettled(session: string, requestSeq: number): boolean {
  const request = sessionLog(session).mirror.rowOf(requestSeq);
  if (request === undefined || request.outcome === 'pending') return false;
  selectRow(session, request.pair > 0 ? request.pair : requestSeq);
  return true;
}

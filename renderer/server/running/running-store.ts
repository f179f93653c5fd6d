import { create } from 'zustand';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';

/** A call that was cancelled from the screen, kept for a while to show what comes after. */
export type CancelledCall = {
  readonly session: string;
  readonly seq: number;
  /** Rows that the log held at that moment. */
  readonly at: number;
};

export const useCancelled = create<{ readonly calls: readonly CancelledCall[] }>(() => ({ calls: [] }));

/** Cancels the open request with this seq. */
export async function cancelRunning(session: string, seq: number): Promise<void> {
  const at = sessionLog(session).mirror.length;
  useCancelled.setState(({ calls }) => ({ calls: [...calls, { session, seq, at }] }));
  const done = await told(host().cancel({ session, requestSeq: seq }));
  if (done === undefined) dismissCancelled(session, seq);
}

export function dismissCancelled(session: string, seq: number): void {
  useCancelled.setState(({ calls }) => ({
    calls: calls.filter((call) => call.session !== session || call.seq !== seq),
  }));
}

import { useEffect, useState } from 'react';
import type { ToolInfo } from '../../app/contract/commands.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { host, settled } from '../carrier/host.ts';
import { sendRefusal } from '../session/session-words.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { records } from '../store/use-record.ts';
import { loadTools } from './load-tools.ts';
import { setListFailure } from './rail-store.ts';
import { type ToolActivity, toolActivity } from './tool-activity.ts';

/** The tools of a session, as its log last told them: live and recorded sessions go the same way. */
export type ToolsState =
  | { readonly kind: 'none' }
  | { readonly kind: 'listing' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly tools: readonly ToolInfo[] };

/** A list that the host asks for by itself comes within this time after a session is ready. */
const GRACE_MS = 400;

export function useTools(info: SessionInfo): { readonly state: ToolsState; readonly activity: ToolActivity } {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const activity = toolActivity(mirror);
  const [loaded, setLoaded] = useState<{ session: string; state: ToolsState }>();
  const newest = activity.lists.at(-1) ?? 0;
  useEffect(() => {
    if (newest === 0) return;
    let wanted = true;
    const source = {
      lists: activity.lists,
      rowOf: (seq: number) => mirror.rowOf(seq),
      fetch: (seq: number) => records.fetch(session, seq),
    };
    void loadTools(source).then((tools) => {
      const state: ToolsState = tools.ok
        ? { kind: 'here', tools: tools.value }
        : { kind: 'failed', error: tools.error };
      if (wanted) setLoaded({ session, state });
    });
    return () => {
      wanted = false;
    };
  }, [session, newest, activity, mirror]);
  useFirstListing(info, activity);
  if (newest > 0 && loaded?.session === session) return { state: loaded.state, activity };
  return { state: { kind: activity.lastOutcome === 'pending' || newest > 0 ? 'listing' : 'none' }, activity };
}

/** Asks a live server for its tools once, where it declares tools and nobody has asked yet. */
function useFirstListing(info: SessionInfo, activity: ToolActivity): void {
  const { session, serverCapabilities } = info;
  const wanted = sendRefusal(info) === '' && 'tools' in serverCapabilities && activity.lastRequest === 0;
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => {
      if (activity.lastRequest === 0) void refreshTools(session);
    }, GRACE_MS);
    return () => clearTimeout(timer);
  }, [session, wanted, activity]);
}

/** Asks the server for its tools again; the answer comes through the log, a failure as a sentence. */
export async function refreshTools(session: string): Promise<void> {
  setListFailure(session, '');
  const listed = await settled(host().listTools({ session }));
  if (!listed.ok) setListFailure(session, listed.error);
}

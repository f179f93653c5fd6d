import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { host } from '../../state/host/host.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { type DraftKey, draftKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { isTapped, sendRefusal } from '../../state/session/session-text.ts';
import { CheckLine } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { runCall, sendRequest } from '../tools/call-tool.ts';

type Props = {
  readonly info: SessionInfo;
  readonly uri: string;
  readonly draftKey: DraftKey;
};

/** Subscribes to a resource, and shows how often the server reported a change. */
export function SubscriptionRow({ info, uri, draftKey }: Props) {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const updates = serverActivity(mirror).updated.get(uri) ?? 0;
  const auto = useAutoReads((state) => state.reads[autoReadKey(session, uri)] === true);
  const subscribed = liveInfo(info)?.subscriptions.includes(uri) === true;
  const refusal = sendRefusal(info);
  const declared = declaresSubscriptions(info);
  return (
    <div className={`${kit.wrap} ${kit.fixed} ${kit.above}`}>
      <Button
        aria-pressed={subscribed}
        disabled={refusal !== '' || uri === ''}
        title={declared ? refusal : 'The server declares no subscriptions: it may refuse.'}
        onClick={() => setSubscribed(session, uri, draftKey, !subscribed)}
      >
        {subscribed ? 'Unsubscribe' : 'Subscribe'}
      </Button>
      <span role="status" className={kit.fact}>
        {updates > 0 || subscribed ? counted(updates, 'update') : ''}
      </span>
      {(subscribed || auto) && (
        <CheckLine
          className={`${kit.fixed} ${kit.above}`}
          checked={auto}
          onChange={(on) => setAutoRead(session, uri, on)}
        >
          Read again at each update
        </CheckLine>
      )}
    </div>
  );
}

function declaresSubscriptions({ serverCapabilities }: SessionInfo): boolean {
  const { resources } = serverCapabilities;
  return typeof resources === 'object' && resources !== null && 'subscribe' in resources;
}

/** Which subscribed resources are reread at each update, by `session uri`. */
type AutoReads = { readonly reads: { readonly [place: string]: true } };

const useAutoReads = create<AutoReads>(() => ({ reads: {} }));

function autoReadKey(session: string, uri: string): string {
  return `${session} ${uri}`;
}

function setAutoRead(session: string, uri: string, on: boolean): void {
  useAutoReads.setState(({ reads }) => {
    const { [autoReadKey(session, uri)]: _before, ...others } = reads;
    return { reads: on ? { ...others, [autoReadKey(session, uri)]: true } : others };
  });
}

function setSubscribed(session: string, uri: string, key: DraftKey, on: boolean): void {
  const input = { session, uri };
  void runCall({ session, key }, on ? host().subscribe(input) : host().unsubscribe(input));
}

/** Reads a resource; selects the answer in the log. */
export function readResource(session: string, uri: string): void {
  const caller = { session, key: draftKey(session, 'resources', uri) };
  void sendRequest(caller, { method: 'resources/read', params: { uri } });
}

/** Consecutive updates cause one read, and endless updates do not fill the log. */
const PAUSE_MS = 500;

/** Rereads resources when the server reports a change, if the user wants that. */
export function useReadOnUpdate(info: SessionInfo): void {
  const { session } = info;
  const { mirror } = useSessionLog(session);
  const { updated } = serverActivity(mirror);
  const reads = useAutoReads((state) => state.reads);
  const calling = useSidebar((sidebar) => sidebar.calling);
  const seen = useRef(new Map<string, number>());
  const wanted = [...updated].filter(([uri]) => reads[autoReadKey(session, uri)]);
  const due = wanted
    .filter(([uri, count]) => (seen.current.get(`${session} ${uri}`) ?? 0) < count)
    .filter(([uri]) => calling[draftKey(session, 'resources', uri)] === undefined)
    .map(([uri]) => uri)
    .join('\n');
  const live = info.state === 'ready' && !isTapped(info);
  useEffect(() => {
    if (!live || due === '') return;
    const timer = setTimeout(() => {
      for (const uri of due.split('\n')) {
        seen.current.set(`${session} ${uri}`, updated.get(uri) ?? 0);
        readResource(session, uri);
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [session, live, due, updated]);
}

import { useEffect } from 'react';
import type { Notice } from '../../../app/contract/events.ts';
import type { LiveInfo, ServerRequest } from '../../../app/contract/session-info.ts';
import { serverMessage, wantedBy } from '../../../app/protocol/server-request.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import {
  activeSession,
  notify,
  showDialog,
  useActiveSession,
  useScreen,
} from '../../state/screen/screen-store.ts';
import {
  ANSWER_KEY,
  isPanelOpen,
  placeKey,
  requestFocus,
  type ServerRequestPlace,
  setPanel,
  showServerRequest,
  useServerRequests,
} from '../../state/server/server-requests-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { shortened } from '../../ui/format/quantity-text.ts';

/** Keeps the list of server requests in sync with the sessions, and notifies the user of changes elsewhere. */
export function FollowedServerRequests(): null {
  useEffect(() => {
    let before: Parameters<typeof serverRequestNews>[0] = [];
    const follow = () => {
      const { sessions, active } = useScreen.getState();
      if (sessions === before) return;
      const news = serverRequestNews(before, sessions, active, ANSWER_KEY);
      before = sessions;
      if (news.came.length + news.went.length > 0) take(news.came, news.went);
      for (const notice of news.notices) notify(notice);
    };
    follow();
    return useScreen.subscribe(follow);
  }, []);
  return null;
}

function take(came: readonly ServerRequestPlace[], went: readonly ServerRequestPlace[]): void {
  const gone = new Set(went.map(placeKey));
  useServerRequests.setState(({ arrived, drafts }) => ({
    arrived: [...arrived.filter((place) => !gone.has(placeKey(place))), ...came],
    drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => !gone.has(key))),
  }));
  // A new server request reopens a panel that the user closed.
  for (const { session } of came) {
    if (useServerRequests.getState().panels[session] === 'closed') setPanel(session, undefined);
  }
  const first = came.find(({ session }) => session === useScreen.getState().active);
  if (first !== undefined && isFocusFree()) requestFocus(first.requestId);
}

/** After an answer: focuses the next request of the tab, else the log, which shows how the call ends. */
export function focusNext(answered: ServerRequest): void {
  const { active } = useScreen.getState();
  const isNext = ({ session, requestId }: ServerRequestPlace) =>
    session === active && requestId !== answered.requestId;
  const next = useServerRequests.getState().arrived.find(isNext);
  if (next === undefined) giveFocus('log');
  else requestFocus(next.requestId);
}

/** True if only the form of the waiting call has the focus: what is typed next is the answer. */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === document.body || focused?.closest('form[data-busy="true"]') !== null;
}

type ServerRequestNews = {
  readonly came: readonly ServerRequestPlace[];
  readonly went: readonly ServerRequestPlace[];
  readonly notices: readonly Notice[];
};

type RequestingSession = Pick<LiveInfo, 'session' | 'startedAt' | 'label'> &
  Partial<Pick<LiveInfo, 'serverRequests' | 'cancelledServerRequests' | 'completedElicitations'>>;

const MAX_QUOTED = 120;

/** News in a list of sessions: requests in background tabs, cancelled ones, completed visits. */
export function serverRequestNews(
  before: readonly RequestingSession[],
  after: readonly RequestingSession[],
  active: string | null,
  answerKey: string,
): ServerRequestNews {
  const known = new Map(before.map((info) => [`${info.session} ${info.startedAt}`, info]));
  const news = after.map((info) => sessionNews(known.get(`${info.session} ${info.startedAt}`), info));
  const left = new Set(after.map(({ session, startedAt }) => `${session} ${startedAt}`));
  const closed = before.filter(({ session, startedAt }) => !left.has(`${session} ${startedAt}`));
  const came = news.flatMap((one) => one.came);
  const elsewhere = new Set(came.filter(({ session }) => session !== active).map(({ session }) => session));
  return {
    came,
    went: [...news.flatMap((one) => one.went), ...closed.flatMap(placesOf)],
    notices: [
      ...after
        .filter(({ session }) => elsewhere.has(session))
        .map((info) => serverRequestNotice(info, answerKey)),
      ...news.flatMap((one) => one.notices),
    ],
  };
}

function sessionNews(before: RequestingSession | undefined, after: RequestingSession): ServerRequestNews {
  const had = new Set((before?.serverRequests ?? []).map(({ requestId }) => requestId));
  const has = new Set((after.serverRequests ?? []).map(({ requestId }) => requestId));
  return {
    came: placesOf(after).filter(({ requestId }) => !had.has(requestId)),
    went: before === undefined ? [] : placesOf(before).filter(({ requestId }) => !has.has(requestId)),
    notices: before === undefined ? [] : [...cancelled(before, after), ...completed(before, after)],
  };
}

function placesOf({ session, startedAt, serverRequests: requests }: RequestingSession): ServerRequestPlace[] {
  return (requests ?? []).map(({ requestId }) => ({ session, startedAt, requestId }));
}

function serverRequestNotice(info: RequestingSession, answerKey: string): Notice {
  const serverRequest = info.serverRequests?.at(-1);
  const what =
    serverRequest === undefined ? 'something' : wantedBy(serverRequest.method, serverRequest.params);
  const message =
    serverRequest === undefined ? '' : quoted(serverMessage(serverRequest.method, serverRequest.params));
  return { level: 'info', text: `${info.label} asks for ${what}${message}. Press ${answerKey} to answer.` };
}

function cancelled(before: RequestingSession, after: RequestingSession): Notice[] {
  const known = new Set((before.cancelledServerRequests ?? []).map(({ requestId }) => requestId));
  return (after.cancelledServerRequests ?? [])
    .filter(({ requestId }) => !known.has(requestId))
    .map(({ method, params, why }) => {
      const what = `${wantedBy(method, params)}${quoted(serverMessage(method, params))}`;
      return { level: 'info', text: `${after.label} no longer asks for ${what}: ${why}.` };
    });
}

function completed(before: RequestingSession, after: RequestingSession): Notice[] {
  const known = before.completedElicitations ?? [];
  const now = after.completedElicitations ?? [];
  return now
    .filter((id) => !known.includes(id))
    .map((id) => ({ level: 'info', text: `${after.label} says that the visit ${id} is done.` }));
}

function quoted(message: string): string {
  return message === '' ? '' : ` (“${shortened(message, MAX_QUOTED)}”)`;
}

const isLive = () => activeSession()?.kind === 'live';

export const SERVER_REQUEST_ACTIONS = actionsOf('Sessions', [
  ['Answer the server', ANSWER_KEY, answerOldest, () => useServerRequests.getState().arrived.length > 0],
  ['Server requests', '', toggleServerRequests, isLive],
  ['Answer policies and roots of the session', 'Q', () => showDialog('server-requests'), isLive],
]);

function answerOldest(): void {
  const [oldest] = useServerRequests.getState().arrived;
  if (oldest !== undefined) showServerRequest(oldest.session, oldest.requestId);
}

export function useServerRequestsOpen(): boolean {
  const info = useActiveSession();
  return useServerRequests((state) => info !== undefined && isPanelOpen(info, state));
}

function toggleServerRequests(): void {
  const info = activeSession();
  if (info === undefined) return;
  setPanel(info.session, isPanelOpen(info, useServerRequests.getState()) ? 'closed' : 'open');
}

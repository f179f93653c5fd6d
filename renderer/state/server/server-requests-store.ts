import { create } from 'zustand';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import { activateSession, selectRow, sessionInfo } from '../screen/screen-store.ts';
import type { ServerRequestDraft } from './server-request-draft.ts';

/** A server request of one session; sessions of a later host may reuse the name. */
export type ServerRequestPlace = {
  readonly session: string;
  readonly startedAt: string;
  readonly requestId: string;
};

export type AnsweredServerRequest = Pick<ServerRequest, 'requestId' | 'method' | 'params' | 'seq' | 'via'> & {
  readonly answerText: string;
  /** True if the user agreed to visit an address, whose completion the server may report. */
  readonly visits: boolean;
};

export type ServerRequestsState = {
  /** Unfinished answers, by place. Kept while other tabs are shown. */
  readonly drafts: { readonly [place: string]: ServerRequestDraft };
  readonly arrived: readonly ServerRequestPlace[];
  /** Whether the user opened or closed a session's panel; by default it is open while a server request is. */
  readonly panels: { readonly [session: string]: 'open' | 'closed' };
  readonly unfolded: { readonly [session: string]: string };
  readonly answered: { readonly [session: string]: readonly AnsweredServerRequest[] };
  /** The server request whose form gets the focus as soon as it appears; empty for none. */
  readonly focusRequest: string;
};

/** The key of the action that goes to the oldest server request. */
export const ANSWER_KEY = 'q';

const MAX_ANSWERED = 20;

export const useServerRequests = create<ServerRequestsState>(() => ({
  drafts: {},
  arrived: [],
  panels: {},
  unfolded: {},
  answered: {},
  focusRequest: '',
}));

export function requestPlace(
  { session, startedAt }: Pick<SessionInfo, 'session' | 'startedAt'>,
  requestId: string,
) {
  return { session, startedAt, requestId };
}

export function placeKey({ session, startedAt, requestId }: ServerRequestPlace): string {
  return `${session} ${startedAt} ${requestId}`;
}

export function setServerRequestDraft(place: ServerRequestPlace, draft: ServerRequestDraft): void {
  useServerRequests.setState(({ drafts }) => ({ drafts: { ...drafts, [placeKey(place)]: draft } }));
}

export function setPanel(session: string, panel: 'open' | 'closed' | undefined): void {
  useServerRequests.setState(({ panels }) => {
    const { [session]: _before, ...others } = panels;
    return { panels: panel === undefined ? others : { ...others, [session]: panel } };
  });
}

export function unfoldServerRequest(session: string, requestId: string): void {
  useServerRequests.setState(({ unfolded }) => ({ unfolded: { ...unfolded, [session]: requestId } }));
}

/** Requests the focus for a form of the active session's server requests; an empty id cancels that. */
export function requestFocus(focusRequest: string): void {
  useServerRequests.setState({ focusRequest });
}

export function noteAnswered(session: string, answered: AnsweredServerRequest): void {
  useServerRequests.setState((state) => {
    const before = state.answered[session] ?? [];
    return { answered: { ...state.answered, [session]: [...before, answered].slice(-MAX_ANSWERED) } };
  });
}

export function isPanelOpen(info: SessionInfo, { panels }: ServerRequestsState): boolean {
  const chosen = panels[info.session];
  const requests = liveInfo(info)?.serverRequests ?? [];
  return chosen === undefined ? requests.length > 0 : chosen === 'open';
}

/** The open request whose form the panel of a session unfolds. */
export function unfoldedRequest(
  info: SessionInfo,
  { unfolded }: Pick<ServerRequestsState, 'unfolded'>,
): ServerRequest | undefined {
  const requests = liveInfo(info)?.serverRequests ?? [];
  return requests.find(({ requestId }) => requestId === unfolded[info.session]) ?? requests[0];
}

/** True while the form of an open request is on the screen. */
export function isFormShown(info: SessionInfo, requestId: string, state: ServerRequestsState): boolean {
  return isPanelOpen(info, state) && unfoldedRequest(info, state)?.requestId === requestId;
}

/** True if the server has reported the visit of a server request as completed. */
export function isDone(info: SessionInfo, { params }: Pick<AnsweredServerRequest, 'params'>): boolean {
  const { elicitationId } = params;
  const done = liveInfo(info)?.completedElicitations ?? [];
  return typeof elicitationId === 'string' && done.includes(elicitationId);
}

export function showServerRequest(session: string, requestId: string): void {
  const info = liveInfo(sessionInfo(session));
  const open = info?.serverRequests.find((one) => one.requestId === requestId);
  activateSession(session);
  setPanel(session, undefined);
  unfoldServerRequest(session, requestId);
  if (open !== undefined) selectRow(session, open.seq);
  requestFocus(requestId);
}

import type { Notice } from '../../app/contract/events.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import { serverMessage, wantedBy } from '../../app/protocol/server-request.ts';
import type { AskPlace } from '../state/server-requests/asks-store.ts';

/** What changed about the asks between two states of the screen. */
export type AskNews = {
  readonly came: readonly AskPlace[];
  readonly went: readonly AskPlace[];
  readonly notices: readonly Notice[];
};

type Asking = Pick<LiveInfo, 'session' | 'startedAt' | 'label'> &
  Partial<Pick<LiveInfo, 'asks' | 'withdrawnAsks' | 'completedElicitations'>>;

const MOST_QUOTED = 120;

/**
 * Compares two lists of sessions. A notice tells of an ask in a tab that is not in front, of one that was
 * taken back, and of a visit that is done; a session that was not there before tells nothing of its past.
 */
export function askNews(
  before: readonly Asking[],
  after: readonly Asking[],
  active: string | null,
  answerKey: string,
): AskNews {
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
      ...after.filter(({ session }) => elsewhere.has(session)).map((info) => askingNotice(info, answerKey)),
      ...news.flatMap((one) => one.notices),
    ],
  };
}

function sessionNews(before: Asking | undefined, after: Asking): AskNews {
  const had = new Set((before?.asks ?? []).map(({ ask }) => ask));
  const has = new Set((after.asks ?? []).map(({ ask }) => ask));
  return {
    came: placesOf(after).filter(({ ask }) => !had.has(ask)),
    went: before === undefined ? [] : placesOf(before).filter(({ ask }) => !has.has(ask)),
    notices: before === undefined ? [] : [...withdrawn(before, after), ...completed(before, after)],
  };
}

function placesOf({ session, startedAt, asks }: Asking): AskPlace[] {
  return (asks ?? []).map(({ ask }) => ({ session, startedAt, ask }));
}

function askingNotice(info: Asking, answerKey: string): Notice {
  const ask = info.asks?.at(-1);
  const what = ask === undefined ? 'something' : wantedBy(ask.method, ask.params);
  const message = ask === undefined ? '' : quoted(serverMessage(ask.method, ask.params));
  return { level: 'info', text: `${info.label} asks for ${what}${message}. Press ${answerKey} to answer.` };
}

function withdrawn(before: Asking, after: Asking): Notice[] {
  const told = new Set((before.withdrawnAsks ?? []).map(({ ask }) => ask));
  return (after.withdrawnAsks ?? [])
    .filter(({ ask }) => !told.has(ask))
    .map(({ method, params, why }) => {
      const what = `${wantedBy(method, params)}${quoted(serverMessage(method, params))}`;
      return { level: 'info', text: `${after.label} no longer asks for ${what}: ${why}.` };
    });
}

function completed(before: Asking, after: Asking): Notice[] {
  const told = before.completedElicitations ?? [];
  const now = after.completedElicitations ?? [];
  return now
    .filter((id) => !told.includes(id))
    .map((id) => ({ level: 'info', text: `${after.label} says that the visit ${id} is done.` }));
}

function quoted(message: string): string {
  if (message === '') return '';
  return ` (“${message.length > MOST_QUOTED ? `${message.slice(0, MOST_QUOTED)}…` : message}”)`;
}

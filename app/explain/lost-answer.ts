import type { Where } from '../frame/tier.ts';
import { stepText } from '../protocol/actor.ts';
import type { HttpSession } from '../session/http-book.ts';
import { type HttpExchange, isSuccess, messageOf, statusOf } from '../session/http-exchange.ts';
import { httpFailure, NO_FAILURE } from './failure.ts';
import { HTTP_CAUSES } from './http-causes.ts';

/** Why a request over HTTP got no answer. */
export type LostAnswer = {
  /** The record that shows it. */
  readonly seq: number;
  /** What happened, as one sentence. */
  readonly text: string;
  /** What the server or the system reports. */
  readonly cause: string;
  /** What to do, in whole sentences. */
  readonly todo: string;
  /** Short, for the tab: `404`, `ECONNREFUSED`, `TLS`. */
  readonly exit: string;
  readonly status: number;
  /** The code of a JSON-RPC error without an id; empty for none. */
  readonly code: string;
  /** True if the same address may still serve another revision. */
  readonly isOpen: boolean;
};

/** Statuses that say nothing about the revisions behind an address: asking again gives the same. */
const FINAL: readonly number[] = [401, 403, 407, 421, 429];
const MAX_CAUSE = 300;

/** Why a closed exchange left a request of `method` without an answer. */
export function lostAnswer(
  http: Readonly<HttpExchange>,
  session: HttpSession,
  where: Where | '',
  method: string,
): LostAnswer {
  const status = statusOf(http);
  const explained = HTTP_CAUSES({
    ...NO_FAILURE,
    ...{ tier: 'transport', outcome: 'lost', method, call: method, who: 'client', other: 'server' },
    http: httpFailure(http, session, where || 'http'),
  });
  const cause = messageOf(http).slice(0, MAX_CAUSE);
  return {
    seq: http.endSeq,
    text: explained?.happened ?? `No answer: ${cause}`,
    cause,
    todo: explained === undefined ? '' : stepText(explained),
    exit:
      http.failed?.phase === 'tls'
        ? 'TLS'
        : (http.failed?.code ?? (isSuccess(http) || status === 0 ? 'no answer' : String(status))),
    status,
    code: http.errorCode,
    isOpen: status > 0 && !FINAL.includes(status) && !(status >= 300 && status < 400),
  };
}

import { isRebuilt } from '../frame/answer-change.ts';
import { headerOf, hostOf, isLoopback, pathOf } from '../frame/http-record.ts';
import { isTiedCode } from '../protocol/tied-status.ts';
import codes from './connection-codes.json' with { type: 'json' };
import { type CauseKey, type CauseRow, row, within } from './explanation.ts';
import type { Failed, HttpFailure } from './failure.ts';
import { durationText, phrase, quote } from './phrases.ts';

type OfHttp = Failed & { readonly http: HttpFailure };
type Test = (http: HttpFailure) => boolean;

const status =
  (...statuses: readonly number[]): Test =>
  (http) =>
    statuses.includes(http.status);
const method =
  (name: string): Test =>
  (http) =>
    http.method === name;
const isSuccess: Test = (http) => http.status >= 200 && http.status < 300;
const said = ({ errorText, body }: HttpFailure) => errorText || body;
const place = ({ url }: HttpFailure) => url.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/[/?#].*$/, '');

/** A row that only checks HTTP facts. */
function of(
  key: Parameters<typeof row>[0],
  when: Test = () => true,
  values: (http: HttpFailure) => object = () => ({}),
): CauseRow<OfHttp> {
  return row<OfHttp>(key, ({ http }) => (when(http) ? { ...valuesOf(http), ...values(http) } : undefined));
}

function valuesOf(http: HttpFailure) {
  return {
    ...{ place: place(http), host: hostOf(http.url), path: pathOf(http.url), status: http.status },
    ...{ request: http.method, received: http.received, why: quote(http.failed?.message ?? '') },
    ended: http.failed?.certificate?.validTo,
    names: http.failed?.certificate?.names?.join(', '),
  };
}

/** What a failed connection's code means: Node's, OpenSSL's, and a browser's. */
const BY_CODE = codes.map(({ cause, codes: pattern, where: only, shown }) => {
  const known = new RegExp(pattern);
  return of(
    cause as CauseKey,
    ({ failed, where }) =>
      known.test(failed?.code ?? '') &&
      (only === undefined || only === where) &&
      (shown === undefined || shown === (failed?.clientCertificate === true)),
  );
});

const FAILED: readonly CauseRow<OfHttp>[] = [
  ...BY_CODE,
  of('told-failure', ({ failed }) => isRebuilt(failed) && failed?.code === undefined),
  of('tls-failed', ({ where }) => where === 'tls'),
  of(
    'wants-https',
    ({ isEndpoint, url, failed }) => !isEndpoint && url.startsWith('http:') && failed?.code !== 'ECONNRESET',
  ),
  of('stream-cut.body', ({ status: of200 }) => of200 > 0),
  of('closed-without-answer'),
];

const SESSION: readonly CauseRow<OfHttp>[] = [
  of('stream-open-already', status(409)),
  of('session-initialized-already', (http) => /already initialized/i.test(said(http))),
  of('session-ended-by-client', ({ session }) => session === 'deleted'),
  of('session-id-not-sent', ({ session, status: one }) => session === 'none' && one !== 404),
  of('session-gone.status', status(400)),
  of('session-gone.own', ({ asked }) => headerOf(asked, 'user-agent')?.startsWith('tierscope/') === true),
  of('session-gone'),
];

const REFUSED: readonly CauseRow<OfHttp>[] = [
  of(
    'authorization-step-failed',
    ({ where, purpose }) => where === 'auth' && purpose !== 'mcp',
    ({ purpose }) => ({ step: purpose }),
  ),
  of(
    'token-lacks-scope',
    (http) => scopeOf(http) !== undefined,
    (http) => ({ scope: scopeOf(http) }),
  ),
  of('token-lacks-scope.unnamed', (http) => http.status === 403 && http.where === 'auth'),
  of(
    'token-wanted',
    ({ given, where }) => where === 'auth' && headerOf(given, 'www-authenticate') !== undefined,
  ),
  of('token-wanted.nowhere', ({ where }) => where === 'auth'),
  of('endpoint-moved', status(301, 307, 308), ({ given }) => ({
    to: headerOf(given, 'location') ?? 'another address',
  })),
  of('login-page', ({ status: one }) => one >= 300 && one < 400),
  of('host-refused', (http) => http.status === 421 || (http.status === 403 && /\bhost\b/i.test(said(http)))),
  of('origin-refused', (http) => http.status === 403 && (/origin/i.test(said(http)) || isFromPage(http))),
  of('client-refused', status(403)),
  of('accept-refused', isAcceptRefused, ({ method: name }) => ({
    types: name === 'GET' ? 'SSE' : 'JSON and SSE',
  })),
  of('body-no-json', ({ asked, sent, isPage, ...http }) => {
    const isJson = headerOf(asked, 'content-type')?.includes('application/json') === true;
    return isJson && sent === 'unreadable' && !isPage && isAboutBody(http);
  }),
  of('batch-refused', (http) => http.sent === 'batch' && isAboutBody(http)),
  of('content-type-refused', (http) => http.status === 415 || /content-type/i.test(said(http).slice(0, 300))),
  of('body-too-large', status(413)),
  of('too-many-requests', status(429), ({ given }) => ({ after: waitText(headerOf(given, 'retry-after')) })),
  of('gateway-gave-up', status(504, 522, 524)),
  of('gateway-without-answer', status(502, 503)),
  of(
    'revision-not-served',
    (http) => /protocol.version/i.test(said(http)),
    ({ asked, errorText, body }) => ({
      asked: headerOf(asked, 'mcp-protocol-version') ?? 'that was asked for',
      known: [...new Set((errorText || body).match(/\d{4}-\d\d-\d\d/g))].slice(1).join(', ') || undefined,
    }),
  ),
  of(
    'event-unknown',
    ({ method: name, status: one, asked }) =>
      name === 'GET' && one < 500 && headerOf(asked, 'last-event-id') !== undefined,
  ),
  of('no-endpoint', (http) => http.status === 404 && http.method === 'GET' && !http.isEndpoint),
  of('listening-refused', (http) => http.method === 'GET' && http.status < 500),
  of(
    'post-refused.legacy',
    ({ method: name, status: one, isLegacy }) => name === 'POST' && one === 405 && isLegacy,
  ),
  of('post-refused', (http) => method('POST')(http) && http.status === 405),
  of('method-refused', status(405)),
  of(
    'framework-answered.stack',
    (http) => http.status < 500 && http.isPage && /\bat [^\n<]{1,200}[(/]/.test(http.body),
  ),
  of('no-endpoint', status(404)),
  of('framework-answered', (http) => http.status === 400 && http.isPage),
  of('body-no-json', (http) => http.errorCode === '-32700'),
  of('notification-refused', ({ sent, status: one }) => sent === 'notification' && one < 500),
  of('response-refused', ({ sent, status: one }) => sent === 'response' && one < 500),
  of('error-without-id', (http) => http.status < 500),
  of('server-failed'),
];

const UNANSWERED: readonly CauseRow<OfHttp>[] = [
  of('id-took-stream', ({ isReused, isStream }) => isReused && isStream),
  of(
    'answer-of-other-request',
    ({ received, isStream, where }) => where === 'http' && received > 0 && !isStream,
  ),
  of('answer-of-other-request', ({ where, isStream }) => where === 'http' && isStream),
  of('stream-cut', ({ how, isStream }) => how === 'cut' && isStream),
  of('stream-cut.body', ({ how }) => how === 'cut'),
  of('stream-without-answer', ({ isStream }) => isStream),
  of('listening-refused', method('GET')),
  of('accepted-not-answered', status(202)),
  of('answer-empty.no-content', status(204)),
  of('page-for-answer', ({ isPage }) => isPage),
  of('answer-empty', ({ body }) => body.trim() === ''),
  of('answer-not-rpc'),
];

const leftAfter = ({ tier, endedMs }: OfHttp) =>
  tier === 'client' && { after: endedMs === undefined ? 'some time' : durationText(endedMs) };

const HTTP: readonly CauseRow<OfHttp>[] = [
  row<OfHttp>('client-left.id-took-stream', (failed) => failed.http.isReused && leftAfter(failed)),
  row<OfHttp>('client-left', leftAfter),
  row<OfHttp>('metadata-of-other-address', ({ http: { metadata } }) =>
    metadata?.kind === 'resource' ? { named: metadata.named, called: metadata.called } : undefined,
  ),
  of('no-registration', ({ metadata }) => metadata?.kind === 'registration'),
  within<OfHttp>(({ http }) => http.failed !== undefined, FAILED),
  within<OfHttp>(({ http }) => http.where === 'session', SESSION),
  of('stream-not-resumed', ({ isResumption }) => isResumption),
  within<OfHttp>(({ http }) => !isSuccess(http), REFUSED),
  ...UNANSWERED,
];

/** Why a call failed because of HTTP; undefined for other calls. */
export const HTTP_CAUSES: CauseRow<Failed> = (failed) => {
  const { http, tier, outcome } = failed;
  const isLeft =
    tier === 'client' && outcome === 'cancelled' && http?.how === 'client-closed' && failed.givenUpBy === '';
  if (http === undefined || (tier !== 'transport' && !isLeft)) return undefined;
  return within<OfHttp>(() => true, HTTP)({ ...failed, http });
};

/** How its status affects an answered error, as a sentence with a leading space; empty if it does not. */
export function statusStep(status: number, codeText: string): string {
  if (status < 300) return '';
  if (!isTiedCode(status, codeText)) return ` ${phrase('status.hides', { status })}`;
  return status === 404 ? ` ${phrase('status.not-read', { status })}` : '';
}

function isAcceptRefused(http: HttpFailure): boolean {
  return (
    http.status === 406 || (http.status === 400 && http.acceptsTooLittle && /\baccept\b/i.test(said(http)))
  );
}

function isAboutBody({ method: name, status: one }: Pick<HttpFailure, 'method' | 'status'>): boolean {
  return name === 'POST' && [400, 415, 422].includes(one);
}

function isFromPage({ asked }: HttpFailure): boolean {
  const origin = headerOf(asked, 'origin');
  return origin !== undefined && !isLoopback(hostOf(origin));
}

function scopeOf({ given, status: one }: HttpFailure): string | undefined {
  const [, scope] = /\bscope="([^"]{1,200})"/.exec(headerOf(given, 'www-authenticate') ?? '') ?? [];
  return one === 403 ? scope : undefined;
}

function waitText(after: string | undefined): string {
  return after === undefined ? 'a while' : /^\d+$/.test(after) ? `${after} s` : after;
}

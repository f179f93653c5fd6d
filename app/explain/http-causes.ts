import { isRebuilt } from '../frame/answer-change.ts';
import { headerOf, hostOf, isLoopback, pathOf } from '../frame/http-record.ts';
import { isTiedCode } from '../protocol/tied-status.ts';
import { type CauseKey, type CauseRow, row, within } from './explanation.ts';
import type { Failed, HttpFailure } from './failure.ts';
import causes from './http-causes.json' with { type: 'json' };
import { durationText, phrase, quote } from './phrases.ts';

type OfHttp = Failed & { readonly http: HttpFailure };
const isSuccess = (http: HttpFailure) => http.status >= 200 && http.status < 300;
const said = ({ errorText, body }: HttpFailure) => errorText || body;
const place = ({ url }: HttpFailure) => url.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/[/?#].*$/, '');
const yesNo = (fact: boolean) => (fact ? 'yes' : 'no');

/** What the patterns in `http-causes.json` are about, as texts; `said` in lower case. */
function factsOf(http: HttpFailure) {
  const { where, method, url, session, purpose, sent, how, body, failed, asked, given } = http;
  return {
    ...{ where, method, url, session, purpose, sent, how, body, code: failed?.code ?? '' },
    ...{ status: String(http.status), received: String(http.received), error: http.errorCode },
    ...{ told: yesNo(isRebuilt(failed)), shown: yesNo(failed?.clientCertificate === true) },
    ...{ page: yesNo(http.isPage), stream: yesNo(http.isStream), reused: yesNo(http.isReused) },
    ...{ legacy: yesNo(http.isLegacy), endpoint: yesNo(http.isEndpoint), foreign: yesNo(isFromPage(http)) },
    ...{ agent: headerOf(asked, 'user-agent') ?? '', type: headerOf(asked, 'content-type') ?? '' },
    resumes: yesNo(headerOf(asked, 'last-event-id') !== undefined),
    challenge: yesNo(headerOf(given, 'www-authenticate') !== undefined),
    accepts: http.acceptsTooLittle ? 'too little' : '',
    ...{ said: said(http).toLowerCase(), scope: scopeOf(http) ?? '' },
  };
}

type Facts = ReturnType<typeof factsOf>;

function valuesOf(http: HttpFailure) {
  const { asked, given, failed, purpose } = http;
  const [, ...known] = new Set(said(http).match(/\d{4}-\d\d-\d\d/g));
  return {
    ...{ place: place(http), host: hostOf(http.url), path: pathOf(http.url), status: http.status },
    ...{ request: http.method, received: http.received, why: quote(failed?.message ?? '') },
    ...{ ended: failed?.certificate?.validTo, names: failed?.certificate?.names?.join(', ') },
    ...{ step: purpose, scope: scopeOf(http), to: headerOf(given, 'location') ?? 'another address' },
    types: http.method === 'GET' ? 'SSE' : 'JSON and SSE',
    after: waitText(headerOf(given, 'retry-after')),
    asked: headerOf(asked, 'mcp-protocol-version') ?? 'that was asked for',
    known: known.join(', ') || undefined,
  };
}

type Entry = { readonly cause: string } & { readonly [Fact in keyof Facts]?: string };

/** The first entry whose patterns all match. */
function anyOf(entries: readonly Entry[]): CauseRow<OfHttp> {
  const known = entries.map(({ cause, ...wanted }) => ({
    explain: row<OfHttp>(cause as CauseKey, ({ http }) => valuesOf(http)),
    patterns: Object.entries(wanted).map(
      ([fact, pattern]) => [fact as keyof Facts, new RegExp(pattern)] as const,
    ),
  }));
  return (failed) => {
    const facts = factsOf(failed.http);
    const matches = ({ patterns }: (typeof known)[number]) =>
      patterns.every(([fact, pattern]) => pattern.test(facts[fact]));
    return known.find(matches)?.explain(failed);
  };
}

const leftAfter = ({ tier, endedMs }: OfHttp) =>
  tier === 'client' && { after: endedMs === undefined ? 'some time' : durationText(endedMs) };

const HTTP: readonly CauseRow<OfHttp>[] = [
  row<OfHttp>('client-left.id-took-stream', (failed) => failed.http.isReused && leftAfter(failed)),
  row<OfHttp>('client-left', leftAfter),
  row<OfHttp>('metadata-of-other-address', ({ http: { metadata } }) =>
    metadata?.kind === 'resource' ? { named: metadata.named, called: metadata.called } : undefined,
  ),
  row<OfHttp>('no-registration', ({ http }) => http.metadata?.kind === 'registration' && valuesOf(http)),
  within<OfHttp>(({ http }) => http.failed !== undefined, [anyOf(causes.failed)]),
  within<OfHttp>(({ http }) => http.where === 'session', [anyOf(causes.session)]),
  row<OfHttp>('stream-not-resumed', ({ http }) => http.isResumption && valuesOf(http)),
  within<OfHttp>(({ http }) => !isSuccess(http), [anyOf(causes.refused)]),
  anyOf(causes.unanswered),
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

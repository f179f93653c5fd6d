import type { Tier, Where } from '../frame/tier.ts';
import { metadataFault } from './authorization-metadata.ts';
import {
  asked,
  given,
  type HttpExchange,
  isOfMcp,
  isPage,
  isStream,
  isSuccess,
  statusOf,
} from './http-exchange.ts';

/** The verdict of an HTTP exchange on a request that it left unanswered, or on itself. */
export type HttpVerdict = { readonly tier: Tier; readonly where: Where | '' };

/** The session facts that a verdict depends on. */
export type VerdictContext = {
  /** True for HTTP+SSE, where answers come on the stream of a GET. */
  readonly isLegacy: boolean;
  /** True if the address has answered a message before. */
  readonly isEndpoint: boolean;
};

type Seen = Readonly<HttpExchange>;

const OK: HttpVerdict = { tier: 'ok', where: '' };
const TLS_CODE = /CERT|_SSL_|TLS|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;
/** How servers say that a session is missing or gone (measured: TypeScript and Python SDKs, mcp-ts-core). */
const SESSION_WORDS = /session|not initialized|already initialized/i;

/** The verdict on each unanswered request of a closed exchange: the one place that decides it. */
export function verdictOn(http: Seen, context: VerdictContext): HttpVerdict {
  if (http.failed !== undefined) return transport(failedAt(http));
  if (!isSuccess(http)) {
    if (http.how === 'client-closed' && http.response === undefined) return { tier: 'client', where: '' };
    return refused(http, context);
  }
  if (http.how === 'client-closed') return { tier: 'client', where: '' };
  if (context.isLegacy && statusOf(http) === 202) return OK;
  return transport(isStream(http) || http.how === 'cut' ? 'stream' : 'http');
}

/** The verdict on an exchange without a request: notifications, answers, GET, DELETE, authorization. */
export function ownVerdict(http: Seen, context: VerdictContext): HttpVerdict {
  if (http.failed !== undefined) return transport(failedAt(http));
  const method = http.request?.method.toUpperCase() ?? '';
  if (http.how === 'client-closed') return OK;
  if (!isOfMcp(http)) return ofAuthorization(http);
  if (!isSuccess(http)) return refused(http, context);
  if (http.how === 'cut') return transport('stream');
  const wantsStream = method === 'GET' && (asked(http, 'accept') ?? '').includes('text/event-stream');
  return wantsStream && !isStream(http) && http.received === 0 ? transport('http') : OK;
}

/** The layer that an error status points to. */
function refused(http: Seen, context: VerdictContext): HttpVerdict {
  const status = statusOf(http);
  const method = http.request?.method.toUpperCase();
  if (status === 405 && (method === 'GET' || method === 'DELETE')) return OK;
  if (http.resumes !== undefined) return transport('stream');
  if (status === 401 || (status === 403 && isAboutToken(http))) return transport('auth');
  return transport(isAboutSession(http, context) ? 'session' : 'http');
}

function isAboutToken(http: Seen): boolean {
  return given(http, 'www-authenticate') !== undefined || http.body.includes('insufficient_scope');
}

function isAboutSession(http: Seen, { isEndpoint }: VerdictContext): boolean {
  const status = statusOf(http);
  if (status === 409) return true;
  if ((status !== 404 && status !== 400) || isPage(http)) return false;
  if (SESSION_WORDS.test(saidIn(http))) return true;
  const isListening = http.request?.method === 'GET';
  return status === 404 && isEndpoint && !isListening && asked(http, 'mcp-session-id') !== undefined;
}

function saidIn(http: Seen): string {
  return `${http.body} ${http.errorText}`;
}

function failedAt({ failed, response }: Seen): Where {
  if (failed?.phase === 'tls' || TLS_CODE.test(failed?.code ?? '')) return 'tls';
  return failed?.phase === 'body' && response !== undefined ? 'stream' : 'network';
}

/** Missing metadata is harmless: a client tries several places. */
function ofAuthorization(http: Seen): HttpVerdict {
  const { request } = http;
  const status = statusOf(http);
  const isDiscovery = request?.purpose === 'resource-metadata' || request?.purpose === 'as-metadata';
  if (metadataFault(http) !== undefined) return transport('auth');
  return status < 400 || (isDiscovery && status < 500) ? OK : transport('auth');
}

function transport(where: Where): HttpVerdict {
  return { tier: 'transport', where };
}

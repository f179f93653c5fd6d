import { foreignName } from '../../base/foreign-text.ts';
import { isJsonObject } from '../../base/json-value.ts';
import { hostOf, isLoopback, mediaType } from '../../frame/http-record.ts';
import { eraOf, FIRST_STATELESS, readRevision } from '../../protocol/revisions.ts';
import { tiedStatus } from '../../protocol/tied-status.ts';
import {
  asked,
  given,
  isPage,
  isStream,
  isSuccess,
  receivedIn,
  sentIn,
  statusOf,
} from '../../session/http-exchange.ts';
import { encodedHeader, mirrorFault } from '../mirrored-headers.ts';
import type { RuleCheck } from '../rule.ts';

/** Pages and streams have their own rules. */
export const H01: RuleCheck = {
  http({ http, unanswered }) {
    if (unanswered.length === 0 || !isSuccess(http) || isStream(http) || http.how !== 'complete')
      return undefined;
    const type = given(http, 'content-type') ?? '';
    if (http.body !== '' && !/\bjson\b/i.test(type)) return undefined;
    const isEmpty = http.body.trim() === '';
    return { case: isEmpty ? 'empty' : 'foreign', values: { status: statusOf(http) } };
  },
};

export const H02: RuleCheck = {
  http({ http, known }) {
    if (known.isLegacy || http.requests.length === 0 || !isSuccess(http) || isStream(http)) return undefined;
    const type = mediaType(http.response?.headers);
    const isEmpty = http.body === '' && http.received === 0;
    if (isEmpty || type === 'application/json') return undefined;
    return { values: { type: type === '' ? 'no Content-Type' : `the Content-Type ${foreignName(type)}` } };
  },
};

export const H03: RuleCheck = {
  http({ http, known }) {
    const sent = sentIn(http);
    const isAccepted = sent.length > 0 && isSuccess(http) && http.how === 'complete' && !known.isLegacy;
    if (!isAccepted || sent.some(({ kind }) => kind === 'request' || kind === 'malformed')) return undefined;
    const status = statusOf(http);
    const hasBody = http.body !== '' || http.received > 0;
    if (status === 202 && !hasBody) return undefined;
    return { case: status === 202 ? 'body' : 'status', values: { status } };
  },
};

/** A wrong path has no endpoint, and a gateway is not the server. */
const OF_OTHERS = [404, 502, 503, 504];

export const H04: RuleCheck = {
  http({ http, isMcp }) {
    const status = statusOf(http);
    if (!isMcp || status < 400 || status > 504 || OF_OTHERS.includes(status) || !isPage(http))
      return undefined;
    return { values: { status } };
  },
};

/** As printed by Node, Python, Go and Java, also within a page. */
const TRACE =
  /\bat [^\n<]{1,200}(?:\(|\/)[^\n<]{1,300}:\d+:\d+|\bat JSON\.parse \(|Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+|\bgoroutine \d+ \[|\bat [\w$.]+\([\w$]+\.java:\d+\)/;

export const H05: RuleCheck = {
  http({ http }) {
    if (statusOf(http) < 400 || !TRACE.test(http.body)) return undefined;
    return { values: { status: statusOf(http) } };
  },
};

const OF_METHOD_OR_PARAMS = ['-32601', '-32602'];
/** The last is the Go SDK's (go-sdk 1.8.0, measured). */
const SAYS_SO =
  /\b(?:unknown|unsupported|invalid|no such) (?:method|tool|param|argument)|\bmethod not found\b|\bRPC not handled\b/i;
/** Faults in the HTTP request itself are not errors of its method. */
const OF_HTTP = /version|session|header|accept|content-type|host|origin|batch/i;

export const H06: RuleCheck = {
  http({ http, unanswered, where }) {
    if (where !== 'http' || unanswered.length === 0 || isPage(http) || statusOf(http) < 400) return undefined;
    if (http.isBatch) return undefined;
    const said = http.errorText || http.body;
    if (OF_HTTP.test(said) || (!OF_METHOD_OR_PARAMS.includes(http.errorCode) && !SAYS_SO.test(said)))
      return undefined;
    return { values: { status: statusOf(http), id: unanswered[0]?.id.text.slice(0, 80) } };
  },
};

export const H07: RuleCheck = {
  http({ http, known, where, isMcp, isStart, seq }) {
    const id = asked(http, 'mcp-session-id');
    if (id === undefined || !isMcp || isStart) return undefined;
    const status = statusOf(http);
    const deletedSeq = known.deleted.get(id) ?? Number.POSITIVE_INFINITY;
    const isDeleted = deletedSeq < (http.request?.seq ?? 0);
    if (isDeleted && isSuccess(http))
      return { case: 'served', evidence: [deletedSeq, seq], values: { status } };
    return where === 'session' && status === 400 ? { case: 'status', values: { status } } : undefined;
  },
};

export const H08: RuleCheck = {
  http({ http, isStart }) {
    const version = asked(http, 'mcp-protocol-version');
    if (version === undefined || isStart || !isSuccess(http) || readRevision(version) !== 'unknown')
      return undefined;
    return { values: { version: foreignName(version) } };
  },
};

export const H09: RuleCheck = {
  http({ http, isMcp }) {
    const origin = asked(http, 'origin');
    if (origin === undefined || !isMcp || !isSuccess(http) || !isForeign(origin, http.request?.url ?? ''))
      return undefined;
    return { values: { origin: foreignName(origin) } };
  },
};

function isForeign(origin: string, url: string): boolean {
  const host = hostOf(origin);
  return host !== '' && !isLoopback(host) && host !== hostOf(url);
}

const GET_REFUSALS = [400, 404];

export const H10: RuleCheck = {
  http({ http, known, where, isMcp }) {
    const wants =
      http.request?.method === 'GET' && (asked(http, 'accept') ?? '').includes('text/event-stream');
    if (
      !wants ||
      !isMcp ||
      known.isLegacy ||
      where === 'session' ||
      asked(http, 'last-event-id') !== undefined
    )
      return undefined;
    const status = statusOf(http);
    const isOther = isSuccess(http)
      ? !isStream(http) && http.how === 'complete'
      : GET_REFUSALS.includes(status);
    return isOther ? { values: { status } } : undefined;
  },
};

/** UUIDs have 36 characters, and encoded random bytes at least 22. */
const MIN_LENGTH = 16;

export const H11: RuleCheck = {
  http({ http }) {
    const sessionId = http.response?.sessionId;
    if (!isJsonObject(sessionId)) return undefined;
    const { length, strange, counting } = sessionId;
    if (strange === true) return { case: 'strange' };
    if (counting === true) return { case: 'counting' };
    return typeof length === 'number' && length < MIN_LENGTH
      ? { case: 'short', values: { length } }
      : undefined;
  },
};

export const H12: RuleCheck = {
  http({ http, isModern }, { facts }) {
    const isMinted =
      isModern && facts.serverStateless && isSuccess(http) && given(http, 'mcp-session-id') !== undefined;
    return isMinted ? {} : undefined;
  },
};

/** A server that does not support the revision does not know its headers either. */
const MISMATCH_CODES = ['-32020', '-32022'];

export const H13: RuleCheck = {
  http({ http, isModern, where }, view) {
    if (!isModern || !view.facts.serverStateless || where === 'network' || where === 'auth') return undefined;
    const fault = mirrorFault(http, view);
    const status = statusOf(http);
    if (fault === undefined || status === 0) return undefined;
    const isRefused =
      status === 400 && receivedIn(http).some(({ codeText }) => MISMATCH_CODES.includes(codeText));
    return isRefused ? undefined : { values: { header: fault.header, status } };
  },
};

export const H14: RuleCheck = {
  http({ http, isModern }, view) {
    if (!isModern || !view.facts.serverStateless) return undefined;
    const status = statusOf(http);
    const answer = receivedIn(http).find(({ codeText }) => (tiedStatus(codeText) ?? status) !== status);
    if (answer === undefined) return undefined;
    return {
      seq: answer.seq,
      values: { code: answer.codeText, due: tiedStatus(answer.codeText), status },
    };
  },
};

export const H15: RuleCheck = {
  http({ http, isModern }, view) {
    if (!isModern || !view.facts.serverStateless || mirrorFault(http, view) !== undefined) return undefined;
    const header = encodedHeader(http);
    const isRefused = receivedIn(http).some(({ codeText }) => codeText === '-32020');
    return header !== undefined && isRefused ? { values: { header } } : undefined;
  },
};

/** With these statuses, the server did not decide, or the caller is not authorized. */
const OTHERS = [0, 401, 403, 405, 429];

export const H16: RuleCheck = {
  http({ http, isMcp }, { facts }) {
    const method = http.request?.method ?? '';
    if (!isMcp || (method !== 'GET' && method !== 'DELETE')) return undefined;
    const { supportedVersions, negotiated, serverStateless } = facts;
    const isModernOnly = serverStateless && negotiated === 'unknown' && supportedVersions.length > 0;
    if (!isModernOnly || supportedVersions.some((version) => eraOf(version) === 'initialize'))
      return undefined;
    const status = statusOf(http);
    return OTHERS.includes(status) || status >= 500 ? undefined : { values: { method, status } };
  },
};

const REDIRECTS = [301, 307, 308];

export const H17: RuleCheck = {
  http({ http, isMcp }) {
    if (!isMcp || !REDIRECTS.includes(statusOf(http))) return undefined;
    return { values: { status: statusOf(http), to: foreignName(given(http, 'location') ?? '') } };
  },
};

export const H18: RuleCheck = {
  http({ http, isMcp }) {
    const host = hostOf(asked(http, 'host') ?? '');
    if (host === '' || !isMcp || !isSuccess(http) || isLoopback(host)) return undefined;
    return isLoopback(hostOf(http.request?.url ?? '')) ? { values: { host: foreignName(host) } } : undefined;
  },
};

const WANTED = ['application/json', 'text/event-stream'];

export const H30: RuleCheck = {
  http({ http, known, isPost }) {
    if (!isPost || known.isLegacy) return undefined;
    const accept = (asked(http, 'accept') ?? '').toLowerCase();
    const missing = WANTED.filter((type) => !accept.includes(type));
    return missing.length === 0 ? undefined : { values: { missing: missing.join(' and ') } };
  },
};

export const H31: RuleCheck = {
  http({ http, known, isPost, isStart, isModern }) {
    if (!isPost || isStart || isModern || known.isLegacy || known.id === '') return undefined;
    return asked(http, 'mcp-session-id') === undefined ? {} : undefined;
  },
};

export const H32: RuleCheck = {
  http({ http, known, isPost, isStart, isModern }, { facts }) {
    if (!isPost || isStart || isModern || known.isLegacy || facts.negotiated === 'unknown') return undefined;
    const version = facts.negotiated;
    return asked(http, 'mcp-protocol-version') === undefined ? { values: { version } } : undefined;
  },
};

export const H33: RuleCheck = {
  http({ http, known, isMcp, seq }) {
    const deadSeq = known.dead.get(asked(http, 'mcp-session-id') ?? '');
    const sentSeq = http.request?.seq ?? 0;
    return isMcp && deadSeq !== undefined && deadSeq < sentSeq ? { evidence: [deadSeq, seq] } : undefined;
  },
};

export const H34: RuleCheck = {
  http({ http, isModern }, view) {
    const fault = isModern ? mirrorFault(http, view) : undefined;
    if (fault === undefined) return undefined;
    const { header, sent, due } = fault;
    return {
      case: sent === undefined ? 'missing' : 'different',
      values: { header, sent: sent && foreignName(sent), due: foreignName(due) },
    };
  },
};

export const H35: RuleCheck = {
  http({ http, isPost }) {
    if (!isPost || asked(http, 'mcp-protocol-version') !== FIRST_STATELESS) return undefined;
    const answer = sentIn(http).find(({ kind }) => kind === 'result' || kind === 'error');
    return answer === undefined ? undefined : { seq: answer.seq };
  },
};

/** Client timers fire a little early. */
const SLACK_MS = 50;

export const H36: RuleCheck = {
  http({ http }) {
    const { resumes, request } = http;
    if (resumes?.retryMs === undefined || resumes.endedAt < 0 || request === undefined) return undefined;
    const waited = Math.round(request.at - resumes.endedAt);
    const { retryMs } = resumes;
    if (waited >= retryMs - SLACK_MS) return undefined;
    return { seq: request.seq, evidence: [resumes.endSeq, request.seq], values: { waited, retryMs } };
  },
};

const TOKEN = /[?&](access_token|token)=/i;

export const H37: RuleCheck = {
  http({ http, isMcp }) {
    const [, name] = TOKEN.exec(http.request?.url ?? '') ?? [];
    return isMcp && name !== undefined ? { values: { name } } : undefined;
  },
};

import { isJsonObject, jsonText, stringAt, writtenOut } from '../../base/json-value.ts';
import { inputRequestsIn } from '../../protocol/input-required.ts';
import {
  revisionIn,
  SERVER_INFO_KEY,
  SUBSCRIPTION_ID_KEY,
  TASKS_EXTENSION,
} from '../../protocol/meta-keys.ts';
import { clientCapabilityFor, methodFacts } from '../../protocol/methods.ts';
import { eraOf, FIRST_STATELESS, readRevision } from '../../protocol/revisions.ts';
import { metaOf } from '../../session/session-facts.ts';
import { answerTo, callWithId } from '../call-name.ts';
import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import type { ErrorAnswer, ResultAnswer, ToolAnswer } from '../message.ts';
import { changed, toProtocolError } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const M01: RuleCheck = {
  serverRequest: ({ method, params }) => ({
    values: { method: method.slice(0, 80) },
    before: wireExcerpt({ method, params }),
    after: wireExcerpt({
      result: { resultType: 'input_required', inputRequests: { input: { method, params } } },
    }),
  }),
};

export const M02: RuleCheck = {
  result(answer, view) {
    const type = answer.result.resultType;
    // Methods that the revision removed, such as initialize, follow an earlier revision.
    if (methodFacts(answer.method)?.until !== undefined) return undefined;
    // "task" has its own rule.
    if (type === 'complete' || type === 'input_required' || type === 'task') return undefined;
    if (answer.sender !== 'server-to-client' || (typeof type === 'string' && hasExtensions(view)))
      return undefined;
    return {
      case: type === undefined ? 'missing' : 'undefined',
      values: { method: answer.method.slice(0, 80), type: jsonText(type).slice(0, 60) },
      after: changed({ resultType: 'complete' }),
    };
  },
};

/** An extension may define its own types, but its declaration does not say which. */
function hasExtensions(view: SessionView): boolean {
  const extensions = view.facts.serverCapabilities?.extensions;
  return isJsonObject(extensions) && Object.keys(extensions).length > 0;
}

export const M03: RuleCheck = {
  result(answer) {
    const { resultType, inputRequests, requestState } = answer.result;
    if (resultType !== 'input_required' || typeof requestState === 'string') return undefined;
    if (inputRequestsIn(inputRequests).length > 0) return undefined;
    return { values: { answer: answerTo(answer.exchange) } };
  },
};

const ALLOWED = ['tools/call', 'prompts/get', 'resources/read'];

export const M04: RuleCheck = {
  result(answer) {
    if (answer.result.resultType !== 'input_required' || ALLOWED.includes(answer.method)) return undefined;
    return { values: { allowed: ALLOWED.join(', '), method: answer.method.slice(0, 80) } };
  },
};

export const M05: RuleCheck = {
  reaction: true,
  methods: ['tools/call', 'prompts/get', 'resources/read'],
  result(answer, view) {
    const { resultType, inputRequests } = answer.result;
    if (resultType !== 'input_required' || !isJsonObject(inputRequests)) return undefined;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (declared === undefined) return undefined;
    const missing = Object.values(inputRequests)
      .map((request) => clientCapabilityFor(stringAt(request, 'method') ?? ''))
      .find((capability) => capability !== undefined && !isJsonObject(declared[capability]));
    if (missing === undefined) return undefined;
    return {
      values: { missing },
      after: toProtocolError(-32021, 'Missing required client capability', {
        requiredCapabilities: { [missing]: {} },
      }),
    };
  },
};

export const M06: RuleCheck = {
  methods: [
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'server/discover',
  ],
  result(answer) {
    const { ttlMs, cacheScope, resultType } = answer.result;
    if (resultType === 'input_required') return undefined;
    const lasting = Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0;
    const scoped = cacheScope === 'public' || cacheScope === 'private';
    if (lasting && scoped) return undefined;
    const lack = lasting ? 'cacheScope' : scoped ? 'ttlMs' : 'ttlMs and cacheScope';
    // Client 2.4.0 still reads the answer to server/discover.
    return {
      case: answer.method === 'server/discover' ? 'read' : 'thrown',
      values: { method: answer.method, lack },
      after: changed({ ttlMs: lasting ? ttlMs : 0, cacheScope: scoped ? cacheScope : 'private' }),
    };
  },
};

export const M07: RuleCheck = {
  result(answer, view) {
    if (answer.sender !== 'server-to-client' || methodFacts(answer.method)?.until !== undefined)
      return undefined;
    const meta = metaOf(answer.result);
    if (isJsonObject(meta?.[SERVER_INFO_KEY]) || !view.firstTime('M07')) return undefined;
    return {};
  },
};

export const M08: RuleCheck = {
  methods: [
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
    'notifications/resources/list_changed',
    'notifications/resources/updated',
  ],
  notification({ sender, method, params, seq }, view) {
    if (sender !== 'server-to-client') return undefined;
    const subscription = metaOf(params)?.[SUBSCRIPTION_ID_KEY];
    const known =
      subscription !== undefined &&
      (!view.facts.complete || view.facts.acknowledged.has(writtenOut(subscription)));
    if (known) return undefined;
    return {
      evidence: [seq],
      case: subscription === undefined ? 'missing' : 'early',
      values: { method, subscription: jsonText(subscription).slice(0, 80) },
      before: wireExcerpt({ method, params }),
    };
  },
};

export const M09: RuleCheck = {
  reaction: true,
  result(answer, view) {
    if (answer.result.resultType !== 'task') return undefined;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (declared === undefined) return undefined;
    const extensions = isJsonObject(declared.extensions) ? declared.extensions : {};
    if (TASKS_EXTENSION in extensions) return undefined;
    return {
      after: toProtocolError(-32021, 'Missing required client capability', {
        requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      }),
    };
  },
};

export const M10: RuleCheck = {
  methods: ['tasks/get'],
  result(answer) {
    const { status, error } = answer.result;
    if (status !== 'failed' || isJsonObject(error)) return undefined;
    return { values: { answer: answerTo(answer.exchange) } };
  },
};

/** Both eras have these, and a server that supports both serves them to either client. */
const BEFORE_THE_ERA = ['initialize', 'ping', 'server/discover'];

/** A probe sends this on purpose; in passive traffic, a client forgot the member. */
export const M11: RuleCheck = {
  reaction: true,
  result(answer, view) {
    const { exchange } = answer;
    const { facts, handshake } = view;
    if (exchange?.sender !== 'client-to-server' || exchange.declared !== undefined) return undefined;
    if (!facts.serverStateless || facts.negotiated !== 'unknown') return undefined;
    if (BEFORE_THE_ERA.includes(exchange.method)) return undefined;
    // A server may support both eras without listing earlier revisions: only a refusal shows that it does not.
    const statelessOnly = handshake.refused || 'resultType' in answer.result;
    if (!statelessOnly || facts.supportedVersions.some((version) => eraOf(version) === 'initialize'))
      return undefined;
    return {
      values: { method: exchange.method.slice(0, 80) },
      after: toProtocolError(-32602, '_meta["io.modelcontextprotocol/protocolVersion"] is missing'),
    };
  },
};

export const M12: RuleCheck = {
  methods: ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
  reaction: true,
  result(answer) {
    if (answer.sender !== 'server-to-client') return undefined;
    return { values: { method: answer.method }, after: toProtocolError(-32601, 'Method not found') };
  },
};

export const M13: RuleCheck = {
  reaction: true,
  codes: [-32022, -32602, -32601, -32600],
  methods: ['initialize'],
  error(answer, view) {
    const { facts, handshake } = view;
    // Repeating initialize is refused as such, whatever the version.
    if (answer.method !== 'initialize' || handshake.answeredSeq > 0) return undefined;
    const ofVersion = facts.serverStateless || answer.code === -32022 || isAboutVersion(answer);
    if (!ofVersion || namesVersion(answer)) return undefined;
    const supported = facts.supportedVersions;
    const requested = stringAt(answer.params, 'protocolVersion');
    const data = { supported, ...(requested === undefined ? {} : { requested }) };
    return { ...(supported.length === 0 ? {} : { after: changed({ data }) }) };
  },
};

function isAboutVersion({ text, params }: ErrorAnswer): boolean {
  return (
    stringAt(params, 'protocolVersion') !== undefined &&
    /protocol ?version|\bversion\b.{0,40}\bsupported/i.test(text.slice(0, 500))
  );
}

/** True if the error names a version other than the requested one. */
function namesVersion({ error, text, params }: ErrorAnswer): boolean {
  if (isJsonObject(error.data) && Array.isArray(error.data.supported) && error.data.supported.length > 0)
    return true;
  const named = text.slice(0, 2000).match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  return named.some((version) => version !== stringAt(params, 'protocolVersion'));
}

/** A revision may be newer than this program, but none is published years ahead. */
const YEARS_AHEAD = 2;

export const M14: RuleCheck = {
  reaction: true,
  traits: TRAIT.oddRevision,
  result(answer, view) {
    if (answer.sender !== 'server-to-client') return undefined;
    if (answer.method === 'initialize') return echoed(answer, view);
    if (answer.exchange?.declared !== 'unknown' || !view.facts.serverStateless) return undefined;
    // Clients use server/discover to learn the versions, so its answer is valid.
    if (answer.method === 'server/discover') return undefined;
    return served(answer, view);
  },
};

function echoed(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const asked = stringAt(answer.params, 'protocolVersion');
  if (asked === undefined || asked !== answer.result.protocolVersion || readRevision(asked) !== 'unknown')
    return undefined;
  const [own] = view.facts.supportedVersions;
  return {
    ...doubt(asked),
    case: 'agreed',
    values: { asked: JSON.stringify(asked.slice(0, 40)) },
    ...(own === undefined ? {} : { after: changed({ protocolVersion: own }) }),
  };
}

function served(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const requested = revisionIn(answer.params) ?? '';
  const supported = view.facts.supportedVersions;
  if (supported.includes(requested)) return undefined;
  return {
    ...doubt(requested),
    case: 'served',
    values: { requested: JSON.stringify(requested.slice(0, 40)), method: answer.method.slice(0, 80) },
    ...(supported.length === 0
      ? {}
      : { after: toProtocolError(-32022, 'Unsupported protocol version', { supported, requested }) }),
  };
}

function doubt(version: string): Pick<Verdict, 'certainty'> {
  const year = /^(\d{4})-\d{2}-\d{2}$/.exec(version)?.[1];
  const near = year !== undefined && Number(year) <= Number(FIRST_STATELESS.slice(0, 4)) + YEARS_AHEAD;
  return near && version > FIRST_STATELESS ? { certainty: 'likely' } : {};
}

/** The client capability that a text reports as missing; empty if unnamed, null if the text does not say so. */
const missingCapability = aboutText((text) => {
  const start = text.slice(0, 1000);
  const says =
    /-32021\b|\bmissing (required )?client capabilit|\bclient\b.{0,30}\b(does not|doesn't|did not|didn't|has not)\b.{0,20}\b(support|declare|advertise)|\b(sampling|elicitation|roots)\b.{0,40}\bnot (declared|supported|advertised) by (the|this) client/i.test(
      start,
    );
  if (!says) return null;
  const named = /\b(sampling|elicitation|roots)\b/i.exec(start)?.[1]?.toLowerCase();
  return named ?? (/-32021\b|client capabilit/i.test(start) ? '' : null);
});

const OF_SDK = /^Missing required client capabilities: /;

export const M15: RuleCheck = {
  toolError(answer, view) {
    const missing = missingCapability(errorTextOf(answer));
    if (missing === null) return undefined;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (missing !== '' && isJsonObject(declared?.[missing])) return undefined;
    return {
      case: missing === '' ? 'unnamed' : 'named',
      // TypeScript SDK 2 turns its own error class into a text.
      side: OF_SDK.test(answer.text) ? 'sdk' : undefined,
      values: { tool: JSON.stringify(answer.tool.slice(0, 80)), missing },
      ...(missing === ''
        ? {}
        : {
            after: toProtocolError(-32021, answer.text.slice(0, 200), {
              requiredCapabilities: { [missing]: {} },
            }),
          }),
    };
  },
};

export const M16: RuleCheck = {
  reaction: true,
  traits: TRAIT.taskOnly,
  error: verdictOn,
  toolError: verdictOn,
  toolOk: verdictOn,
};

/** Whatever the server answers: a refusal is right, and running the tool anyway is only lenient. */
function verdictOn(
  { exchange, params, seq }: ErrorAnswer | ToolAnswer,
  { facts }: SessionView,
): Verdict | undefined {
  if (exchange?.method !== 'tools/call' || !isJsonObject(params) || params.task !== undefined)
    return undefined;
  if (facts.tools.find(stringAt(params, 'name') ?? '')?.taskSupport !== 'required') return undefined;
  return {
    evidence: [facts.tools.listSeq, exchange.requestSeq, seq],
    values: { tool: JSON.stringify(exchange.target), call: callWithId(exchange) },
  };
}

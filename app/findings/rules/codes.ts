import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { TextMemo } from '../../base/text-memo.ts';
import { isReservedCode } from '../../codes/lookup.ts';
import { targetOf } from '../../frame/target.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { ELICITATION_CREATE, methodFacts, serverCapabilityFor } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { isStateless } from '../../protocol/revisions.ts';
import { metaOf, STATELESS_CODES } from '../../session/session-facts.ts';
import { answerTo } from '../call-name.ts';
import { aboutText, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { AS_TOOL_ERROR, changed, type Repair } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const C01: RuleCheck = {
  codes: [-32002],
  error(answer) {
    const uri = stringAt(answer.params, 'uri');
    if (uri === undefined) return { case: 'unnamed', after: changed({ code: -32602 }) };
    return {
      case: 'named',
      values: { uri: JSON.stringify(uri.slice(0, 100)) },
      after: changed({ code: -32602, data: { uri } }),
    };
  },
};

export const C02: RuleCheck = {
  codes: [-32042],
  error({ error, exchange }, view) {
    const declared = view.facts.capabilitiesFor(exchange);
    // A client that did not declare elicitation cannot be asked this way either.
    const canAsk = declared === undefined || isJsonObject(declared.elicitation);
    const after = canAsk ? asInputRequired(error.data) : undefined;
    return { ...(after === undefined ? {} : { after }) };
  },
};

/** The same elicitations in the form of this revision; undefined if the error has none. */
function asInputRequired(data: unknown): Repair | undefined {
  const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  const requests: Record<string, unknown> = {};
  for (const entry of list) {
    const [url, message] = [stringAt(entry, 'url'), stringAt(entry, 'message')];
    const id = stringAt(entry, 'elicitationId');
    if (url === undefined || message === undefined || id === undefined) return undefined;
    requests[id] = { method: ELICITATION_CREATE, params: { mode: 'url', url, message } };
  }
  if (Object.keys(requests).length === 0) return undefined;
  return { kind: 'result', result: { resultType: 'input_required', inputRequests: requests } };
}

export const C03: RuleCheck = {
  codes: [-32042],
  error: (answer) => ({
    values: { revision: answer.revision },
    ...(answer.method === 'tools/call' ? { after: AS_TOOL_ERROR } : {}),
  }),
};

/** -32042 has its own rules for the revisions in which it is wrong. */
const DEFINED = [-32020, -32021, -32022, -32042];

export const C04: RuleCheck = {
  codes: (code) => code !== undefined && isReservedCode(code) && !DEFINED.includes(code),
  error: ({ code }) => ({ values: { code } }),
};

export const C05: RuleCheck = {
  when: (view) => !view.vocabularyKnown,
  codes: (code) => code !== undefined && code >= -32019 && code <= -32000,
  error(answer, view) {
    const { code, sender } = answer;
    if (sender !== 'server-to-client' || view.vocabularyKnown) return undefined;
    // The only number here with a meaning in a specification, and only for this method.
    if (code === -32002 && answer.method === 'resources/read') return undefined;
    // If HTTP rejects a call as the client's fault, it never reached the tool.
    const status = answer.exchange?.status ?? 0;
    const isOfTool = answer.method === 'tools/call' && (status < 400 || status >= 500);
    return (isOfTool ? ofCall : ofOthers).of(answer.error.codeText);
  },
};

const ofCall = ambiguous(AS_TOOL_ERROR);
const ofOthers = ambiguous('');

/** Failing servers fail repeatedly, so one verdict serves all their findings. */
function ambiguous(after: Repair | ''): TextMemo<Verdict> {
  return new TextMemo((code) => ({
    values: { code },
    after,
  }));
}

const STANDARD = [-32700, -32600, -32601, -32602, -32603];

export const C06: RuleCheck = {
  codes: (code) => code !== undefined && code >= -32768 && code <= -32100 && !STANDARD.includes(code),
  error: ({ code }) => ({ values: { code } }),
};

/** JSON-RPC leaves numbers outside its range to the application: this breaks no rule. */
export const C07: RuleCheck = {
  codes: (code) => code !== undefined && code >= 0 && code <= 32700,
  error(answer) {
    const { code } = answer;
    if (code === undefined) return undefined;
    if (code >= 32600) {
      return { case: 'minus', values: { code, right: -code }, after: changed({ code: -code }) };
    }
    if (code === 0) return { case: 'zero' };
    if (code < 100 || code > 599) return undefined;
    return { case: 'http', values: { code } };
  },
};

export const C08: RuleCheck = {
  fault({ faults, envelope, exchange }) {
    if (envelope.kind !== 'error') return undefined;
    if (!faults.includes('code-not-integer') && !faults.includes('code-missing')) return undefined;
    const { code, message } = envelope.error;
    const answer = answerTo(exchange, 'The error');
    if (code === undefined)
      return { case: 'missing', values: { answer }, before: wireExcerpt({ error: { message } }) };
    const right = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : undefined;
    return {
      case: 'no-integer',
      values: { answer, code: wireExcerpt(code) },
      before: wireExcerpt({ error: { code, message } }),
      ...(right === undefined
        ? {}
        : { after: wireExcerpt({ error: { code: right, message } }), repair: changed({ code: right }) }),
    };
  },
};

/** The exact sentences with which clients end a call by themselves, with nothing on the wire. */
const OF_CLIENTS: ReadonlyMap<unknown, RegExp> = new Map([
  [-32000, /^(?:MCP error -32000: )*connection closed\.?$/i],
  [-32001, /^(?:MCP error -32001: )*request time(d )?out\.?$/i],
]);

/** True for a code and the exact sentence with which SDKs end a call by themselves. */
export function saysAsClients(code: unknown, message: string): boolean {
  return OF_CLIENTS.get(code)?.test(message.trim()) === true;
}

/** A server that sends one of these makes its answer look lost. */
export const C09: RuleCheck = {
  codes: [-32000, -32001],
  traits: TRAIT.lost,
  error({ sender, code, text }, { facts }) {
    if (sender !== 'server-to-client' || !saysAsClients(code, text)) return undefined;
    return {
      // Once the client has left, the sentence is true, and nobody waits for a better one.
      ...(facts.stdinClosed && code === -32000 ? { severity: 'info' } : {}),
      values: { code, text: JSON.stringify(text.trim()) },
    };
  },
};

export const C10: RuleCheck = {
  codes: [-32001, -32003, -32004],
  traits: TRAIT.header | TRAIT.data,
  error(answer) {
    const code = finalCode(answer);
    if (code === undefined) return undefined;
    return { values: { sent: answer.error.codeText, code }, after: changed({ code }) };
  },
};

function finalCode({ code, error, text }: ErrorAnswer): number | undefined {
  const { data } = error;
  if (code === -32001 && /header mismatch|headers? .{0,80}(does|do) not match/i.test(text)) return -32020;
  if (!isJsonObject(data)) return undefined;
  if (code === -32003 && isJsonObject(data.requiredCapabilities)) return -32021;
  if (code === -32004 && Array.isArray(data.supported) && 'requested' in data) return -32022;
  return undefined;
}

const OPTIONAL = 'resources/templates/list';

export const C11: RuleCheck = {
  reaction: true,
  codes: [-32601],
  error(answer, view) {
    const { method } = answer;
    if (answer.exchange?.sender !== 'client-to-server') return undefined;
    const path = serverCapabilityFor(method);
    if (path === undefined || !isDeclared(view.facts.serverCapabilities ?? {}, path)) return undefined;
    // 2026-07-28 removed some methods but kept their capabilities, so the answer is right.
    if (isStateless(answer.revision) && methodFacts(method)?.until !== undefined) return undefined;
    // A method that was served before exists: something else was not found.
    const named = answer.text.includes(method) || stringAt(answer.error.data, 'method') === method;
    if ((view.served.has(method) && !named) || !isAboutMethod(answer)) return undefined;
    // rmcp answers this way when it cannot read the params, which T05 reports.
    if (paramsFault(method, answer.params, view.facts) !== undefined) return undefined;
    const declared = path.join('.');
    return {
      values: { declared, method },
      ...(method === OPTIONAL
        ? { severity: 'advice', after: { kind: 'result', result: { resourceTemplates: [] } } }
        : {}),
    };
  },
};

/** False for an unknown name or URI, a tool that needs a task, or a nested method: other rules report these. */
function isAboutMethod(answer: ErrorAnswer): boolean {
  const { method, text, params, error } = answer;
  const other = stringAt(error.data, 'method');
  if ((other !== undefined && other !== method) || (method === 'tools/call' && /\btasks?\b/i.test(text)))
    return false;
  const target = targetOf(method, params);
  if (target !== '' && text.includes(target) && !text.includes(method)) return false;
  return /method/i.test(text) || text.includes(method) || !saysUnknown(errorTextOf(answer));
}

/** Answers that say only that something about the request is wrong. */
const isGeneric = aboutText((text) =>
  /^(invalid (request|params?|json|message)( parameters)?|bad request|parse error|(internal |server |internal server |unknown )?error|not (supported|implemented))[.!]?$/i.test(
    text.trim(),
  ),
);
const namesMethod = aboutText((text) =>
  /\b(unknown|unsupported|unrecogni[sz]ed|undefined|no such|invalid) method\b|\bmethod\b.{0,100}\b(not|unknown|unsupported)\b|\b(do not|don't|does not) (know|support)\b.{0,40}\bmethod\b/i.test(
    text.slice(0, 500),
  ),
);

const isNotServed = aboutText((text) =>
  /\bun(supported|handled|recogni[sz]ed|implemented)\b|\bnot (handled|supported|implemented|recogni[sz]ed)\b|\bno handler\b/i.test(
    text.slice(0, 500),
  ),
);

/** Only a probe can be sure that the method is unknown; in passive traffic, the server itself must say so. */
export const C12: RuleCheck = {
  reaction: true,
  traits: TRAIT.oddMethod,
  error(answer, view) {
    const { method, code, sender } = answer;
    if (sender !== 'server-to-client' || method === '' || code === undefined || code === -32601)
      return undefined;
    if (methodFacts(method)?.kind === 'request') return undefined;
    // A server that is not initialized does not look at the method.
    if (!view.handshake.complete && answer.text.includes('nitiali')) return undefined;
    const shown = JSON.stringify(method.slice(0, 100));
    if (saysMethodUnknown(answer, method)) {
      const isGo = code === 0 && answer.text.startsWith('JSON RPC not handled');
      return {
        case: isGo ? 'go' : 'stated',
        values: { method: shown, code },
        after: changed({ code: -32601 }),
      };
    }
    if (!isRefusal(answer, view)) return undefined;
    return {
      case: 'generic',
      values: { method: shown, code, text: JSON.stringify(answer.text.slice(0, 60)) },
      after: changed({ code: -32601, message: 'Method not found', data: undefined }),
    };
  },
};

/** Codes that say only that the request failed. */
const REFUSALS = [-32602, -32600, -32603, -32700, -32000, 0];

/** True if an error, whatever its code, says that its method is unknown or not served. */
export function saysMethodUnknown(error: Pick<ErrorAnswer, 'errorText' | 'text'>, method: string): boolean {
  const said = errorTextOf(error);
  return namesMethod(said) || ((saysUnknown(said) || isNotServed(said)) && error.text.includes(method));
}

/** Before the handshake any request may be refused this way. */
function isRefusal({ code, errorText, text }: ErrorAnswer, view: SessionView): boolean {
  if (code === undefined || !REFUSALS.includes(code)) return false;
  if (!view.handshake.complete && !view.facts.serverStateless) return false;
  return isGeneric(errorTextOf({ errorText, text }));
}

export const C13: RuleCheck = {
  codes: (code) => code !== undefined && code >= -32803 && code <= -32800,
  error: ({ code }) => ({ values: { code } }),
};

/** Earlier revisions leave these numbers to servers: the code is allowed, but nobody knows its meaning there. */
export const C14: RuleCheck = {
  codes: STATELESS_CODES,
  error(answer) {
    if (answer.sender !== 'server-to-client' || namesItsRevision(answer)) return undefined;
    return { values: { revision: answer.revision, code: answer.error.codeText } };
  },
};

/** A client that offers a revision, in initialize or in `_meta`, may be refused with the newest code. */
function namesItsRevision({ method, params }: ErrorAnswer): boolean {
  if (method === 'initialize') return true;
  return metaOf(params)?.[PROTOCOL_VERSION_KEY] !== undefined;
}

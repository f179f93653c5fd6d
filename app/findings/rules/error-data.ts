import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { revisionIn } from '../../protocol/meta-keys.ts';
import {
  clientCapabilityFor,
  ELICITATION_CREATE,
  methodFacts,
  SAMPLING_CREATE_MESSAGE,
  serverCapabilityFor,
} from '../../protocol/methods.ts';
import { atLeast, isStateless, type Revision } from '../../protocol/revisions.ts';
import { answerTo } from '../call-name.ts';
import { detailIn, errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { RequestMessage } from '../message.ts';
import { AS_TOOL_ERROR, changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { requestLine, wireExcerpt } from '../wire-excerpt.ts';

const REQUIRED = ['url', 'elicitationId', 'message'];

export const D01: RuleCheck = {
  codes: [-32042],
  error(answer) {
    const lack = lackOf(answer.error.data);
    if (lack === undefined) return undefined;
    return { values: { answer: answerTo(answer.exchange, 'The error'), lack } };
  },
};

function lackOf(data: unknown): string | undefined {
  const list = isJsonObject(data) ? data.elicitations : undefined;
  if (!Array.isArray(list) || list.length === 0) return 'data.elicitations has no entry';
  for (const [index, entry] of list.slice(0, 100).entries()) {
    if (stringAt(entry, 'mode') !== 'url') return `data.elicitations[${index}] is not of mode url`;
    const missing = REQUIRED.find((member) => (stringAt(entry, member) ?? '') === '');
    if (missing !== undefined) return `data.elicitations[${index}] has no ${missing}`;
  }
  return undefined;
}

export const D02: RuleCheck = {
  codes: [-32022],
  error(answer, view) {
    const asked = revisionIn(answer.params) ?? stringAt(answer.params, 'protocolVersion');
    // If the request named no version, its refusal need not name one.
    if (answer.exchange !== undefined && asked === undefined) return undefined;
    const data: JsonObject = isJsonObject(answer.error.data) ? answer.error.data : {};
    const missing = [
      ...(isListOfTexts(data.supported) ? [] : ['data.supported']),
      ...(typeof data.requested === 'string' || asked === undefined ? [] : ['data.requested']),
    ];
    if (missing.length === 0) return undefined;
    return {
      values: { missing: missing.join(' and ') },
      ...repaired(data, view.facts.supportedVersions, asked),
    };
  },
};

/** Adds the versions that the server named elsewhere, and the one that the request asks for. */
function repaired(
  data: JsonObject,
  known: readonly string[],
  asked: string | undefined,
): Pick<Verdict, 'after'> {
  const supported = isListOfTexts(data.supported) ? data.supported : known;
  const requested = typeof data.requested === 'string' ? data.requested : asked;
  if (!isListOfTexts(supported) || requested === undefined) return {};
  return { after: changed({ data: { ...data, supported, requested } }) };
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

export const D03: RuleCheck = {
  codes: [-32021],
  error(answer) {
    const { data } = answer.error;
    if (isJsonObject(data) && isJsonObject(data.requiredCapabilities)) return undefined;
    return { values: { answer: answerTo(answer.exchange, 'The error') } };
  },
};

const DEPTH = 6;

export const D04: RuleCheck = {
  reaction: true,
  codes: [-32021],
  error(answer, view) {
    if (!isJsonObject(answer.error.data)) return undefined;
    const required = answer.error.data.requiredCapabilities;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (!isJsonObject(required) || Object.keys(required).length === 0 || declared === undefined)
      return undefined;
    if (!covers(declared, required, DEPTH)) return undefined;
    return { values: { required: Object.keys(required).slice(0, 5).join(', ').slice(0, 200) } };
  },
};

function covers(declared: JsonObject, required: JsonObject, depth: number): boolean {
  return Object.entries(required).every(([name, wanted]) => {
    const there = declared[name];
    if (there === undefined || there === false || there === null) return false;
    if (!isJsonObject(wanted)) return true;
    return depth > 0 && isJsonObject(there) && covers(there, wanted, depth - 1);
  });
}

export const D05: RuleCheck = {
  reaction: true,
  codes: [-32602, -32002],
  methods: ['resources/read'],
  error(answer) {
    const { method, code, params, error, text } = answer;
    if (method !== 'resources/read') return undefined;
    const uri = stringAt(params, 'uri');
    if (uri === undefined || (code === -32602 && !saysUnknown(errorTextOf(answer)))) return undefined;
    // Some protocols use -32002 for a server that is not ready.
    if (/not (yet )?(been )?initiali[sz]ed/i.test(text.slice(0, 500))) return undefined;
    const data = isJsonObject(error.data) ? error.data : {};
    if (data.uri === uri) return undefined;
    return {
      values: () => ({ uri: JSON.stringify(uri.slice(0, 100)) }),
      after: changed({ data: { ...data, uri } }),
    };
  },
};

const TITLES = ['Invalid params', 'Internal error', 'Server error', 'Invalid Request'];

/** SDKs whose own errors look like this. */
const DO_THIS = ['hermes', 'anubis', 'ruby-sdk', 'java-sdk'];

export const D06: RuleCheck = {
  traits: TRAIT.data,
  error(answer) {
    const { data, message } = answer.error;
    if (!TITLES.includes(message)) return undefined;
    const detail = detailIn(data);
    if (detail.trim() === '') return undefined;
    return {
      values: { message: JSON.stringify(message), detail: JSON.stringify(detail.slice(0, 100)) },
      after: changed({ message: `${message}: ${detail.slice(0, 200)}` }),
      // A tool's own failure is worded by the server's author.
      sdks: answer.method === 'tools/call' && answer.code === -32603 ? undefined : DO_THIS,
    };
  },
};

export const D07: RuleCheck = {
  fault({ faults, envelope, exchange }) {
    if (envelope.kind !== 'error' || !faults.includes('message-not-string')) return undefined;
    const { code, data } = envelope.error;
    return {
      values: { answer: answerTo(exchange, 'The error') },
      before: wireExcerpt({ error: { code, data } }),
    };
  },
};

export const D08: RuleCheck = {
  fault({ faults, envelope, exchange }) {
    if (envelope.kind !== 'error' || !faults.includes('error-not-object')) return undefined;
    const { message } = envelope.error;
    return {
      values: { answer: answerTo(exchange, 'The error') },
      before: wireExcerpt({ error: message }),
      ...right(message, exchange?.method === 'tools/call'),
    };
  },
};

/** A tool's failure belongs in its result. */
function right(message: string, ofTool: boolean): Pick<Verdict, 'after' | 'repair'> {
  return ofTool
    ? {
        after: wireExcerpt({ result: { content: [{ type: 'text', text: message }], isError: true } }),
        repair: AS_TOOL_ERROR,
      }
    : { after: wireExcerpt({ error: { code: -32603, message } }), repair: changed({ code: -32603 }) };
}

/** The client methods that need a server capability. */
const METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
];

export const D10: RuleCheck = {
  methods: METHODS,
  traits: TRAIT.undeclared,
  request(message, { facts }) {
    const { method, id, revision, params } = message;
    const declared = facts.serverCapabilities;
    const path = serverCapabilityFor(method);
    if (declared === undefined || !facts.complete || path === undefined) return undefined;
    if (!isOfRevision(method, revision) || isDeclared(declared, path)) return undefined;
    // Some servers spell it this way and mean the same.
    if (method === 'completion/complete' && declared.completion !== undefined) return undefined;
    const name = path.join('.');
    return {
      case: 'client',
      values: { method, id: id.text.slice(0, 80), name },
      before: requestLine({ method, params }, id.text),
    };
  },
  serverRequest(message, { facts }) {
    const declared = facts.clientCapabilities;
    if (declared === undefined || !facts.complete || isStateless(message.revision)) return undefined;
    const missing = missingFor(message, declared);
    return missing === undefined ? undefined : ofServer(message, missing);
  },
};

/** Completions had no capability before 2025-03-26, and 2026-07-28 removed some methods. */
function isOfRevision(method: string, revision: Revision): boolean {
  if (method === 'completion/complete') return atLeast(revision, '2025-03-26');
  return !isStateless(revision) || methodFacts(method)?.until === undefined;
}

/** The capability that a server request needs and the client did not declare. */
function missingFor({ method, params }: RequestMessage, declared: JsonObject): string | undefined {
  const capability = clientCapabilityFor(method);
  if (capability === undefined) return undefined;
  if (!isDeclared(declared, [capability])) return capability;
  if (method === ELICITATION_CREATE && stringAt(params, 'mode') === 'url')
    return isDeclared(declared, ['elicitation', 'url']) ? undefined : 'elicitation.url';
  const hasTools = method === SAMPLING_CREATE_MESSAGE && isJsonObject(params) && params.tools !== undefined;
  return hasTools && !isDeclared(declared, ['sampling', 'tools']) ? 'sampling.tools' : undefined;
}

function ofServer({ method, params, id }: RequestMessage, missing: string): Verdict {
  return {
    case: 'server',
    values: { method, id: id.text.slice(0, 80), missing },
    before: requestLine({ method, params }, id.text),
  };
}

export const D11: RuleCheck = {
  reaction: true,
  codes: [-32601],
  error({ sender, exchange, method }, view) {
    if (sender !== 'client-to-server' || exchange?.sender !== 'server-to-client') return undefined;
    const capability = clientCapabilityFor(method);
    const declared = view.facts.capabilitiesFor(exchange);
    if (capability === undefined || !isDeclared(declared ?? {}, [capability])) return undefined;
    return { values: { capability, method } };
  },
};

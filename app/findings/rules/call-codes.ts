import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { TextMemo } from '../../base/text-memo.ts';
import { isAmbiguousCode } from '../../codes/lookup.ts';
import { targetOf } from '../../frame/target.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { serverCapabilityFor } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { didYouMean } from '../call-name.ts';
import { aboutText, detailIn, errorTextOf, saysUnknown, speaksOfTarget, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { AS_TOOL_ERROR, changed } from '../repair.ts';
import type { RuleCheck, TextCase, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import {
  NOT_FROM_TOOL,
  rejectedArguments,
  saysIdInUse,
  speaksOfHandshake,
  toolListing,
  wellFormedCall,
} from '../tool-call.ts';
import { validatorDump } from './leaks.ts';
import { isBare } from './wording.ts';

type Kind = 'tool' | 'prompt' | 'resource';
const KINDS: { readonly [method: string]: Kind } = {
  'tools/call': 'tool',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
};
const LISTS = { tool: 'tools', prompt: 'prompts', resource: 'resources' } as const;
/** The "not found" code of mcp-ts-core and of a FastMCP middleware. */
const NOT_FOUND = -32001;
/** Codes with another meaning than a wrong name or URI, which is a bad parameter of an existing method. */
const OTHER_MEANING: readonly (number | undefined)[] = [-32600, -32601, -32603, -32003, 0];
/** SDKs that answer -32602 in every revision, as 2026-07-28 requires. */
const AS_STATELESS = [
  ...['typescript-sdk-v1', 'typescript-sdk-v2', 'fastmcp-typescript', 'mcp-ts-core'],
  ...['python-sdk-v2', 'fastmcp-python', 'ruby-sdk', 'mcp-go', 'go-sdk'],
];

export const T03: RuleCheck = {
  reaction: true,
  codes: (code) => code === -32602 || OTHER_MEANING.includes(code) || isOfServer(code),
  methods: Object.keys(KINDS),
  traits: TRAIT.unknown | TRAIT.data | TRAIT.unlisted,
  error(answer, view) {
    const kind = KINDS[answer.method];
    const target = targetOf(answer.method, answer.params);
    // A listed thing exists: if it cannot be served, that is an internal error.
    if (kind === undefined || target === '' || view.facts[LISTS[kind]].find(target)) return undefined;
    if (speaksOfMethod(answer, target) || speaksOfHandshake(errorTextOf(answer))) return undefined;
    const isStated =
      saysUnknown(errorTextOf(answer)) || saysUnknownInData(answer) || namesNone(answer.text, target);
    if (!OTHER_MEANING.includes(answer.code))
      return isStated ? withoutMeaning(kind, target, answer, view) : undefined;
    // A resource handler may fail for its own reasons, for example because something else is missing.
    const said = `${answer.text} ${detailIn(answer.error.data)}`;
    if (kind === 'resource' && !speaksOfTarget(said, { method: answer.method, target })) return undefined;
    const isAbsent = isAbsentFrom(kind, target, answer, view);
    if (!isStated && !(isAbsent && answer.code !== -32601)) return undefined;
    return unknown(kind, target, answer, view, isStated);
  },
};

/** True for JSON-RPC 2.0 §5.1 numbers that servers use freely, except the one for a missing resource. */
function isOfServer(code: number | undefined): boolean {
  return code !== undefined && code <= -32000 && code >= -32019 && code !== -32002;
}

/** A number without a meaning, or -32602 in a revision that recommends -32002. */
function withoutMeaning(
  kind: Kind,
  target: string,
  answer: ErrorAnswer,
  view: SessionView,
): Verdict | undefined {
  const verdict = unknown(kind, target, answer, view, true);
  if (answer.code !== -32602 && kind === 'resource') {
    const isOwn =
      answer.code === NOT_FOUND &&
      (view.speaks(['mcp-ts-core']) || speaksOfTarget(answer.text, { method: answer.method, target }));
    return isOwn ? { ...verdict, case: 'stated.own' } : undefined;
  }
  if (kind !== 'resource')
    return answer.code === -32602 ? undefined : { ...verdict, case: kind === 'tool' ? 'vague' : 'stated' };
  if (!atMost(answer.revision, LAST_INITIALIZE) || !view.firstTime('T03 -32602')) return undefined;
  const isOfSdk = view.speaks(AS_STATELESS);
  return {
    ...verdict,
    case: 'of-later-revision',
    // For an author who cannot change it, this is information only.
    ...(isOfSdk ? { side: 'sdk', severity: 'info' } : {}),
  };
}

function unknown(
  kind: Kind,
  target: string,
  { revision, error: { codeText, data } }: ErrorAnswer,
  view: SessionView,
  isStated: boolean,
): Verdict {
  const legacy = kind === 'resource' && atMost(revision, LAST_INITIALIZE);
  const code = legacy ? -32002 : -32602;
  const names = view.facts[LISTS[kind]].names();
  return {
    case: isStated ? 'stated' : 'absent',
    values: () => ({
      kind,
      target: JSON.stringify(target.slice(0, 100)),
      code: codeText,
      guess: didYouMean(target, names),
      right: code,
      revision,
      part: kind === 'resource' ? 'uri' : 'name',
    }),
    // Clients look for the URI of a missing resource in data.
    after: changed(
      kind === 'resource'
        ? { code, data: isJsonObject(data) ? { ...data, uri: target } : { uri: target } }
        : { code },
    ),
  };
}

/** True if the server does not know, or refuses, the method itself. */
function speaksOfMethod({ text, method }: ErrorAnswer, target: string): boolean {
  const start = text.slice(0, 2000);
  if (/\bmethod\b/i.test(start)) return method === '' || start.includes(method) || !start.includes(target);
  return start.includes(method) && !start.includes(target);
}

/** Templates serve resources that no list has; tools and prompts have none. */
function isAbsentFrom(kind: string, target: string, answer: ErrorAnswer, view: SessionView): boolean {
  if (kind === 'tool') return toolListing(target, answer, view) === 'absent';
  return kind === 'prompt' && view.facts.prompts.wasWhole(answer.exchange?.requestSeq ?? 0);
}

/** "no tool horn" */
function namesNone(text: string, target: string): boolean {
  return text.length < 300 && /\bno (tool|prompt|resource)\b/i.test(text) && text.includes(target);
}

function saysUnknownInData({ error: { data } }: ErrorAnswer): boolean {
  const detail = detailIn(data);
  return detail !== '' && /\b(not found|unknown|does not exist)\b/i.test(detail.slice(0, 500));
}

export const T04: RuleCheck = {
  reaction: true,
  codes: (code) => code !== undefined && code !== -32602 && !NOT_FROM_TOOL.includes(code),
  methods: ['tools/call'],
  error(answer, view) {
    const { code } = answer;
    const call = wellFormedCall(answer);
    if (call === undefined || isAboutTheSession(answer, view)) return undefined;
    const listing = toolListing(call.name, answer, view);
    if (listing === 'absent' || rejectedArguments(answer, call, view) !== undefined) return undefined;
    const isSure = listing === 'listed';
    // Without a list, a text that calls something unknown may mean the tool itself.
    if (!isSure && (saysUnknown(errorTextOf(answer)) || code === -32600)) return undefined;
    const says = isBare(answer) ? 'nothing' : 'cause';
    const isOfServer = code === -32603 && says === 'nothing';
    const verdicts = isOfServer ? perhapsServer : isSure ? failed[says] : perhapsFailed[says];
    return verdicts.of(call.name.slice(0, 100)).of(answer.error.codeText);
  },
};

const failed = { cause: memo('listed', AS_TOOL_ERROR), nothing: memo('listed') };
const perhapsFailed = { cause: memo('perhaps-listed', AS_TOOL_ERROR), nothing: memo('perhaps-listed') };
/** SEP-1303 keeps the server's own errors in the protocol, and such an answer does not say whose error it is. */
const perhapsServer = memo('perhaps-server');

/** One verdict per tool and code, since servers fail repeatedly. Without a cause there is nothing to report. */
function memo(name: TextCase, after: NonNullable<Verdict['after']> = ''): TextMemo<TextMemo<Verdict>> {
  const verdict = (tool: string, code: string): Verdict => ({
    case: name,
    values: { tool: JSON.stringify(tool), code },
    after,
  });
  return new TextMemo((tool) => new TextMemo((code) => verdict(tool, code)));
}

const OF_THE_SESSION =
  /\b(task augmentation|taskSupport|shutting down|protocol version|elicitation cannot be|back-channel|session (?:id )?(?:not found|expired|terminated|gone))\b/i;
/** A layer in front of the server rejects such a caller with a code of its own; a rejected tool uses -32603. */
const OF_THE_CALLER =
  /^(?:unauthori[sz]ed|unauthenticated|authentication (?:failed|required)|[^.]{0,60}\btoken (?:has |is )?(?:expired|missing|invalid))\b/i;
const isOfSession = aboutText((text) => OF_THE_SESSION.test(text.slice(0, 500)));
const isOfCaller = aboutText((text) => OF_THE_CALLER.test(text.slice(0, 500)));

/** True if the call never reached the tool, or was cancelled. */
function isAboutTheSession(answer: ErrorAnswer, view: SessionView): boolean {
  if (view.facts.stdinClosed || speaksOfHandshake(errorTextOf(answer))) return true;
  if ((answer.exchange?.cancelledSeq ?? 0) > 0 || saysIdInUse(answer.error.message)) return true;
  const text = errorTextOf(answer);
  if ((text.traits & TRAIT.session) === 0) return false;
  return isOfSession(text) || (isAmbiguousCode(answer.code ?? 0) && isOfCaller(text));
}

/** Right, or for a reason other than the params: invalid JSON, a version, a missing capability. */
const OTHER_CODES = [-32602, -32700, -32042, -32020, -32021, -32022];

/** Measured: TypeScript SDK 1.32 answers `tools/call {}` with -32603 and a validator's output. */
export const T05: RuleCheck = {
  reaction: true,
  codes: (code) => code !== undefined && !OTHER_CODES.includes(code),
  traits: TRAIT.oddCall,
  error(answer, view) {
    const { exchange, code, method } = answer;
    if (exchange?.sender !== 'client-to-server' || code === undefined || OTHER_CODES.includes(code))
      return undefined;
    const fault = faultText(answer, view);
    if (fault === undefined || speaksOfHandshake(errorTextOf(answer))) return undefined;
    // A method that the server declares is known: rmcp answers this way when it cannot read the params.
    if (code === -32601 && !isServed(method, view)) return undefined;
    // Whatever the URI is, nothing exists there.
    const isMiss = code === -32002 || saysUnknown(errorTextOf(answer));
    if (isMiss && stringAt(answer.params, 'uri') !== undefined) return undefined;
    const isGo = code === 0 && answer.text.includes('unmarshaling params: json:');
    return {
      ...(isGo ? { case: 'go' } : {}),
      values: { method, fault, code },
      after: changed({ code: -32602 }),
      // No author writes such a dump of a request's schema.
      side: validatorDump(errorTextOf(answer)) === null ? undefined : 'sdk',
      sdks: method === 'prompts/get' ? OF_PROMPTS : OF_OTHERS,
    };
  },
};

function isServed(method: string, { facts }: SessionView): boolean {
  const path = serverCapabilityFor(method);
  return path !== undefined && isDeclared(facts.serverCapabilities ?? {}, path);
}

/** SDKs that read the params before the author's code runs. */
const OF_PROMPTS = [
  'typescript-sdk-v1',
  'python-sdk-v1',
  'python-sdk-v2',
  'fastmcp-python',
  'fastmcp-typescript',
];
/** These do not check a prompt's arguments. */
const OF_OTHERS = [...OF_PROMPTS, 'go-sdk', 'mcp-go', 'rust-rmcp', 'java-sdk', 'hermes', 'anubis'];

/** The fault in the params, in a few words; undefined if there is none. */
function faultText(answer: ErrorAnswer, { facts }: SessionView): string | undefined {
  const fault = paramsFault(answer.method, answer.params, facts);
  switch (fault?.kind) {
    case 'missing':
      return `${fault.member} is missing`;
    case 'no-text':
      return `${fault.member} is not a string`;
    case 'no-object':
      return `${fault.member} is not an object`;
    case 'no-uri':
      return 'uri is not a URI';
    case 'no-log-level':
      return `${JSON.stringify(fault.level).slice(0, 50)} is not a log level`;
    case 'arguments-missing':
      return argumentMissing(fault.names[0] ?? '');
    case 'argument-no-text':
      return `the argument ${JSON.stringify(fault.name.slice(0, 80))} is not a string`;
    case undefined:
      return answer.method === 'prompts/get' ? statedMissing(answer) : undefined;
  }
}

const MISSING =
  /\b(?:requires|missing|required)\b[^.\n]{0,40}?\bargument:?\s*["'`]?([\w-]+)|\bargument:? ["'`]?([\w-]+)["'`]? is (?:missing|required)/i;

/** The argument of a prompt that is missing by what the error itself says. */
function statedMissing({ text, params }: ErrorAnswer): string | undefined {
  const match = MISSING.exec(text.slice(0, 500));
  const stated = match?.[1] ?? match?.[2];
  const given = isJsonObject(params) && isJsonObject(params.arguments) ? params.arguments : {};
  return stated === undefined || given[stated] !== undefined ? undefined : argumentMissing(stated);
}

function argumentMissing(name: string): string {
  return `the required argument ${JSON.stringify(name.slice(0, 80))} is missing`;
}

import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { serverCapabilityFor } from '../../protocol/methods.ts';
import { paramsFault } from '../../protocol/params-fault.ts';
import { errorTextOf, saysUnknown, TRAIT } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { speaksOfHandshake } from '../tool-call.ts';
import { validatorDump } from './q12-validator-dump.ts';

/** Right, or for a reason other than the params: invalid JSON, a version, a missing capability. */
const OTHER_CODES = [-32602, -32700, -32042, -32020, -32021, -32022];

/** Measured: TypeScript SDK 1.32 answers `tools/call {}` with -32603 and a validator's output. */
export const rule: RuleCheck = {
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

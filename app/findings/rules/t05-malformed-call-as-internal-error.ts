import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { LOG_LEVELS } from '../../protocol/log-levels.ts';
import { serverCapabilityFor } from '../../protocol/methods.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { ErrorAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import type { SessionView } from '../session-view.ts';
import { speaksOfHandshake } from '../tool-call.ts';
import { validatorDump } from '../validator-dump.ts';
import { errorWith } from '../wire-excerpt.ts';

/** Right, or for another reason than the params: a line that is no JSON, a version, a missing capability. */
const OTHER_CODES = [-32602, -32700, -32042, -32020, -32021, -32022];

/** Measured: the TypeScript SDK 1.32 answers `tools/call {}` with -32603 and a validator's dump. */
export const malformedCallAsInternalError: Rule = {
  id: 'T05',
  name: 'malformed-call-as-internal-error',
  title: 'Malformed params answered with another code than -32602',
  source: 'JSON-RPC 2.0 §5.1; MCP 2025-11-25, server/tools.mdx:461-520',
  severity: 'advice',
  reaction: true,
  checks: {
    error(answer, view) {
      const { exchange, code, method } = answer;
      if (exchange?.sender !== 'client-to-server' || code === undefined || OTHER_CODES.includes(code))
        return undefined;
      const fault = paramsFault(answer, view);
      // A method that the server declares is known: rmcp answers so when it cannot read the params.
      if (code === -32601 && !isServed(method, view)) return undefined;
      // Whatever the uri is, nothing is there.
      const isMiss = code === -32002 || saysUnknown(errorTextOf(answer));
      if (isMiss && stringAt(answer.params, 'uri') !== undefined) return undefined;
      if (fault === undefined || speaksOfHandshake(errorTextOf(answer))) return undefined;
      return {
        explanation: `The client sent ${method} in which ${fault}, and the server answered with ${code}, which does not say that the params were at fault.`,
        todo: `The client must mend its params, and the server should check them and answer with -32602.`,
        after: errorWith(answer, { code: -32602 }),
        // No author writes such a dump of what a request must be.
        ...(validatorDump(errorTextOf(answer)) === null ? {} : { side: 'sdk' }),
        sdks: sdksFor(answer),
      };
    },
  },
};

function isServed(method: string, { facts }: SessionView): boolean {
  const path = serverCapabilityFor(method);
  return path !== undefined && isDeclared(facts.serverCapabilities ?? {}, path);
}

/** SDKs that read the params before the author's code is asked; a prompt's arguments only some of them check. */
function sdksFor({ method }: ErrorAnswer): readonly string[] {
  const common = [
    'typescript-sdk-v1',
    'python-sdk-v1',
    'python-sdk-v2',
    'fastmcp-python',
    'fastmcp-typescript',
  ];
  return method === 'prompts/get'
    ? common
    : [...common, 'go-sdk', 'mcp-go', 'rust-rmcp', 'java-sdk', 'hermes', 'anubis'];
}

/** What of the params breaks the specification's schema of the method, in a few words; undefined if nothing does. */
function paramsFault(answer: ErrorAnswer, view: SessionView): string | undefined {
  const { method, params } = answer;
  const given: JsonObject = isJsonObject(params) ? params : {};
  switch (method) {
    case 'tools/call':
      return missingText(given, 'name') ?? notObject(given, 'arguments');
    case 'prompts/get':
      return (
        missingText(given, 'name') ?? notObject(given, 'arguments') ?? missingArgument(given, answer, view)
      );
    case 'resources/read':
    case 'resources/subscribe':
      return missingText(given, 'uri') ?? badUri(given);
    case 'initialize':
      return (
        missingText(given, 'protocolVersion') ??
        missingObject(given, 'capabilities') ??
        missingObject(given, 'clientInfo')
      );
    case 'logging/setLevel':
      return missingText(given, 'level') ?? badLevel(given);
    case 'completion/complete':
      return missingObject(given, 'ref') ?? missingObject(given, 'argument');
    default:
      return undefined;
  }
}

function missingText(given: JsonObject, member: string): string | undefined {
  if (given[member] === undefined) return `${member} is missing`;
  return typeof given[member] === 'string' ? undefined : `${member} is no text`;
}

function missingObject(given: JsonObject, member: string): string | undefined {
  if (given[member] === undefined) return `${member} is missing`;
  return notObject(given, member);
}

function notObject(given: JsonObject, member: string): string | undefined {
  return given[member] === undefined || isJsonObject(given[member]) ? undefined : `${member} is no object`;
}

/** RFC 3986, section 3.1: every absolute URI begins with a scheme. */
function badUri({ uri }: JsonObject): string | undefined {
  return typeof uri === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(uri) ? undefined : 'uri is no URI';
}

function badLevel({ level }: JsonObject): string | undefined {
  return LOG_LEVELS.some((known) => known === level)
    ? undefined
    : `${JSON.stringify(level).slice(0, 50)} is no log level`;
}

const MISSING =
  /\b(?:requires|missing|required)\b[^.\n]{0,40}?\bargument:?\s*["'`]?([\w-]+)|\bargument:? ["'`]?([\w-]+)["'`]? is (?:missing|required)/i;

/** What the prompt's listed arguments show, or else what the error itself says. */
function missingArgument(
  given: JsonObject,
  { text }: ErrorAnswer,
  { facts }: SessionView,
): string | undefined {
  const required = facts.prompts.find(stringAt(given, 'name') ?? '')?.requiredArguments ?? [];
  const args = isJsonObject(given.arguments) ? given.arguments : {};
  const match = MISSING.exec(text.slice(0, 500));
  const stated = match?.[1] ?? match?.[2];
  const missing = required.find((name) => args[name] === undefined) ?? stated;
  if (missing === undefined || args[missing] !== undefined) return undefined;
  return `the required argument ${JSON.stringify(missing.slice(0, 80))} is missing`;
}

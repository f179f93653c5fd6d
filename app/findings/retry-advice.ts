import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { frameworkRetry } from '../codes/auto-classify.ts';
import { nameByMessage } from '../codes/code-name.ts';
import { firstText } from '../frame/preview.ts';
import { structuredErrorOf } from './message.ts';
import {
  type RetryStatement,
  statedInError,
  statedInResult,
  type ToolFailure,
  toolFailureIn,
} from './retry-statements.ts';
import { retryWords } from './retry-words.ts';

/** What whoever called may do with the call. */
export type RetryAdvice = {
  /** `same` at once, `changed` with other arguments, `later` unchanged after a pause, `no` not at all. */
  readonly retry: 'same' | 'changed' | 'later' | 'no';
  /** From when on, in the answer's own terms: a time or a pause. */
  readonly notBefore?: string;
  readonly because: string;
  readonly source: 'data.retryable' | 'retryNotBefore' | 'code' | 'toolFailure' | 'words';
};

/** An answer that failed, and what is known around it. */
export type FailedAnswer = {
  /** The `error` member of a protocol error. */
  readonly error?: { readonly code?: unknown; readonly message: string; readonly data?: unknown };
  /** The result of a tool error. */
  readonly result?: JsonObject;
  readonly method: string;
  /** The vocabularies, by id, that the server speaks. */
  readonly vocabularies: readonly string[];
  /** The `annotations` of the called tool; undefined if the tool was not listed. */
  readonly annotations?: unknown;
};

/**
 * What may be done with a call that failed: by what the error states, by the proposal `toolFailure`, by the code
 * if the standard or the vocabulary gives it a meaning, and last by the words. Undefined if nothing says it.
 */
export function retryAdvice(answer: FailedAnswer): RetryAdvice | undefined {
  const advice = byStatement(answer) ?? byToolFailure(answer) ?? byCode(answer) ?? byWords(answer);
  return advice === undefined || advice === NO_ADVICE ? undefined : qualified(advice, answer);
}

/** The code decides, and what it says is that nobody can tell. */
const NO_ADVICE: RetryAdvice = { retry: 'no', because: '', source: 'code' };

function byStatement(answer: FailedAnswer): RetryAdvice | undefined {
  const { error, result } = answer;
  const stated = error === undefined ? result && statedInResult(result) : statedInError(error);
  if (stated === undefined) return undefined;
  const source = stated.retryable === undefined ? 'retryNotBefore' : 'data.retryable';
  const because = `The error states it in ${stated.where}.`;
  return refused(stated, answer, source, because) ?? fromStatement(stated, source, because);
}

/** What cannot be repeated as it is may still be sent with other arguments, if the code or the words say so. */
function refused(
  { retryable }: RetryStatement,
  answer: FailedAnswer,
  source: RetryAdvice['source'],
  because: string,
): RetryAdvice | undefined {
  if (retryable !== false) return undefined;
  const changed = (byCode(answer) ?? byWords(answer))?.retry === 'changed';
  return { retry: changed ? 'changed' : 'no', because, source };
}

function fromStatement(
  { retryable, notBefore }: RetryStatement,
  source: RetryAdvice['source'],
  because: string,
): RetryAdvice | undefined {
  if (notBefore !== undefined) return { retry: 'later', notBefore, because, source };
  return retryable === true ? { retry: 'same', because, source } : undefined;
}

function byToolFailure(answer: FailedAnswer): RetryAdvice | undefined {
  const { error, result } = answer;
  const failure = toolFailureIn(isJsonObject(error?.data) ? error.data._meta : result?._meta);
  if (failure === undefined) return undefined;
  const because = `The proposal toolFailure, which no revision has adopted, says it in ${failure.where}.`;
  return (
    refused(failure, answer, 'toolFailure', because) ??
    fromStatement(failure, 'toolFailure', because) ??
    byClass(failure)
  );
}

function byClass({ failureClass }: ToolFailure): RetryAdvice | undefined {
  const because = `The proposal toolFailure, which no revision has adopted, gives the class ${failureClass}.`;
  if (failureClass === 'reliability') return { retry: 'later', because, source: 'toolFailure' };
  if (failureClass === 'governance') return { retry: 'no', because, source: 'toolFailure' };
  return undefined;
}

function byCode(answer: FailedAnswer): RetryAdvice | undefined {
  const { error, result, vocabularies } = answer;
  const standard = error === undefined ? undefined : byStandardCode(error, answer.method);
  if (standard !== undefined) return standard;
  if (!vocabularies.includes('mcp-ts-core')) return undefined;
  const code = error === undefined ? result && structuredErrorOf(result)?.code : error.code;
  if (typeof code !== 'number') return undefined;
  // A message that names another meaning beats the vocabulary, which is a guess.
  const isNamed = error !== undefined && nameByMessage(code, error.message) !== undefined;
  return isNamed ? undefined : byFrameworkCode(code);
}

/** Python's SDK 1 answers an unknown method and a request before the handshake with these very words. */
const UNREAD = 'Invalid request parameters';

/** JSON-RPC 2.0, "Error object"; MCP 2025-11-25, schema, URL_ELICITATION_REQUIRED; 2026-07-28, basic, "Error Codes". */
function byStandardCode(
  { code, message, data }: NonNullable<FailedAnswer['error']>,
  method: string,
): RetryAdvice | undefined {
  switch (code) {
    case -32602:
      if (message === UNREAD && data === '') return NO_ADVICE;
      return retryWords(message) === 'none' && ABOUT_ENVELOPE.test(message)
        ? NO_ADVICE
        : byMeaning('changed', '-32602 says that the params do not fit.');
    case -32601:
      return byMeaning('no', '-32601 says that this side has no such method.');
    case -32700:
      return byMeaning('no', '-32700 says that the line was no JSON: the sender must write another one.');
    case -32600:
      if (!/^(MCP error -32600: )?invalid request\b/i.test(message)) return undefined;
      return byMeaning('no', '-32600 says that the message was no valid request, whatever its arguments.');
    case -32002:
      if (method !== 'resources/read') return undefined;
      return byMeaning('changed', '-32002 says that there is no resource of this uri.');
    case -32022:
      return byMeaning('changed', '-32022 asks for another revision: one that data.supported names.');
    // What must come first is a visit, a capability or a header, and no other arguments or pause.
    case -32020:
    case -32021:
    case -32042:
    case -32800:
      return NO_ADVICE;
    default:
      return undefined;
  }
}

/** What the client's software writes around the params: a caller cannot change it. */
const ABOUT_ENVELOPE =
  /\b_meta\b|io\.modelcontextprotocol|protocol ?version|capabilit|initiali[sz]|output (validation|schema)|structured content/i;

function byMeaning(retry: RetryAdvice['retry'], because: string): RetryAdvice {
  return { retry, because, source: 'code' };
}

/** Only for a server that is known to speak mcp-ts-core: elsewhere its numbers mean something else. */
function byFrameworkCode(code: number): RetryAdvice | undefined {
  const because = `In the vocabulary mcp-ts-core, ${code} says so.`;
  switch (frameworkRetry(code)) {
    case 'wait':
      return byMeaning('later', because);
    case 'change':
      return byMeaning('changed', because);
    case 'refresh':
      return byMeaning(
        'changed',
        `In the vocabulary mcp-ts-core, ${code} is a conflict with the present state.`,
      );
    case 'never':
      return byMeaning('no', because);
    case 'unknown':
      return undefined;
  }
}

function byWords({ error, result }: FailedAnswer): RetryAdvice | undefined {
  const text = error?.message ?? (result && (firstText(result) ?? stringAt(result, 'message')));
  switch (retryWords(text ?? '')) {
    case 'passing':
      return {
        retry: 'later',
        because: 'Its words stand for something that passes.',
        source: 'words',
      };
    case 'bounds':
      return {
        retry: 'changed',
        because: 'Its words stand for a value outside of what the server allows: another may lie within it.',
        source: 'words',
      };
    case 'permission':
      return {
        retry: 'no',
        because: 'Its words stand for a missing permission, which a person may have to grant.',
        source: 'words',
      };
    case 'arguments':
      return {
        retry: 'changed',
        because: 'Its words stand for arguments that do not fit.',
        source: 'words',
      };
    case 'none':
      return undefined;
  }
}

/** The same call again may do its work twice: the tool's annotations say whether that matters. */
function qualified(advice: RetryAdvice, { method, annotations }: FailedAnswer): RetryAdvice {
  if (method !== 'tools/call' || (advice.retry !== 'same' && advice.retry !== 'later')) return advice;
  return { ...advice, because: `${advice.because.slice(0, -1)}; ${repetition(annotations)}.` };
}

/** MCP 2025-11-25, schema, ToolAnnotations: hints, with `destructiveHint` true unless it is set. */
function repetition(annotations: unknown): string {
  const hints = isJsonObject(annotations) ? annotations : {};
  if (hints.readOnlyHint === true) return 'the tool says that it only reads';
  if (hints.idempotentHint === true) return 'the tool says that a repetition changes nothing more';
  return hints.destructiveHint === false
    ? 'the tool does not say that it may be repeated, so see first whether the call did its work'
    : 'the tool may change or delete things, so see first whether the call did its work';
}

import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { withPatterns } from '../base/written-pattern.ts';
import { frameworkRetry } from '../codes/auto-classify.ts';
import { nameByMessage } from '../codes/code-name.ts';
import { structuredErrorOf } from '../codes/structured-error.ts';
import { firstText } from '../frame/preview.ts';
import { TOOL_FAILURE_KEY } from '../protocol/meta-keys.ts';
import { aboutText, errorText } from './error-text.ts';
import written from './retry-words.json' with { type: 'json' };
import { upstreamIn } from './upstream-words.ts';

/** What the caller may do with the call. */
export type RetryAdvice = {
  /** `same` at once, `changed` with other arguments, `later` unchanged after a pause, `no` not at all. */
  readonly retry: 'same' | 'changed' | 'later' | 'no';
  /** The earliest time, in the answer's own terms: a time or a pause. */
  readonly notBefore?: string;
  readonly because: string;
  readonly source: 'data.retryable' | 'retryNotBefore' | 'code' | 'toolFailure' | 'words';
};

/** A failed answer and its context. */
export type FailedAnswer = {
  /** The `error` member of a protocol error. */
  readonly error?: { readonly code?: unknown; readonly message: string; readonly data?: unknown };
  readonly result?: JsonObject;
  readonly method: string;
  readonly vocabularies: readonly string[];
  /** The `annotations` of the called tool; undefined if the tool was not listed. */
  readonly annotations?: unknown;
};

/** Retry advice for a failed call: by the error's own statement, `toolFailure`, the code, or the words. */
export function retryAdvice(answer: FailedAnswer): RetryAdvice | undefined {
  const advice = byStatement(answer) ?? byToolFailure(answer) ?? byCode(answer) ?? byWords(answer);
  return advice === undefined || advice === NO_ADVICE ? undefined : qualified(advice, answer);
}

/** The code decides that no advice is possible. */
const NO_ADVICE: RetryAdvice = { retry: 'no', because: '', source: 'code' };

type Retry = RetryAdvice['retry'];

/** An error's explicit statement about retrying, in dedicated members. */
type Statement = {
  readonly retryable: boolean | undefined;
  /** When the same call may be sent: a time or a pause, in the answer's own terms. */
  readonly notBefore: string | undefined;
  /** The path of the member that says so. */
  readonly where: string;
};

function byStatement(answer: FailedAnswer): RetryAdvice | undefined {
  const { error, result = {} } = answer;
  const stated = error === undefined ? statedInResult(result) : statedAt({ data: error.data });
  if (stated === undefined) return undefined;
  const source = stated.retryable === undefined ? 'retryNotBefore' : 'data.retryable';
  return fromStatement(stated, answer, source, `The error states it in ${stated.where}.`);
}

/** A call that must not be repeated unchanged may still work with other arguments, if code or words say so. */
function fromStatement(
  { retryable, notBefore }: Statement,
  answer: FailedAnswer,
  source: RetryAdvice['source'],
  because: string,
): RetryAdvice | undefined {
  if (retryable === false) {
    const changed = (byCode(answer) ?? byWords(answer))?.retry === 'changed';
    return { retry: changed ? 'changed' : 'no', because, source };
  }
  if (notBefore !== undefined) return { retry: 'later', notBefore, because, source };
  return retryable === true ? { retry: 'same', because, source } : undefined;
}

/** In `structuredContent.error`, its `data`, or next to them. */
function statedInResult({ structuredContent, data }: JsonObject): Statement | undefined {
  const structured = isJsonObject(structuredContent) ? structuredContent : {};
  const error = isJsonObject(structured.error) ? structured.error : {};
  return statedAt({
    'structuredContent.error.data': error.data,
    'structuredContent.error': error,
    structuredContent: structured,
    data,
  });
}

function statedAt(places: { readonly [path: string]: unknown }): Statement | undefined {
  for (const [path, value] of Object.entries(places)) {
    if (!isJsonObject(value)) continue;
    const retryable = typeof value.retryable === 'boolean' ? value.retryable : undefined;
    const pause = pauseIn(value);
    if (retryable === undefined && pause === undefined) continue;
    const member = retryable === undefined && pause !== undefined ? pause.member : 'retryable';
    return { retryable, notBefore: pause?.text, where: `${path}.${member}` };
  }
  return undefined;
}

const UNITS: { readonly [member: string]: string } = {
  retryAfter: 's',
  retry_after: 's',
  retryAfterSeconds: 's',
  retry_after_seconds: 's',
  retryAfterMs: 'ms',
  retry_after_ms: 'ms',
  retryNotBefore: 's',
};

function pauseIn(value: JsonObject): { readonly member: string; readonly text: string } | undefined {
  for (const [member, unit] of Object.entries(UNITS)) {
    const given = value[member];
    // HTTP's `Retry-After` is a date, or a number of seconds as text.
    if (typeof given === 'string' && given.trim() !== '')
      return { member, text: /^\d+(\.\d+)?$/.test(given) ? `${given} ${unit}` : given };
    if (typeof given !== 'number' || given < 0) continue;
    // A large number is a time since 1970, not a pause.
    const isTime = member === 'retryNotBefore' || given > 1e9;
    return { member, text: isTime ? String(given) : `${given} ${unit}` };
  }
  return undefined;
}

/** The proposed `toolFailure` (modelcontextprotocol/modelcontextprotocol#3312, #3313), not in any revision. */
function byToolFailure(answer: FailedAnswer): RetryAdvice | undefined {
  const { error, result } = answer;
  const meta = isJsonObject(error?.data) ? error.data._meta : result?._meta;
  const failure = isJsonObject(meta) ? meta[TOOL_FAILURE_KEY] : undefined;
  if (!isJsonObject(failure)) return undefined;
  const source = 'toolFailure';
  const proposal = 'The proposal toolFailure, which no revision has adopted,';
  const stated = statedAt({ toolFailure: failure });
  const advice = stated && fromStatement(stated, answer, source, `${proposal} says it in ${stated.where}.`);
  if (advice !== undefined) return advice;
  const because = `${proposal} gives the class ${stringAt(failure, 'class')}.`;
  if (failure.class === 'reliability') return { retry: 'later', because, source };
  return failure.class === 'governance' ? { retry: 'no', because, source } : undefined;
}

function byCode(answer: FailedAnswer): RetryAdvice | undefined {
  const { error, result, vocabularies } = answer;
  const standard = error === undefined ? undefined : byStandardCode(error, answer.method);
  if (standard !== undefined) return standard;
  if (!vocabularies.includes('mcp-ts-core')) return undefined;
  const code = error === undefined ? result && structuredErrorOf(result)?.code : error.code;
  if (typeof code !== 'number') return undefined;
  // A message with a known meaning beats the vocabulary, which is a guess.
  const isNamed = error !== undefined && nameByMessage(code, error.message) !== undefined;
  return isNamed ? undefined : byFrameworkCode(code);
}

/** Python SDK 1 sends exactly these words for an unknown method and for a request before the handshake. */
const UNREAD = 'Invalid request parameters';
/** Added around the params by the client's software: a caller cannot change it. */
const ABOUT_ENVELOPE =
  /\b_meta\b|io\.modelcontextprotocol|protocol ?version|capabilit|initiali[sz]|output (validation|schema)|structured content/i;

/** JSON-RPC 2.0, "Error object"; MCP 2025-11-25, schema, URL_ELICITATION_REQUIRED; 2026-07-28, basic, "Error Codes". */
function byStandardCode(
  { code, message, data }: NonNullable<FailedAnswer['error']>,
  method: string,
): RetryAdvice | undefined {
  switch (code) {
    case -32602: {
      const words = wordAdvice(errorText(message));
      if (words.retry === 'changed') return words;
      const ofEnvelope = ABOUT_ENVELOPE.test(message) && words === NO_ADVICE;
      if (ofEnvelope || (message === UNREAD && data === '')) return NO_ADVICE;
      return byMeaning('changed', '-32602 says that the params do not fit.');
    }
    case -32601:
      return byMeaning('no', '-32601 says that this side has no such method.');
    case -32700:
      return byMeaning('no', '-32700 says that the line was not JSON: the sender must write another one.');
    case -32600:
      if (!/^(MCP error -32600: )?invalid request\b/i.test(message)) return undefined;
      return byMeaning('no', '-32600 says that the message was not a valid request, whatever its arguments.');
    case -32002:
      if (method !== 'resources/read') return undefined;
      return byMeaning('changed', '-32002 says that there is no resource of this uri.');
    case -32022:
      return byMeaning('changed', '-32022 asks for another revision: one that data.supported names.');
    // A visit, a capability or a header is needed first; other arguments or a pause do not help.
    case -32020:
    case -32021:
    case -32042:
    case -32800:
      return NO_ADVICE;
    default:
      return undefined;
  }
}

function byMeaning(retry: Retry, because: string): RetryAdvice {
  return { retry, because, source: 'code' };
}

const RETRY = { wait: 'later', change: 'changed', refresh: 'changed', never: 'no' } as const;

/** Only for servers known to use mcp-ts-core: elsewhere its numbers mean something else. */
function byFrameworkCode(code: number): RetryAdvice | undefined {
  const safety = frameworkRetry(code);
  if (safety === 'unknown') return undefined;
  const says = safety === 'refresh' ? 'is a conflict with the present state' : 'says so';
  return byMeaning(RETRY[safety], `In the vocabulary mcp-ts-core, ${code} ${says}.`);
}

function byWords({ error, result }: FailedAnswer): RetryAdvice | undefined {
  const text = error?.message ?? (result && (firstText(result) ?? stringAt(result, 'message')));
  const advice = wordAdvice(errorText(text ?? ''));
  return advice === NO_ADVICE ? undefined : advice;
}

const MAX_READ = 2000;

/** Neither other arguments nor waiting helps: another layer must act. */
const NOTHING_HELPS =
  /method not found|not (yet )?initiali[sz]ed|before initiali[sz]|output validation|invalid structured content|output schema|\b_meta\b|protocol ?version|capabilit|io\.modelcontextprotocol/i;

const WORDS = withPatterns(written) as readonly { words: RegExp; retry: Retry; what: string }[];

const LATER: RetryAdvice = {
  retry: 'later',
  because: 'The message points to a temporary problem with a service that the server needs.',
  source: 'words',
};

const wordAdvice = aboutText((text): RetryAdvice => {
  const start = text.slice(0, MAX_READ);
  if (NOTHING_HELPS.test(start)) return NO_ADVICE;
  if (upstreamIn(start) !== undefined) return LATER;
  const found = WORDS.find(({ words }) => words.test(start));
  return found === undefined
    ? NO_ADVICE
    : { retry: found.retry, because: `The message points to ${found.what}.`, source: 'words' };
});

/** Repeating a call may do its work twice: the tool's annotations say whether that matters. */
function qualified(advice: RetryAdvice, { method, annotations }: FailedAnswer): RetryAdvice {
  if (method !== 'tools/call' || (advice.retry !== 'same' && advice.retry !== 'later')) return advice;
  return { ...advice, because: `${advice.because.slice(0, -1)}; ${repetition(annotations)}.` };
}

/** MCP 2025-11-25, schema, ToolAnnotations: hints; `destructiveHint` defaults to true. */
function repetition(annotations: unknown): string {
  const hints = isJsonObject(annotations) ? annotations : {};
  if (hints.readOnlyHint === true) return 'the tool says that it only reads';
  if (hints.idempotentHint === true) return 'the tool says that a repetition changes nothing more';
  return hints.destructiveHint === false
    ? 'the tool does not say that it may be repeated, so see first whether the call did its work'
    : 'the tool may change or delete things, so see first whether the call did its work';
}

import {
  cutDeepParts,
  isJsonObject,
  type JsonObject,
  jsonText,
  jsonTypeOf,
  MAX_LEVELS,
  mayBeDeep,
} from '../base/json-value.ts';
import { errorMessage } from '../base/result.ts';
import type { Steps } from '../base/steps.ts';
import { shortened } from '../base/wrapped-text.ts';
import { lightText } from './heavy-line.ts';
import { arrayElements, memberSpan } from './json-scan.ts';

/** How a message violates JSON-RPC 2.0 (§4, §5); it is read anyway. */
export type EnvelopeFault =
  | 'byte-order-mark'
  | 'version-not-2.0'
  | 'id-null'
  | 'id-missing'
  | 'id-not-string-or-integer'
  | 'params-not-structured'
  | 'method-in-answer'
  | 'result-and-error'
  | 'no-result-no-error'
  | 'error-not-object'
  | 'code-missing'
  | 'code-not-integer'
  | 'message-not-string';

/** Longer codes are cut: a screen that lays out a megabyte in one cell hangs for seconds. */
const MAX_CODE_CHARS = 100;

/** Longer method names are cut; the longest in any revision has 40 characters. */
const MAX_METHOD_CHARS = 500;

/** The `error` member as on the wire. `codeText` is empty if there is no code, and cut to a preview if it is long. */
export type WireError = {
  readonly code: unknown;
  readonly codeText: string;
  readonly message: string;
  readonly data: unknown;
};

type Faults = { readonly faults: readonly EnvelopeFault[] };

/** How many parts were left out on reading: too deep (`MAX_LEVELS`), or too much for one line (`lightText`). */
type Cut = { readonly cut?: number };

/** An id that is neither a string nor a number, as JSON text cut to a preview; absent for any other id. */
type StrangeId = { readonly strangeId?: string };

/** The JSON-RPC reading of one line, down to `MAX_LEVELS`. */
export type Envelope =
  | ({ readonly kind: 'request'; id: RpcId; method: string; params: unknown } & Faults & Cut)
  | ({ readonly kind: 'notification'; method: string; params: unknown } & Faults & Cut)
  | ({ readonly kind: 'result'; id: RpcId | undefined; result: unknown } & StrangeId & Faults & Cut)
  | ({ readonly kind: 'error'; id: RpcId | undefined; error: WireError } & StrangeId & Faults & Cut)
  | ({ readonly kind: 'batch'; items: readonly Envelope[] } & Faults & Cut)
  | { readonly kind: 'not-json'; readonly reason: string }
  | ({ readonly kind: 'not-json-rpc'; readonly reason: string; readonly value: unknown } & Cut);

export type Answer = Extract<Envelope, { kind: 'result' | 'error' }>;

/** A line parsed once for both readers: the envelope for the log, the value for an SDK's client. */
export type WireMessage = {
  readonly envelope: Envelope;
  /** The result of `JSON.parse`, down to `MAX_LEVELS`; undefined if the line is not JSON. */
  readonly value: unknown;
};

type JsonEnvelope = Exclude<Envelope, { kind: 'not-json' }>;

/** A sentence that counts the parts left out on reading; empty if there are none. */
export function cutNote(envelope: Envelope): string {
  const cut = envelope.kind === 'not-json' ? undefined : envelope.cut;
  if (cut === undefined) return '';
  const parts = cut === 1 ? 'One part is' : `${cut.toLocaleString('en')} parts are`;
  return `${parts} not read: deeper than ${MAX_LEVELS} levels, or more than is read of one line.`;
}

/** How many messages of a batch are read. Each becomes a row, and a call or an answer in the session. */
const MAX_MESSAGES = 2000;

/** Where a message's text is: the whole line, or the item of a batch that starts at `from`. */
type Source = { readonly raw: string; readonly from: number };

/** Reads one line. Never throws, whatever the text is (JSON-RPC 2.0, §4 to §6). */
export function readEnvelope(raw: string): Envelope {
  return readMessage(raw).envelope;
}

export function readMessage(raw: string): WireMessage {
  let parsed: ParsedLine;
  try {
    parsed = parsedLine(raw, lightText(raw));
  } catch (error) {
    return notJson(raw, error);
  }
  return messageOf(raw, parsed);
}

/** {@link readMessage} in steps: weighing, parsing and reading a line of megabytes takes some 20 ms each. */
export function* readMessageInSteps(raw: string): Steps<WireMessage> {
  let parsed: ParsedLine;
  try {
    const light = lightText(raw);
    yield;
    parsed = parsedLine(raw, light);
  } catch (error) {
    return notJson(raw, error);
  }
  yield;
  return messageOf(raw, parsed);
}

type ParsedLine = { readonly value: unknown; readonly light: ReturnType<typeof lightText> };

function parsedLine(raw: string, light: ParsedLine['light']): ParsedLine {
  const text = light?.text ?? raw;
  return { value: JSON.parse(raw.startsWith(MARK) ? text.slice(1) : text), light };
}

function notJson(raw: string, error: unknown): WireMessage {
  const reason = raw.trim() === '' ? 'an empty line' : errorMessage(error);
  return { envelope: { kind: 'not-json', reason }, value: undefined };
}

const MARK = '\uFEFF';

function messageOf(raw: string, { value, light }: ParsedLine): WireMessage {
  const marked = raw.startsWith(MARK);
  // The one depth limit: later code never meets a value too deep for recursion.
  const deep = light === undefined && mayBeDeep(raw);
  const source = { raw, from: marked ? 1 : 0 };
  const faults: EnvelopeFault[] = marked ? ['byte-order-mark'] : [];
  const envelope = Array.isArray(value)
    ? readBatch(value, source, faults, deep, light?.cut ?? 0)
    : readOne(value, source, faults, light?.cut ?? (deep ? cutDeepParts(value) : 0));
  return { envelope, value: marked ? undefined : value };
}

/** The envelope of a message that is already parsed; `line` is its text. */
export function envelopeOf(value: unknown, line: string): Envelope {
  // A value that was parsed elsewhere must not be cut in place.
  if (Array.isArray(value) || mayBeDeep(line)) return readEnvelope(line);
  return readOne(value, { raw: line, from: 0 }, [], 0);
}

function readOne(value: unknown, source: Source, faults: EnvelopeFault[], cut: number): Envelope {
  const envelope = readValue(value, source, faults);
  return cut === 0 ? envelope : { ...envelope, cut };
}

function readValue(value: unknown, source: Source, faults: EnvelopeFault[]): JsonEnvelope {
  if (!isJsonObject(value)) return notRpc(`a JSON ${jsonTypeOf(value)}, not an object`, value);
  if (value.jsonrpc !== '2.0') faults.push('version-not-2.0');
  const answers = 'result' in value || 'error' in value;
  if ('method' in value) {
    // Some servers echo the request's method: with an id and a result or error it is still an answer.
    if (!answers || !('id' in value)) return readCall(value, source, faults);
    faults.push('method-in-answer');
  }
  if (!answers && !('jsonrpc' in value && 'id' in value)) {
    return notRpc('an object without method, result or error', value);
  }
  if (!('jsonrpc' in value) && !('id' in value)) return notRpc('an object without jsonrpc and id', value);
  return readAnswer(value, source, faults);
}

/** True for an answer that violates JSON-RPC, so that a strict client cannot parse it. */
export function isBrokenAnswer(envelope: Answer): boolean {
  return envelope.faults.length > 0;
}

function readBatch(
  values: unknown[],
  line: Source,
  faults: EnvelopeFault[],
  deep: boolean,
  cutBefore: number,
): Envelope {
  if (values.length === 0) return notRpc('an empty batch', values);
  let starts: readonly number[] | undefined;
  let cut = cutBefore;
  if (values.length > MAX_MESSAGES) {
    cut += values.length - MAX_MESSAGES;
    values.length = MAX_MESSAGES;
  }
  const items = values.map((item, index) => {
    const source = {
      raw: line.raw,
      // Item positions are found once, and only if an item's text is needed.
      get from(): number {
        starts ??= [...arrayElements(line.raw, line.from)].map(({ start }) => start);
        return starts[index] ?? line.raw.length;
      },
    };
    const cutHere = deep ? cutDeepParts(item, 2) : 0;
    cut += cutHere;
    // A batch inside a batch is not a message; its items are not read.
    return Array.isArray(item) ? notRpc('a batch inside a batch', item) : readOne(item, source, [], cutHere);
  });
  const batch: JsonEnvelope = items.every((item) => item.kind === 'not-json-rpc')
    ? notRpc('a JSON array without one JSON-RPC message', values)
    : { kind: 'batch', items, faults };
  return cut === 0 ? batch : { ...batch, cut };
}

function readCall(value: JsonObject, source: Source, faults: EnvelopeFault[]): JsonEnvelope {
  const { params } = value;
  if (typeof value.method !== 'string') return notRpc('a method that is not a string', value);
  const method = shortened(value.method, MAX_METHOD_CHARS);
  if (faults.includes('version-not-2.0')) return notRpc('jsonrpc is not "2.0"', value);
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    faults.push('params-not-structured');
  }
  if (!('id' in value)) return { kind: 'notification', method, params, faults };
  const id = idOf(value.id, source);
  if (id === undefined) return notRpc(`a request with the id ${jsonText(value.id).slice(0, 80)}`, value);
  if (typeof value.id === 'number' && !Number.isInteger(value.id)) faults.push('id-not-string-or-integer');
  return { kind: 'request', id, method, params, faults };
}

function readAnswer(value: JsonObject, source: Source, faults: EnvelopeFault[]): JsonEnvelope {
  const id = idOf(value.id, source);
  if (!('id' in value)) faults.push('id-missing');
  else if (value.id === null) faults.push('id-null');
  else if (id === undefined || (typeof value.id === 'number' && !Number.isInteger(value.id))) {
    faults.push('id-not-string-or-integer');
  }
  const strange =
    id === undefined && 'id' in value && value.id !== null
      ? { strangeId: jsonText(value.id).slice(0, 80) }
      : {};
  if (!('error' in value)) {
    if (!('result' in value)) faults.push('no-result-no-error');
    return { kind: 'result', id, result: value.result, ...strange, faults };
  }
  if ('result' in value) faults.push('result-and-error');
  return { kind: 'error', id, error: readError(value.error, source, faults), ...strange, faults };
}

function readError(value: unknown, source: Source, faults: EnvelopeFault[]): WireError {
  if (!isJsonObject(value)) {
    faults.push('error-not-object');
    const message = typeof value === 'string' ? value : jsonText(value);
    return { code: undefined, codeText: '', message, data: undefined };
  }
  if (!('code' in value)) faults.push('code-missing');
  else if (!Number.isInteger(value.code)) faults.push('code-not-integer');
  if (typeof value.message !== 'string') faults.push('message-not-string');
  return {
    code: value.code,
    codeText: 'code' in value ? codeText(value.code, source) : '',
    message: typeof value.message === 'string' ? value.message : '',
    data: value.data,
  };
}

/** The code as written on the wire: JSON.parse rounds long integers and reads 1e999 as Infinity. */
function codeText(code: unknown, source: Source): string {
  const text = wholeCodeText(code, source);
  return shortened(text, MAX_CODE_CHARS);
}

function wholeCodeText(code: unknown, source: Source): string {
  if (typeof code !== 'number') return jsonText(code);
  const rounded = !Number.isFinite(code) || (Number.isInteger(code) && !Number.isSafeInteger(code));
  if (!rounded) return String(code);
  return numberText(source.raw, ['error', 'code'], code, source.from) ?? String(code);
}

/** A safe integer, like nearly every id, needs no look at the text. */
function idOf(id: unknown, source: Source): RpcId | undefined {
  const exact = typeof id !== 'number' || Number.isSafeInteger(id);
  return readRpcId(id, source.raw, exact ? 0 : source.from);
}

function notRpc(reason: string, value: unknown): JsonEnvelope {
  return { kind: 'not-json-rpc', reason, value };
}

export function messagesIn(envelope: Envelope): readonly Envelope[] {
  return envelope.kind === 'batch' ? envelope.items : [envelope];
}

/** A JSON-RPC id: `key` distinguishes ids (5 is not "5"), `text` is the id as written on the wire. */
export type RpcId = { readonly key: string; readonly text: string };

/** Reads a parsed id; null is not an id. A number that JSON.parse rounds is read from `raw` at `from`. */
export function readRpcId(value: unknown, raw: string, from = 0): RpcId | undefined {
  if (typeof value === 'string') return { key: `s:${value}`, text: JSON.stringify(value) };
  if (typeof value !== 'number') return undefined;
  if (Number.isSafeInteger(value)) return { key: `n:${value}`, text: String(value) };
  const text = numberText(raw, ['id'], value, from) ?? String(value);
  // 1.5 and 1.50 are the same id; integers that differ only beyond 2^53 are not, although JSON.parse makes them equal.
  return { key: `n:${isIntegerText(text) ? text : value}`, text };
}

/** True for an integer beyond 2^53-1, which JavaScript rounds: TypeScript SDKs drop requests with such ids. */
export function isRoundedId(text: string): boolean {
  const value = text.startsWith('"') || text === '' ? 0 : Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** True for text with Language Server Protocol headers, which stdio MCP does not use (basic/transports, "stdio"). */
export function hasLspHeader(text: string): boolean {
  return /(?:^|[}\s"])Content-Length: *\d*\s*$/im.test(text.slice(-200)) || /^"?Content-Le/i.test(text);
}

/** The vocabularies of servers that read every number as a JavaScript number. */
export const ROUNDING_VOCABULARIES = [
  'typescript-sdk-v1',
  'typescript-sdk-v2',
  'mcp-ts-core',
  'fastmcp-typescript',
];

/** Avoids a regular expression: a number may have as many digits as fit on a line, too many for V8's stack. */
function isIntegerText(text: string): boolean {
  for (let at = text.startsWith('-') ? 1 : 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}

/** The number at this member path as written in the line, from `from` on; undefined if it is missing. */
function numberText(raw: string, path: readonly string[], value: number, from = 0): string | undefined {
  const span = memberSpan(raw, path, from);
  if (span === undefined) return undefined;
  const digits = raw.slice(span.start, span.end);
  return Number(digits) === value ? digits : undefined;
}

import { isJsonObject, type JsonObject, jsonText } from '../base/json-value.ts';
import { errorMessage } from '../base/result.ts';
import { numberText, type RpcId, readRpcId } from './rpc-id.ts';

/** What an envelope breaks of JSON-RPC 2.0 (§4, §5); the frame is read all the same. */
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

/** The `error` member as it stands on the wire. `codeText` is empty if there is no code. */
export type WireError = {
  readonly code: unknown;
  readonly codeText: string;
  readonly message: string;
  readonly data: unknown;
};

type Faults = { readonly faults: readonly EnvelopeFault[] };

/** An id that is neither text nor number, as JSON text cut to a preview; absent for any other. */
type StrangeId = { readonly strangeId?: string };

/** The JSON-RPC reading of one line. */
export type Envelope =
  | ({ readonly kind: 'request'; id: RpcId; method: string; params: unknown } & Faults)
  | ({ readonly kind: 'notification'; method: string; params: unknown } & Faults)
  | ({ readonly kind: 'result'; id: RpcId | undefined; result: unknown } & StrangeId & Faults)
  | ({ readonly kind: 'error'; id: RpcId | undefined; error: WireError } & StrangeId & Faults)
  | ({ readonly kind: 'batch'; items: readonly Envelope[] } & Faults)
  | { readonly kind: 'not-json'; readonly reason: string }
  | { readonly kind: 'not-json-rpc'; readonly reason: string; readonly value: unknown };

export type Answer = Extract<Envelope, { kind: 'result' | 'error' }>;

/** Reads one line. Never throws, whatever the text holds (JSON-RPC 2.0, §4 to §6). */
export function readEnvelope(raw: string): Envelope {
  const marked = raw.startsWith('\uFEFF');
  let value: unknown;
  try {
    value = JSON.parse(marked ? raw.slice(1) : raw);
  } catch (error) {
    return { kind: 'not-json', reason: raw.trim() === '' ? 'an empty line' : errorMessage(error) };
  }
  return readValue(value, raw, marked ? ['byte-order-mark'] : []);
}

/** The same for a value that is parsed already; `raw` is its text, for ids that JSON.parse rounds. */
export function readValue(value: unknown, raw: string, faults: EnvelopeFault[] = []): Envelope {
  if (Array.isArray(value)) return readBatch(value, raw, faults);
  if (!isJsonObject(value)) return notRpc(`a JSON ${describe(value)}, not an object`, value);
  if (value.jsonrpc !== '2.0') faults.push('version-not-2.0');
  const answers = 'result' in value || 'error' in value;
  if ('method' in value) {
    // Some servers echo the method of the request: with an id and a result or error it is an answer.
    if (!answers || !('id' in value)) return readCall(value, raw, faults);
    faults.push('method-in-answer');
  }
  if (!answers && !('jsonrpc' in value && 'id' in value)) {
    return notRpc('an object without method, result or error', value);
  }
  if (!('jsonrpc' in value) && !('id' in value)) return notRpc('an object without jsonrpc and id', value);
  return readAnswer(value, raw, faults);
}

/** True for an answer that breaks JSON-RPC, so that a strict client cannot parse it. */
export function isBrokenAnswer(envelope: Answer): boolean {
  return envelope.faults.length > 0;
}

function readBatch(values: readonly unknown[], raw: string, faults: EnvelopeFault[]): Envelope {
  if (values.length === 0) return notRpc('an empty batch', values);
  // JSON.parse takes any depth, this stack does not: a batch inside a batch is not followed.
  const items = values.map((item) =>
    Array.isArray(item) ? notRpc('a batch inside a batch', item) : readValue(item, raw),
  );
  if (items.every((item) => item.kind === 'not-json-rpc')) {
    return notRpc('a JSON array without one JSON-RPC message', values);
  }
  return { kind: 'batch', items, faults };
}

function readCall(value: JsonObject, raw: string, faults: EnvelopeFault[]): Envelope {
  const { method, params } = value;
  if (typeof method !== 'string') return notRpc('a method that is not a string', value);
  if (faults.includes('version-not-2.0')) return notRpc('jsonrpc is not "2.0"', value);
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    faults.push('params-not-structured');
  }
  if (!('id' in value)) return { kind: 'notification', method, params, faults };
  const id = readRpcId(value.id, raw);
  if (id === undefined) return notRpc(`a request with the id ${jsonText(value.id).slice(0, 80)}`, value);
  if (typeof value.id === 'number' && !Number.isInteger(value.id)) faults.push('id-not-string-or-integer');
  return { kind: 'request', id, method, params, faults };
}

function readAnswer(value: JsonObject, raw: string, faults: EnvelopeFault[]): Envelope {
  const id = readRpcId(value.id, raw);
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
  return { kind: 'error', id, error: readError(value.error, raw, faults), ...strange, faults };
}

function readError(value: unknown, raw: string, faults: EnvelopeFault[]): WireError {
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
    codeText: 'code' in value ? codeText(value.code, raw) : '',
    message: typeof value.message === 'string' ? value.message : '',
    data: value.data,
  };
}

/** As the wire writes it: JSON.parse rounds long integers, and reads 1e999 as Infinity. */
function codeText(code: unknown, raw: string): string {
  if (typeof code !== 'number') return jsonText(code);
  const rounded = !Number.isFinite(code) || (Number.isInteger(code) && !Number.isSafeInteger(code));
  return (rounded ? numberText(raw, 'code', code) : undefined) ?? String(code);
}

function notRpc(reason: string, value: unknown): Envelope {
  return { kind: 'not-json-rpc', reason, value };
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

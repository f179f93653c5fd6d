import { isJsonObject, type JsonObject, parseJson, valueAt } from '../../base/json-value.ts';

/** The parts of any exporter's span that describe a call. */
export type TraceSpan = {
  /** The ids of its trace and itself, which identify it in the file. */
  readonly key: string;
  readonly parent: string;
  readonly name: string;
  /** Who saw the call: `client`, `server`, or neither. */
  readonly kind: 'client' | 'server' | '';
  /** Milliseconds since 1970 UTC, with fractions; undefined if it has none or has not ended. */
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** `unset` counts as green, as in every backend. */
  readonly status: 'unset' | 'ok' | 'error';
  readonly message: string;
  readonly attributes: JsonObject;
  /** The attributes of its resource, the program that wrote it. */
  readonly resource: JsonObject;
  /** Type and message of the recorded exception; empty for none. */
  readonly exception: { readonly type: string; readonly message: string };
};

/** A span's value for the first of these keys; some exporters write dots as nested objects. */
export function attribute(attributes: JsonObject, ...keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : valueAt(attributes, key.split('.'));
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** The value as text, also for numbers and booleans; empty for none. */
export function attributeText(attributes: JsonObject, ...keys: readonly string[]): string {
  const value = attribute(attributes, ...keys);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A payload: the value, or the parsed JSON in its text. */
export function payload(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return parseJson(value) ?? value;
}

const KIND_SERVER = 2;
const KIND_CLIENT = 3;
const STATUS_OK = 1;
const STATUS_ERROR = 2;

/**
 * An OTLP/JSON span (opentelemetry-proto 1.9, trace.proto), with field names in camel case or as in the proto file,
 * both allowed by protobuf's JSON mapping; kinds and codes as numbers or names.
 */
export function otlpSpanOf(span: JsonObject, resource: JsonObject): TraceSpan {
  const at = (key: string): unknown => span[key] ?? span[snake(key)];
  const trace = text(at('traceId'));
  const parent = text(at('parentSpanId'));
  const kind = at('kind');
  const status = isJsonObject(span.status) ? span.status : {};
  return {
    key: `${trace}/${text(at('spanId'))}`,
    parent: /^0*$/.test(parent) ? '' : `${trace}/${parent}`,
    name: text(span.name),
    kind:
      kind === KIND_CLIENT || kind === 'SPAN_KIND_CLIENT'
        ? 'client'
        : kind === KIND_SERVER || kind === 'SPAN_KIND_SERVER'
          ? 'server'
          : '',
    startMs: nanosToMs(at('startTimeUnixNano')),
    endMs: nanosToMs(at('endTimeUnixNano')),
    status: statusOf(status.code),
    message: text(status.message),
    attributes: otlpAttributes(span.attributes),
    resource,
    exception: exceptionIn(span.events),
  };
}

function statusOf(code: unknown): TraceSpan['status'] {
  if (code === STATUS_ERROR || code === 'STATUS_CODE_ERROR' || code === 'ERROR') return 'error';
  return code === STATUS_OK || code === 'STATUS_CODE_OK' || code === 'OK' ? 'ok' : 'unset';
}

/** Converts OTLP attributes, `{ key, value: { stringValue } }`, to an object. */
export function otlpAttributes(list: unknown): JsonObject {
  if (isJsonObject(list)) return list;
  if (!Array.isArray(list)) return {};
  return Object.fromEntries(
    list.flatMap((one) =>
      isJsonObject(one) && typeof one.key === 'string' ? [[one.key, anyValue(one.value)]] : [],
    ),
  );
}

/** Values nested deeper count as missing. */
const MAX_DEPTH = 20;

function anyValue(value: unknown, depth = 0): unknown {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return undefined;
  const at = (key: string): unknown => value[key] ?? value[snake(key)];
  const simple = at('stringValue') ?? at('boolValue') ?? at('doubleValue');
  if (simple !== undefined) return simple;
  const whole = at('intValue');
  if (whole !== undefined) return Number(whole);
  const list = at('arrayValue');
  if (isJsonObject(list))
    return Array.isArray(list.values) ? list.values.map((one) => anyValue(one, depth + 1)) : [];
  const pairs = at('kvlistValue');
  if (!isJsonObject(pairs) || !Array.isArray(pairs.values)) return undefined;
  return Object.fromEntries(
    pairs.values.flatMap((one) =>
      isJsonObject(one) ? [[text(one.key), anyValue(one.value, depth + 1)]] : [],
    ),
  );
}

/** The exception event of the conventions (exceptions-spans.md); Phoenix writes its attributes as an object. */
export function exceptionIn(events: unknown): TraceSpan['exception'] {
  const found = Array.isArray(events)
    ? events.find((event) => isJsonObject(event) && event.name === 'exception')
    : undefined;
  const attributes = isJsonObject(found) ? otlpAttributes(found.attributes) : {};
  return {
    type: attributeText(attributes, 'exception.type'),
    message: attributeText(attributes, 'exception.message'),
  };
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nanosToMs(value: unknown): number | undefined {
  const written = String(value ?? '');
  if (!/^\d{1,20}$/.test(written) || /^0*$/.test(written)) return undefined;
  return Number(BigInt(written) / 1000n) / 1000;
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

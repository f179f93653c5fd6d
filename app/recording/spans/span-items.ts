import {
  isJsonObject,
  type JsonObject,
  numberOf,
  parseJson,
  valueAt,
  writtenOut,
} from '../../base/json-value.ts';
import { arrayElements, memberOf, memberText } from '../../wire/json-scan.ts';
import { skipSpace } from '../../wire/json-tokens.ts';
import type { ImportJournal } from '../import/import-journal.ts';

/** Beyond this many, a file's spans are left out and counted. */
export const MAX_SPANS = 500_000;

/** Collects the spans of a file; damaged ones and non-spans become problems of their line. */
export class SpanItems {
  readonly spans: TraceSpan[] = [];
  readonly #journal: ImportJournal;
  readonly #resources = new Map<string, JsonObject>();
  #left = 0;

  constructor(journal: ImportJournal) {
    this.#journal = journal;
  }

  /** Reads a whole file: one document, or one per line, as the collector's file exporter writes. */
  read(file: string): void {
    const first = skipSpace(file, 0);
    const end = file.indexOf('\n', first);
    const isLines = end > 0 && isJsonObject(parseJson(file.slice(first, end)));
    for (const [index, one] of (isLines ? file.split('\n') : [file]).entries())
      if (!isLines || one.trim() !== '') this.#document(one, index + 1);
    if (this.#left > 0)
      this.#journal.note(`${this.#left} more spans are left out: more than ${MAX_SPANS} are not read.`);
  }

  #document(file: string, line: number): void {
    const start = skipSpace(file, 0);
    const outer = memberOf(file, 'trace', start);
    const at = outer !== undefined && file[outer.start] === '{' ? outer.start : start;
    const resources = firstMember(file, at, ['resourceSpans', 'resource_spans', 'batches']);
    const list = file[start] === '[' ? start : firstMember(file, start, ['data', 'observations']);
    if (resources !== undefined) this.#resourceSpans(file, resources, line);
    else if (list !== undefined) this.#list(file, list, line);
    else this.#item(file.slice(start), line, true);
  }

  /** OTLP's levels are read by position, so that a truncated file still yields its complete parts. */
  #resourceSpans(file: string, from: number, line: number): void {
    for (const one of arrayElements(file, from)) {
      const resource = this.#resource(memberText(file, 'resource', one.start) ?? '');
      for (const key of ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans']) {
        const scopes = memberOf(file, key, one.start);
        if (scopes === undefined) continue;
        for (const scope of arrayElements(file, scopes.start)) {
          const spans = memberOf(file, 'spans', scope.start);
          if (spans !== undefined) this.#list(file, spans.start, line, resource);
        }
      }
    }
  }

  #resource(written: string): JsonObject {
    const known = this.#resources.get(written);
    if (known !== undefined) return known;
    const resource = otlpAttributes(valueAt(parseJson(written), ['attributes']));
    this.#resources.set(written, resource);
    return resource;
  }

  #list(file: string, from: number, line: number, resource?: JsonObject): void {
    for (const { start, end, whole } of arrayElements(file, from))
      this.#item(file.slice(start, end), line, whole, resource);
  }

  #item(written: string, line: number, whole: boolean, resource?: JsonObject): void {
    if (this.spans.length >= MAX_SPANS) {
      this.#left += 1;
      return;
    }
    const value = whole ? parseJson(written) : undefined;
    const span = isJsonObject(value) ? spanOf(value, resource) : undefined;
    if (span !== undefined) this.spans.push(span);
    else
      this.#journal.problem(
        line,
        isJsonObject(value)
          ? 'An entry that is not a span was left out.'
          : 'The file is damaged or cut off here, and a span was lost.',
      );
  }
}

/** Where the list of the first of these members starts; undefined for none. */
function firstMember(file: string, from: number, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const member = memberOf(file, key, from);
    if (member !== undefined && file[member.start] === '[') return member.start;
  }
  return undefined;
}

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
    const value = valueAt(attributes, [key]) ?? valueAt(attributes, key.split('.'));
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

const KINDS: ReadonlyMap<string, TraceSpan['kind']> = new Map([
  ['2', 'server'],
  ['SERVER', 'server'],
  ['3', 'client'],
  ['CLIENT', 'client'],
]);
const STATUSES: ReadonlyMap<string, TraceSpan['status']> = new Map([
  ['1', 'ok'],
  ['OK', 'ok'],
  ['2', 'error'],
  ['ERROR', 'error'],
]);

/**
 * A span in any exporter's form; undefined if it is not one. `resource` replaces the span's own.
 * - OTLP/JSON (opentelemetry-proto 1.9, trace.proto), with field names in camel case or as in the proto file, both
 *   allowed by protobuf's JSON mapping; kinds and codes as numbers or names.
 * - Phoenix (Phoenix 12, REST API `GET /v1/projects/{project}/spans`, and its client's exports).
 * - A Langfuse observation (Langfuse 3, public API, `Observation`); for a span, metadata has its attributes.
 */
function spanOf(value: JsonObject, resource?: JsonObject): TraceSpan | undefined {
  const at = (...keys: readonly string[]): unknown => attribute(value, ...keys);
  const written = (...keys: readonly string[]): string => attributeText(value, ...keys);
  const isSpan =
    isJsonObject(value.context) ||
    typeof (value.spanId ?? value.span_id) === 'string' ||
    (typeof value.traceId === 'string' && typeof value.startTime === 'string');
  if (!isSpan) return undefined;
  const trace = written('traceId', 'trace_id', 'context.trace_id');
  const parent = written('parentSpanId', 'parent_span_id', 'parent_id', 'parentObservationId');
  const { type, input, output, span_kind } = value;
  return {
    key: `${trace}/${written('spanId', 'span_id', 'context.span_id', 'id')}`,
    parent: /^0*$/.test(parent) ? '' : `${trace}/${parent}`,
    name: written('name'),
    kind: KINDS.get(written('kind').replace('SPAN_KIND_', '')) ?? '',
    startMs:
      nanosToMs(at('startTimeUnixNano', 'start_time_unix_nano')) ?? timeOf(at('startTime', 'start_time')),
    endMs: nanosToMs(at('endTimeUnixNano', 'end_time_unix_nano')) ?? timeOf(at('endTime', 'end_time')),
    status:
      STATUSES.get(written('status.code', 'status_code', 'level').replace('STATUS_CODE_', '')) ?? 'unset',
    message: written('status.message', 'status_message', 'statusMessage'),
    attributes: {
      ...{ 'langfuse.observation.type': type, 'input.value': input, 'output.value': output, span_kind },
      ...otlpAttributes(at('attributes', 'metadata.attributes')),
    },
    resource: resource ?? otlpAttributes(at('metadata.resourceAttributes')),
    exception: exceptionIn(value.events),
  };
}

/** Values nested deeper count as missing. */
const MAX_DEPTH = 20;

/** Converts OTLP attributes, `{ key, value: { stringValue } }`, to an object. */
function otlpAttributes(list: unknown, depth = 0): JsonObject {
  if (isJsonObject(list)) return list;
  return Object.fromEntries(
    listOf(list).flatMap((one) =>
      isJsonObject(one) && typeof one.key === 'string' ? [[one.key, anyValue(one.value, depth)]] : [],
    ),
  );
}

function anyValue(value: unknown, depth: number): unknown {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return undefined;
  const [kind = '', held] = Object.entries(value).find(([, one]) => one !== undefined && one !== null) ?? [];
  switch (kind.replace('_value', 'Value')) {
    case 'stringValue':
    case 'boolValue':
    case 'doubleValue':
      return held;
    case 'intValue':
      return numberOf(held);
    case 'arrayValue':
      return listOf(valueAt(held, ['values'])).map((one) => anyValue(one, depth + 1));
    case 'kvlistValue':
      return otlpAttributes(listOf(valueAt(held, ['values'])), depth + 1);
    default:
      return undefined;
  }
}

/** The exception event of the conventions (exceptions-spans.md); Phoenix writes its attributes as an object. */
function exceptionIn(events: unknown): TraceSpan['exception'] {
  const found = listOf(events).find((event) => valueAt(event, ['name']) === 'exception');
  const attributes = otlpAttributes(valueAt(found, ['attributes']));
  return {
    type: attributeText(attributes, 'exception.type'),
    message: attributeText(attributes, 'exception.message'),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nanosToMs(value: unknown): number | undefined {
  const written = writtenOut(value);
  if (!/^\d{1,20}$/.test(written) || /^0*$/.test(written)) return undefined;
  return Number(BigInt(written) / 1000n) / 1000;
}

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) ? ms : undefined;
}

/**
 * OTLP requests in binary protobuf (opentelemetry-proto 1.9: collector/trace/v1/trace_service.proto,
 * trace/v1/trace.proto, common/v1/common.proto): a single one as saved by `curl`, or many as written by the collector's
 * file exporter with `format: proto`, each after its length in four bytes, big-endian.
 */

type Kind = 'text' | 'hex' | 'number' | 'fixed64' | 'double' | 'int64' | 'bool' | (() => Message);
type Field = { readonly name: string; readonly kind: Kind; readonly many?: true };
type Message = { readonly [tag: number]: Field };

const ANY_VALUE = (): Message => ({
  1: { name: 'stringValue', kind: 'text' },
  2: { name: 'boolValue', kind: 'bool' },
  3: { name: 'intValue', kind: 'int64' },
  4: { name: 'doubleValue', kind: 'double' },
  5: { name: 'arrayValue', kind: () => ({ 1: { name: 'values', kind: ANY_VALUE, many: true } }) },
  6: { name: 'kvlistValue', kind: () => ({ 1: { name: 'values', kind: KEY_VALUE, many: true } }) },
});
const KEY_VALUE = (): Message => ({
  1: { name: 'key', kind: 'text' },
  2: { name: 'value', kind: ANY_VALUE },
});
const ATTRIBUTES = { name: 'attributes', kind: KEY_VALUE, many: true } as const;
const STATUS = (): Message => ({ 2: { name: 'message', kind: 'text' }, 3: { name: 'code', kind: 'number' } });
const EVENT = (): Message => ({ 2: { name: 'name', kind: 'text' }, 3: ATTRIBUTES });
const SPAN = (): Message => ({
  1: { name: 'traceId', kind: 'hex' },
  2: { name: 'spanId', kind: 'hex' },
  4: { name: 'parentSpanId', kind: 'hex' },
  5: { name: 'name', kind: 'text' },
  6: { name: 'kind', kind: 'number' },
  7: { name: 'startTimeUnixNano', kind: 'fixed64' },
  8: { name: 'endTimeUnixNano', kind: 'fixed64' },
  9: ATTRIBUTES,
  11: { name: 'events', kind: EVENT, many: true },
  15: { name: 'status', kind: STATUS },
});
const SCOPE_SPANS = (): Message => ({ 2: { name: 'spans', kind: SPAN, many: true } });
const RESOURCE_SPANS = (): Message => ({
  1: { name: 'resource', kind: () => ({ 1: ATTRIBUTES }) },
  2: { name: 'scopeSpans', kind: SCOPE_SPANS, many: true },
});
const REQUEST: Message = { 1: { name: 'resourceSpans', kind: RESOURCE_SPANS, many: true } };

/** The tag of field 1 with a length: the first byte of a request, and of each of its resources. */
const FIRST = 0x0a;
const PREFIX_BYTES = 4;
const MAX_DEPTH = 40;
const LENGTH = 2;

/** True for bytes that start like a trace request. */
export function isOtlpProtobuf(bytes: Uint8Array): boolean {
  const start = isPrefixed(bytes) ? PREFIX_BYTES : 0;
  if (bytes[start] !== FIRST) return false;
  const reader = new WireReader(bytes, start + 1, bytes.length);
  const length = reader.varint();
  const inner = bytes[reader.at];
  // Its resource, or its spans; text would have a line feed followed by letters.
  return (
    length !== undefined &&
    length > 1 &&
    (inner === FIRST || inner === 0x12) &&
    isLikelyLength(bytes, reader.at, Number(length))
  );
}

function isPrefixed(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[PREFIX_BYTES] === FIRST;
}

/** An inner message must fit into the outer one. */
function isLikelyLength(bytes: Uint8Array, at: number, around: number): boolean {
  const reader = new WireReader(bytes, at + 1, bytes.length);
  const length = reader.varint();
  return length !== undefined && Number(length) + (reader.at - at) <= around;
}

/** The requests as JSON, one per line; a truncated one keeps its readable fields. Undefined for other bytes. */
export function otlpTextOf(bytes: Uint8Array): string | undefined {
  if (!isOtlpProtobuf(bytes)) return undefined;
  if (!isPrefixed(bytes)) return JSON.stringify(decoded(new WireReader(bytes, 0, bytes.length), REQUEST));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: string[] = [];
  for (let at = 0; at + PREFIX_BYTES <= bytes.length; ) {
    const end = Math.min(bytes.length, at + PREFIX_BYTES + view.getUint32(at));
    lines.push(JSON.stringify(decoded(new WireReader(bytes, at + PREFIX_BYTES, end), REQUEST)));
    at = end;
  }
  return `${lines.join('\n')}\n`;
}

/** Decodes a message by its JSON mapping; unknown fields, and everything from a damaged one on, are left out. */
function decoded(reader: WireReader, message: Message, depth = 0): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  if (depth > MAX_DEPTH) return found;
  for (let tag = reader.varint(); tag !== undefined; tag = reader.varint()) {
    const part = reader.part(Number(tag & 7n));
    if (part === undefined) return found;
    const field = message[Number(tag >> 3n)];
    if (field === undefined) continue;
    const value = fieldValue(part, field.kind, depth);
    if (value === undefined) continue;
    if (field.many !== true) found[field.name] = value;
    else if (Array.isArray(found[field.name])) (found[field.name] as unknown[]).push(value);
    else found[field.name] = [value];
  }
  return found;
}

type Part = WireReader | bigint | Uint8Array;

function fieldValue(part: Part, kind: Kind, depth: number): unknown {
  if (part instanceof WireReader) {
    if (typeof kind === 'function') return decoded(part, kind(), depth + 1);
    if (kind === 'text') return part.text();
    return kind === 'hex' ? part.hex() : undefined;
  }
  if (typeof part === 'bigint') {
    if (kind === 'bool') return part !== 0n;
    if (kind === 'number') return Number(part);
    return kind === 'int64' ? String(BigInt.asIntN(64, part)) : undefined;
  }
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  if (kind === 'fixed64' && part.length === 8) return String(view.getBigUint64(0, true));
  if (kind !== 'double' || part.length !== 8) return undefined;
  const number = view.getFloat64(0, true);
  return Number.isFinite(number) ? number : String(number);
}

const utf8 = new TextDecoder();

/** Reads protobuf's wire format (protobuf.dev, "Encoding") between two positions. */
class WireReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  at: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.at = start;
    this.#end = end;
  }

  /** The next number of up to 64 bits; undefined at the end, or if it is cut off or too long. */
  varint(): bigint | undefined {
    let value = 0n;
    for (let shift = 0n; shift < 70n && this.at < this.#end; shift += 7n) {
      const byte = this.#bytes[this.at] ?? 0;
      this.at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return undefined;
  }

  /** The content of a field with this wire type; undefined if it is cut off or unknown. */
  part(type: number): Part | undefined {
    if (type === 0) return this.varint();
    const size = type === LENGTH ? this.varint() : type === 1 ? 8n : type === 5 ? 4n : undefined;
    const start = this.at;
    if (size === undefined || size > BigInt(this.#end - start)) return undefined;
    this.at += Number(size);
    return type === LENGTH
      ? new WireReader(this.#bytes, start, this.at)
      : this.#bytes.subarray(start, this.at);
  }

  text(): string {
    return utf8.decode(this.#bytes.subarray(this.at, this.#end));
  }

  hex(): string {
    let digits = '';
    for (const byte of this.#bytes.subarray(this.at, this.#end)) digits += byte.toString(16).padStart(2, '0');
    return digits;
  }
}

/**
 * OTLP requests in binary protobuf (opentelemetry-proto 1.9: collector/trace/v1/trace_service.proto,
 * trace/v1/trace.proto, common/v1/common.proto): a single one as saved by `curl`, or many as written by the collector's
 * file exporter with `format: proto`, each after its length in four bytes, big-endian.
 */

import type { JsonObject } from '../../base/json-value.ts';
import messages from './otlp-messages.json' with { type: 'json' };

/** `kind` is a form of value, or the name of a message; `[]` stands for a repeated field. */
type Field = readonly [name: string, kind: string, many?: '[]'];
type Message = { readonly [field: number]: Field };

const MESSAGES = messages as unknown as { readonly [name: string]: Message };
const REQUEST = MESSAGES.Request ?? {};

/** The tags of fields 1 and 2 with a length: the first byte of a request, and of each of its resources. */
const FIRST = 0x0a;
const SECOND = 0x12;
const PREFIX_BYTES = 4;
const MAX_DEPTH = 40;
const LENGTH = 2;

/** True for bytes that start like a trace request: its resource or its spans fit into it, unlike letters of a text. */
export function isOtlpProtobuf(bytes: Uint8Array): boolean {
  const reader = new WireReader(isPrefixed(bytes) ? bytes.subarray(PREFIX_BYTES) : bytes);
  const request = reader.lengthAfter(FIRST);
  const start = reader.at;
  const inner = reader.lengthAfter(FIRST, SECOND);
  return request !== undefined && inner !== undefined && inner + (reader.at - start) <= request;
}

function isPrefixed(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[PREFIX_BYTES] === FIRST;
}

/** The requests as JSON, one per line; a truncated one keeps its readable fields. Undefined for other bytes. */
export function otlpTextOf(bytes: Uint8Array): string | undefined {
  if (!isOtlpProtobuf(bytes)) return undefined;
  if (!isPrefixed(bytes)) return JSON.stringify(decoded(bytes, REQUEST));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: string[] = [];
  for (let at = 0; at + PREFIX_BYTES <= bytes.length; ) {
    const end = at + PREFIX_BYTES + view.getUint32(at);
    lines.push(JSON.stringify(decoded(bytes.subarray(at + PREFIX_BYTES, end), REQUEST)));
    at = end;
  }
  return `${lines.join('\n')}\n`;
}

/** Decodes a message by its JSON mapping; unknown fields, and everything from a damaged one on, are left out. */
function decoded(bytes: Uint8Array, message: Message, depth = 0): JsonObject {
  const found: Record<string, unknown> = {};
  if (depth > MAX_DEPTH) return found;
  const reader = new WireReader(bytes);
  for (let tag = reader.varint(); tag !== undefined; tag = reader.varint()) {
    const part = reader.part(Number(tag & 7n));
    if (part === undefined) return found;
    const [name, kind = '', many] = message[Number(tag >> 3n)] ?? [];
    const value = fieldValue(part, kind, depth);
    if (name === undefined || value === undefined) continue;
    const list = found[name];
    if (many === undefined) found[name] = value;
    else if (Array.isArray(list)) list.push(value);
    else found[name] = [value];
  }
  return found;
}

function fieldValue(part: bigint | Uint8Array, kind: string, depth: number): unknown {
  if (typeof part === 'bigint') return wholeValue(part, kind);
  const message = MESSAGES[kind];
  if (message !== undefined) return decoded(part, message, depth + 1);
  if (kind === 'text') return utf8.decode(part);
  if (kind === 'hex') return Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (part.length !== 8) return undefined;
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  if (kind === 'fixed64') return String(view.getBigUint64(0, true));
  if (kind !== 'double') return undefined;
  const number = view.getFloat64(0, true);
  return Number.isFinite(number) ? number : String(number);
}

function wholeValue(value: bigint, kind: string): unknown {
  if (kind === 'bool') return value !== 0n;
  if (kind === 'number') return Number(value);
  return kind === 'int64' ? String(BigInt.asIntN(64, value)) : undefined;
}

const utf8 = new TextDecoder();

/** Reads protobuf's wire format (protobuf.dev, "Encoding"). */
class WireReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next number of up to 64 bits; undefined at the end, or if it is cut off or too long. */
  varint(): bigint | undefined {
    let value = 0n;
    for (let shift = 0n; shift < 70n && this.at < this.#bytes.length; shift += 7n) {
      const byte = this.#bytes[this.at] ?? 0;
      this.at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return undefined;
  }

  /** The content of a field with this wire type; undefined if it is cut off or unknown. */
  part(type: number): bigint | Uint8Array | undefined {
    if (type === 0) return this.varint();
    const size = type === LENGTH ? this.varint() : type === 1 ? 8n : type === 5 ? 4n : undefined;
    const start = this.at;
    if (size === undefined || size > BigInt(this.#bytes.length - start)) return undefined;
    this.at += Number(size);
    return this.#bytes.subarray(start, this.at);
  }

  /** The length behind one of these tags, in bytes; undefined if another one is next. */
  lengthAfter(...tags: readonly number[]): number | undefined {
    if (!tags.includes(this.#bytes[this.at] ?? 0)) return undefined;
    this.at += 1;
    const length = this.varint();
    return length === undefined ? undefined : Number(length);
  }
}

import { isJsonObject } from '../base/json-value.ts';

/*
 * Packs an answer whose value has byte array members into one binary message, for carriers without structured clone:
 *
 * - 4 bytes: the length of the UTF-8 JSON text `{ message, runs }` that follows: the answer without these members,
 *   and the name and length of each.
 * - Then the bytes of each run. Every part starts at a multiple of 8, so numeric arrays can be read in place.
 */

type Run = readonly [member: string, length: number];

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const LENGTH_BYTES = 4;

/** Packs an answer into one binary message; undefined if its value has no bytes. Throws if JSON cannot hold it. */
export function packAnswer(message: unknown): Uint8Array | undefined {
  const result = isJsonObject(message) && message.t === 's' ? message.r : undefined;
  const value = isJsonObject(result) ? result.value : undefined;
  if (!isJsonObject(message) || !isJsonObject(result) || !isJsonObject(value)) return undefined;
  const members = Object.entries(value).filter(isOfBytes);
  if (members.length === 0) return undefined;
  const rest = { ...value };
  for (const [member] of members) delete rest[member];
  const runs: readonly Run[] = members.map(([member, bytes]) => [member, bytes.length]);
  const head = encoder.encode(
    JSON.stringify({ message: { ...message, r: { ...result, value: rest } }, runs }),
  );
  let at = roomFor(LENGTH_BYTES + head.length);
  const packed = new Uint8Array(members.reduce((sum, [, bytes]) => sum + roomFor(bytes.length), at));
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, LENGTH_BYTES);
  for (const [, bytes] of members) {
    packed.set(bytes, at);
    at += roomFor(bytes.length);
  }
  return packed;
}

/** Unpacks {@link packAnswer}'s message; runs of bytes are views of `packed`. Throws for anything else. */
export function unpackAnswer(packed: Uint8Array): unknown {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const head = decoder.decode(packed.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  const { message, runs } = JSON.parse(head) as {
    message: { r: { value: Record<string, unknown> } };
    runs: readonly Run[];
  };
  let at = roomFor(LENGTH_BYTES + length);
  for (const [member, bytes] of runs) {
    message.r.value[member] = packed.subarray(at, at + bytes);
    at += roomFor(bytes);
  }
  return message;
}

function isOfBytes(entry: [string, unknown]): entry is [string, Uint8Array] {
  return entry[1] instanceof Uint8Array;
}

function roomFor(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

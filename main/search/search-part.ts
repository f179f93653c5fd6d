import { isAscii } from 'node:buffer';
import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';
import { partitionPoint } from '../../app/base/partition-point.ts';
import { type ByteFilter, searchableText } from '../../app/frame/query/text-matcher.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { isRecordType } from '../../app/frame/record-type.ts';
import { wholeLines } from '../recording/record-runs.ts';

/** A part of a recording with its record index: the lines that begin in it, and the session to search. */
export type SearchedPart = {
  readonly file: string;
  readonly session: string;
  /** Bytes of the file, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** The ascending offsets of lines that must be parsed whatever their bytes: see `isComposed`. */
  readonly composed: readonly number[];
};

/** How a search tests lines and texts. */
export type PartSearch = {
  /** Undefined for a regular expression, which needs every line. */
  readonly filter: ByteFilter | undefined;
  readonly matches: (seq: number, text: string) => boolean;
  /** The text of the record in a line, by all rules of the format; undefined if the line is not a record. */
  readonly textOf: (line: string) => Promise<string | undefined>;
};

/** Matching lines of a part, in order; the record index tells which are records. */
export type FoundLines = {
  readonly seqs: readonly number[];
  /** The byte offset of each line. */
  readonly offsets: readonly number[];
  /** How far the part is searched: an offset in the file. */
  readonly reached: number;
};

const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;
/** A longer line is left to a full read of the file. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** The matching lines of a part. Ends early if the file ends or cannot be read: a full read reports why. */
export async function* linesIn(
  { file, session, from, to, composed }: SearchedPart,
  search: PartSearch,
): AsyncGenerator<FoundLines> {
  const { filter } = search;
  try {
    for (const { bytes, offset } of wholeLines(file, from, MAX_LINE_BYTES)) {
      const seqs: number[] = [];
      const offsets: number[] = [];
      const places = filter === undefined ? starts(bytes) : allPlaces(filter, composed, bytes, offset);
      for (const { start, end } of linesAt(places, bytes)) {
        const line = offset + start < to ? parsedLine(bytes.subarray(start, end)) : undefined;
        const { seq, type, session: owner = session } = line?.value ?? {};
        if (line === undefined || typeof seq !== 'number' || owner !== session || !isRecordType(type))
          continue;
        if (!(await isHit(line, seq, search))) continue;
        seqs.push(seq);
        offsets.push(offset + start);
      }
      const reached = offset + bytes.length;
      yield { seqs, offsets, reached: Math.min(reached, to) };
      if (reached >= to) return;
    }
  } catch {
    // The file is gone, or has a line that is too long.
  }
}

function* starts(bytes: Buffer): Generator<number> {
  yield 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) yield at + 1;
}

/** The ascending offsets where a line may match: by its text, or because its bytes cannot tell. */
function allPlaces(filter: ByteFilter, composed: readonly number[], bytes: Buffer, offset: number): number[] {
  const places = placesOf(filter, bytes);
  const byText = places.length;
  for (let at = bytes.indexOf(BASE64_KEY); at >= 0; at = bytes.indexOf(BASE64_KEY, at + 1)) places.push(at);
  const isBefore = (end: number) => (at: number) => (composed[at] ?? 0) < end;
  const first = partitionPoint(composed.length, isBefore(offset));
  const last = partitionPoint(composed.length, isBefore(offset + bytes.length));
  for (const start of composed.slice(first, last)) places.push(start - offset);
  return places.length === byText ? places : places.sort((left, right) => left - right);
}

/** The end of the key of binary frames. If written with escapes, the escapes identify it. */
const BASE64_KEY = 'Base64"';
/** Strings of this length stay in V8's young generation, and their bytes in the CPU cache. */
const SLICE_BYTES = 64 * 1024;

/** The ascending offsets in some bytes where a line may match by its text. */
function placesOf(filter: ByteFilter, bytes: Buffer): number[] {
  const places: number[] = [];
  const expression = isAscii(bytes) ? filter.ascii : filter.any;
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const text = bytes.toString('latin1', start, start + SLICE_BYTES + filter.mostBytes);
    expression.lastIndex = 0;
    while (expression.test(text)) places.push(start + expression.lastIndex - 1);
  }
  const written = places.length;
  for (const beginning of filter.escapes) {
    for (let at = bytes.indexOf(beginning, 1); at > 0; at = bytes.indexOf(beginning, at + 1))
      if (isEscaped(bytes, at)) places.push(at);
  }
  // Each of the two spellings is found in order, but slices overlap.
  return written === places.length && places.length < 2 ? places : places.sort((left, right) => left - right);
}

/** True after an odd number of backslashes: two stand for one. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function* linesAt(places: Iterable<number>, bytes: Buffer): Generator<{ start: number; end: number }> {
  let end = -1;
  for (const place of places) {
    if (place <= end) continue;
    const start = bytes.lastIndexOf(LINE_FEED, place) + 1;
    const feed = bytes.indexOf(LINE_FEED, place);
    end = feed < 0 ? bytes.length : feed;
    yield { start, end };
  }
}

type ParsedLine = { readonly text: string; readonly value: JsonObject };

const strict = new TextDecoder('utf-8', { fatal: true });

/** The object in a line; undefined if it has none. */
function parsedLine(bytes: Uint8Array): ParsedLine | undefined {
  try {
    const text = strict.decode(bytes);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { text, value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the record in a line has a matching text. */
async function isHit(
  { text: line, value }: ParsedLine,
  seq: number,
  { textOf, matches }: PartSearch,
): Promise<boolean> {
  // A record in the usual form is surely valid; others are fully parsed, but only if they may match.
  const isUsual = isUsualFrame(value) || isUsualStderr(value);
  const text = value.type === 'frame' && !isUsual ? await textOf(line) : looseText(value);
  if (text === undefined || text === '' || !matches(seq, text)) return false;
  return isUsual || value.type === 'frame' || (await textOf(line)) !== undefined;
}

function looseText(value: JsonObject): string {
  const record = value as unknown as KnownRecord;
  return record.type === 'frame' ? (record.raw ?? '') : searchableText(record);
}

/** According to their schemas; other members do not matter to a search. */
function isUsualFrame(value: JsonObject): boolean {
  const { type, raw, rawBase64, truncatedBytes, direction } = value;
  return (
    type === 'frame' &&
    typeof raw === 'string' &&
    rawBase64 === undefined &&
    truncatedBytes === undefined &&
    (direction === 'server-to-client' || direction === 'client-to-server') &&
    isPlaced(value)
  );
}

function isUsualStderr(value: JsonObject): boolean {
  return value.type === 'stderr' && typeof value.text === 'string' && isPlaced(value);
}

function isPlaced({ at, session }: JsonObject): boolean {
  return Number.isFinite(at) && typeof session === 'string';
}

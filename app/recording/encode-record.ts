import { needsEscape } from '../base/json-value.ts';
import type { Steps } from '../base/steps.ts';
import type { FrameRecord, Header, KnownRecord } from '../frame/record.ts';
import { type LineText, pieceEnd } from '../wire/line-text.ts';

/** The header as the first line of a recording, without its line feed. */
export function encodeHeader(header: Header): string {
  return JSON.stringify(header);
}

/** A record as one line without its line feed, keeping unknown fields. Throws only for values that JSON cannot hold. */
export function encodeRecord(record: KnownRecord): string {
  return encodeInPieces(record).join('');
}

/** Like `encodeRecord`; a long text is not copied into one string with the rest. */
export function encodeInPieces(record: KnownRecord): readonly string[] {
  if (record.type !== 'frame' || record.raw === undefined || record.raw.length < PIECE_CHARS)
    return [JSON.stringify(record)];
  const [before, after] = aroundText(record, 'raw');
  return [before, ...escaped(record.raw), after];
}

/** A frame's line up to its text, which follows between the quotes, and from there on. */
function aroundText(record: FrameRecord, key: 'raw' | 'rawBase64'): [before: string, after: string] {
  const empty = JSON.stringify({ ...record, [key]: '' });
  const at = empty.indexOf(`"${key}":""`) + key.length + 4;
  return [empty.slice(0, at), empty.slice(at)];
}

/** UTF-16 code units that are looked through at once. */
const PIECE_CHARS = 4096;

/** A text as in JSON, without quotes. Base64 and long words, of which nothing is escaped, take a third of the time. */
function escaped(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start, PIECE_CHARS);
    const piece = text.slice(start, end);
    pieces.push(needsEscape(piece) ? JSON.stringify(piece).slice(1, -1) : piece);
    start = end;
  }
  return pieces;
}

/** UTF-16 code units encoded per step. */
const STEP_CHARS = 1_000_000;
const encoder = new TextEncoder();

/** A line's text as JSON in UTF-8, in pieces and without quotes. */
export type EncodedText = readonly Uint8Array[];

/** Encodes a line's text in steps of a few milliseconds at most, whatever its length. */
export function* encodedTextInSteps(text: LineText): Steps<EncodedText> {
  const chars = 'raw' in text ? text.raw : text.rawBase64;
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < chars.length; yield) {
    const end = pieceEnd(chars, start, STEP_CHARS);
    pieces.push(encoder.encode(escaped(chars.slice(start, end)).join('')));
    start = end;
  }
  return pieces;
}

/** Like `encodeRecord` for a frame, in UTF-8 pieces around its already encoded text. */
export function encodeAround(record: FrameRecord, text: EncodedText): EncodedText {
  const [before, after] = aroundText(record, record.raw === undefined ? 'rawBase64' : 'raw');
  return [encoder.encode(before), ...text, encoder.encode(after)];
}

import type { Steps } from '../base/steps.ts';
import type { FrameRecord, Header, KnownRecord } from '../frame/record.ts';
import { type LineText, pieceEnd } from '../wire/line-text.ts';

/** The header as the first line of a recording, without its line feed. */
export function encodeHeader(header: Header): string {
  return JSON.stringify(header);
}

/** A record as one line without its line feed, keeping unknown fields. Throws only for values that JSON cannot hold. */
export function encodeRecord(record: KnownRecord): string {
  return JSON.stringify(record);
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
    pieces.push(encoder.encode(JSON.stringify(chars.slice(start, end)).slice(1, -1)));
    start = end;
  }
  return pieces;
}

/** Like `encodeRecord` for a frame, in UTF-8 pieces around its already encoded text. */
export function encodeAround(record: FrameRecord, text: EncodedText): EncodedText {
  const key = record.raw === undefined ? 'rawBase64' : 'raw';
  const empty = JSON.stringify({ ...record, [key]: '' });
  const at = empty.indexOf(`"${key}":""`) + key.length + 4;
  return [encoder.encode(empty.slice(0, at)), ...text, encoder.encode(empty.slice(at))];
}

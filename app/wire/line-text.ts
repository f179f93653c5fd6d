import type { Steps } from '../base/steps.ts';

/** A line as a recording stores it: text if the bytes are UTF-8, else base64. */
export type LineText = { readonly raw: string } | { readonly rawBase64: string };

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a line without loss: a byte order mark stays, bytes that are not UTF-8 become base64. */
export function lineText(bytes: Uint8Array): LineText {
  try {
    return { raw: strict.decode(bytes) };
  } catch {
    return { rawBase64: toBase64(bytes) };
  }
}

/** Bytes per step: a multiple of three, so that the base64 texts of two steps can be joined. */
export const STEP_BYTES = 3 * 262_144;
/** Base64 characters per step. */
const STEP_BASE64 = 4 * (STEP_BYTES / 3);

/** `lineText` and `shownLine` of one line in steps of a few milliseconds at most, whatever its length. */
export function* lineTextInSteps(bytes: Uint8Array): Steps<{ text: LineText; shown: string }> {
  try {
    const raw = yield* decodedInSteps(piecesOf(bytes), { fatal: true });
    return { text: { raw }, shown: raw };
  } catch {
    // Not UTF-8.
  }
  let rawBase64 = '';
  for (const piece of piecesOf(bytes)) {
    rawBase64 += toBase64(piece);
    yield;
  }
  const shown = yield* decodedInSteps(piecesOf(bytes), { fatal: false });
  return { text: { rawBase64 }, shown };
}

/** Throws if `fatal` is set and the bytes are not UTF-8. */
function* decodedInSteps(
  pieces: Iterable<Uint8Array>,
  { fatal }: { readonly fatal: boolean },
): Steps<string> {
  const decoder = new TextDecoder('utf-8', { fatal, ignoreBOM: true });
  let text = '';
  for (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    yield;
  }
  return text + decoder.decode();
}

function* piecesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += STEP_BYTES)
    yield bytes.subarray(start, start + STEP_BYTES);
}

function* decodedPiecesOf(base64: string): Iterable<Uint8Array> {
  for (let start = 0; start < base64.length; start += STEP_BASE64)
    yield fromBase64(base64.slice(start, start + STEP_BASE64));
}

/** The line for display, with replacement characters for bytes that are not UTF-8. */
export function shownLine(text: LineText): string {
  return 'raw' in text ? text.raw : lenient.decode(fromBase64(text.rawBase64));
}

/** `shownLine` for base64 bytes, in steps of a few milliseconds at most. */
export function shownBase64InSteps(rawBase64: string): Steps<string> {
  return decodedInSteps(decodedPiecesOf(rawBase64), { fatal: false });
}

/** The line's length on the wire in bytes, without its line feed. */
export function lineByteLength(text: LineText): number {
  if ('raw' in text) return utf8Length(text.raw);
  const padding = text.rawBase64.endsWith('==') ? 2 : text.rawBase64.endsWith('=') ? 1 : 0;
  return (text.rawBase64.length / 4) * 3 - padding;
}

/** Encodes bytes as base64 in pieces, since `String.fromCharCode` takes a limited number of arguments. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}

/** The platform's own decoder if it has one: it takes a fifth of the loop's time. */
const decodeBase64: unknown = Reflect.get(Uint8Array, 'fromBase64');

/** Decodes base64; throws if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (typeof decodeBase64 === 'function') return decodeBase64.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Longer texts are measured by the encoder, in a thirtieth of the time; for shorter ones the call costs more. */
const SHORT_CHARS = 4096;
const PIECE_CHARS = 65_536;
const encoder = new TextEncoder();
/** A UTF-16 code unit takes at most three bytes. */
const scratch = new Uint8Array(3 * PIECE_CHARS);

/** The length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  if (text.length <= SHORT_CHARS) return shortUtf8Length(text);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at, PIECE_CHARS);
    length += encoder.encodeInto(text.slice(at, end), scratch).written;
    at = end;
  }
  return length;
}

/** Where a piece of this many UTF-16 code units ends, or one less to keep a surrogate pair together. */
export function pieceEnd(text: string, start: number, units: number): number {
  const end = Math.min(text.length, start + units);
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

const NOT_ASCII = /[^\0-\x7f]/;

function shortUtf8Length(text: string): number {
  let length = text.length;
  // The engine's own search takes a third of the loop's time.
  if (!NOT_ASCII.test(text)) return length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    // A surrogate pair is two units and four bytes; a lone surrogate is encoded as U+FFFD, three bytes.
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) index += 1;
  }
  return length;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

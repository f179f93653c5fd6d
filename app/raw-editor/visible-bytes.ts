const NAMED: readonly (readonly [string, readonly number[]])[] = [
  ['BOM', [0xef, 0xbb, 0xbf]],
  ['CR', [0x0d]],
  ['NUL', [0x00]],
];
const TOKEN = /⟨(?:BOM|CR|NUL|[0-9A-F]{2})⟩/g;
/** A bracket that would read as the start of a token; it is then written byte by byte. */
const LOOKALIKE = /⟨(?=(?:BOM|CR|NUL|[0-9A-F]{2})⟩)/g;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Bytes as text in which every byte shows: UTF-8 as its characters, and what a text field hides or cannot
 * hold as a token: `⟨CR⟩`, `⟨BOM⟩`, `⟨NUL⟩`, and `⟨FF⟩` for a byte that is not UTF-8.
 */
export function visibleText(bytes: Uint8Array): string {
  let text = '';
  for (const run of utf8Runs(bytes)) {
    text += typeof run === 'number' ? byteToken(run) : hiddenShown(run);
  }
  return text;
}

/** The bytes of such a text; whatever was typed has some. */
export function bytesOfVisible(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const token of text.matchAll(TOKEN)) {
    parts.push(encoder.encode(text.slice(from, token.index)), tokenBytes(token[0].slice(1, -1)));
    from = token.index + token[0].length;
  }
  parts.push(encoder.encode(text.slice(from)));
  return joined(parts);
}

function hiddenShown(text: string): string {
  return text
    .replace(LOOKALIKE, '⟨E2⟩⟨9F⟩⟨A8⟩')
    .replaceAll('\uFEFF', '⟨BOM⟩')
    .replaceAll('\r', '⟨CR⟩')
    .replaceAll('\u0000', '⟨NUL⟩');
}

function byteToken(byte: number): string {
  return `⟨${byte.toString(16).toUpperCase().padStart(2, '0')}⟩`;
}

function tokenBytes(name: string): Uint8Array {
  const named = NAMED.find(([known]) => known === name);
  return Uint8Array.from(named === undefined ? [Number.parseInt(name, 16)] : named[1]);
}

/** Runs of UTF-8 as text, and every other byte by itself. */
function* utf8Runs(bytes: Uint8Array): Generator<string | number> {
  let from = 0;
  while (from < bytes.length) {
    const end = from + soundLength(bytes, from);
    if (end > from) yield strict.decode(bytes.subarray(from, end));
    const stray = bytes[end];
    if (stray !== undefined) yield stray;
    from = end + 1;
  }
}

/** How many bytes from `from` on are whole UTF-8 characters. */
function soundLength(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at - from;
}

function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    // Over-long forms and surrogates look like characters and are none.
    return 0;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

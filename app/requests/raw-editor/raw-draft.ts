import { err, ok, type Result } from '../../base/result.ts';
import { joined } from '../../wire/line-splitter.ts';
import { fromBase64, toBase64 } from '../../wire/line-text.ts';

export type RawForm = 'text' | 'hex' | 'base64';

export type RawDraft = { readonly form: RawForm; readonly text: string };

/** Bytes for the host to send; `fill` is a run of letters x that no field has to hold. */
export type RawBytes = {
  readonly bytes: Uint8Array;
  readonly fill: { readonly bytes: number; readonly after: Uint8Array } | undefined;
};

const MAX_FILL_BYTES = 15_000_000;
/** The token for a run of letters x in a draft's text. */
const FILL = /⟨x × ([\d,]{1,12})⟩/;

/** The bytes of a draft; fails with a sentence that names the first unreadable place. */
export function readDraft({ form, text }: RawDraft): Result<RawBytes> {
  switch (form) {
    case 'text':
      return readText(text);
    case 'hex':
      return plain(readHex(text));
    case 'base64':
      return plain(readBase64(text));
  }
}

/** Writes bytes in a form, without losing any. */
export function writeDraft(form: RawForm, bytes: Uint8Array): RawDraft {
  switch (form) {
    case 'text':
      return { form, text: visibleText(bytes) };
    case 'hex':
      return { form, text: hexText(bytes) };
    case 'base64':
      return { form, text: toBase64(bytes) };
  }
}

/** Converts a draft to another form; fails if it is unreadable, or if the form cannot express it. */
export function inForm(draft: RawDraft, form: RawForm): Result<RawDraft> {
  if (draft.form === form) return ok(draft);
  const read = readDraft(draft);
  if (!read.ok) return read;
  if (read.value.fill !== undefined) return err(`A filled-up line is written as text only: ${FILL_HINT}`);
  return ok(writeDraft(form, read.value.bytes));
}

const FILL_HINT = 'take ⟨x × …⟩ out first.';

/** The number of lines on the wire, without counting the final line feed. */
export function lineCount({ bytes, fill }: RawBytes): number {
  const feeds = (part: Uint8Array) => part.reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 0);
  return 1 + feeds(bytes) + (fill === undefined ? 0 : feeds(fill.after));
}

/** The number of bytes sent, without the final line feed. */
export function byteCount({ bytes, fill }: RawBytes): number {
  return bytes.length + (fill === undefined ? 0 : fill.bytes + fill.after.length);
}

function readText(text: string): Result<RawBytes> {
  const found = FILL.exec(text);
  if (found === null) return ok({ bytes: bytesOfVisible(text), fill: undefined });
  const bytes = Number((found[1] ?? '').replaceAll(',', ''));
  if (bytes > MAX_FILL_BYTES) {
    const most = MAX_FILL_BYTES.toLocaleString('en');
    return err(`${found[0]} is more than can be sent: at most ${most} bytes.`);
  }
  const rest = text.slice(found.index + found[0].length);
  if (FILL.test(rest)) return err(`A line is filled up in one place only, and ${found[0]} is the first.`);
  return ok({
    bytes: bytesOfVisible(text.slice(0, found.index)),
    fill: { bytes, after: bytesOfVisible(rest) },
  });
}

function readHex(text: string): Result<Uint8Array> {
  const digits = text.replace(/\s+/g, '');
  const invalid = /[^0-9a-fA-F]/.exec(digits);
  if (invalid !== null) return err(`${JSON.stringify(invalid[0])} is not a hexadecimal digit.`);
  if (digits.length % 2 !== 0) return err('The last byte has only one hexadecimal digit.');
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  }
  return ok(bytes);
}

function readBase64(text: string): Result<Uint8Array> {
  const body = text.replace(/\s+/g, '');
  const invalid = /[^A-Za-z0-9+/=]/.exec(body);
  if (invalid !== null) return err(`${JSON.stringify(invalid[0])} is not a base64 character.`);
  if (body.length % 4 !== 0 || !/^[^=]*={0,2}$/.test(body)) {
    return err('Base64 comes in groups of four characters, with = only at its end.');
  }
  return ok(fromBase64(body));
}

function hexText(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let start = 0; start < bytes.length; start += 16) {
    const row = [...bytes.subarray(start, start + 16)];
    rows.push(row.map((byte) => byte.toString(16).padStart(2, '0')).join(' '));
  }
  return rows.join('\n');
}

function plain(read: Result<Uint8Array>): Result<RawBytes> {
  return read.ok ? ok({ bytes: read.value, fill: undefined }) : read;
}

const NAMED: readonly (readonly [string, readonly number[]])[] = [
  ['BOM', [0xef, 0xbb, 0xbf]],
  ['CR', [0x0d]],
  ['NUL', [0x00]],
];
const TOKEN = /⟨(?:BOM|CR|NUL|[0-9A-F]{2})⟩/g;
/** A bracket that would read as the start of a token, so it is written byte by byte. */
const LOOKALIKE = /⟨(?=(?:BOM|CR|NUL|[0-9A-F]{2})⟩)/g;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes as text in which every byte is visible; what a field cannot hold is `⟨CR⟩`, `⟨BOM⟩`, `⟨NUL⟩`, `⟨FF⟩`. */
export function visibleText(bytes: Uint8Array): string {
  let text = '';
  for (const run of utf8Runs(bytes)) {
    text +=
      typeof run === 'number' ? `⟨${run.toString(16).toUpperCase().padStart(2, '0')}⟩` : hiddenShown(run);
  }
  return text;
}

/** The bytes of visible text; any input is valid. */
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

function tokenBytes(name: string): Uint8Array {
  const named = NAMED.find(([known]) => known === name);
  return Uint8Array.from(named === undefined ? [Number.parseInt(name, 16)] : named[1]);
}

/** Runs of UTF-8 as text, and every other byte separately. */
function* utf8Runs(bytes: Uint8Array): Generator<string | number> {
  let from = 0;
  while (from < bytes.length) {
    const end = from + soundLength(bytes, from);
    if (end > from) yield strict.decode(bytes.subarray(from, end));
    const byte = bytes[end];
    if (byte !== undefined) yield byte;
    from = end + 1;
  }
}

/** The length in bytes of the valid UTF-8 from `from` on. */
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
    // Overlong forms and surrogates look like characters but are invalid.
    return 0;
  }
}

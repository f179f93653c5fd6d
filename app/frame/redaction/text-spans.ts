import { nextSecret } from './secret-forms.ts';
import { NAME_HINT, type SecretNames } from './secret-names.ts';
import { ASSIGNMENT, looksRandom, NAMED_VALUES, SECRET_SHAPES, type SecretKind } from './secret-shapes.ts';

export type SecretSpan = {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** The complete secret, if this is only a piece of it. */
  readonly whole?: string;
};

const PLACEHOLDER = /<redacted:\d+>/;
const NAMED_KIND: SecretKind = 'secret by its name';
/** No shape is shorter: `k=v` needs a name, and names have at least three letters. */
const SHORTEST = 5;
/** Finds the secrets in running text by shape and by preceding name, in order and without overlap. */
export function textSpans(text: string, names: SecretNames): SecretSpan[] {
  const { plain, startOf, endOf } = plainText(text);
  if (plain === text) return plainSpans(text, names);
  return plainSpans(plain, names).map(({ start, end, kind }) => ({
    start: startOf(start),
    end: endOf(end),
    kind,
  }));
}

function plainSpans(text: string, names: SecretNames): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (text.length < SHORTEST) return spans;
  for (let found = nextSecret(text, 0); found !== undefined; found = nextSecret(text, found.behind))
    spans.push({ start: found.start, end: found.end, kind: 'API key' });
  for (const { kind, hint, pattern, accepts } of SECRET_SHAPES) {
    if (!hint.test(text)) continue;
    for (const match of matches(text, pattern)) {
      const secret = match.slice(1).find((group) => group !== undefined) ?? match[0];
      if (secret.trim() === '' || !accepts(secret)) continue;
      spans.push(spanAt(match.index + match[0].lastIndexOf(secret), secret, kind));
    }
  }
  if (NAME_HINT.test(text)) for (const span of namedSpans(text, names)) spans.push(span);
  return spans.length === 0
    ? spans
    : merged(spans.filter(({ start, end }) => !PLACEHOLDER.test(text.slice(start, end))));
}

/** The secret part of a value under a secret key; `Bearer` and the like stay readable. */
export function valueSpan(text: string): SecretSpan | undefined {
  const scheme = /^\s*(?:(?:Bearer|Basic|Token|Digest)\s+)?/i.exec(text)?.[0] ?? '';
  const start = scheme.length < text.length ? scheme.length : 0;
  if (text.trim() === '' || PLACEHOLDER.test(text)) return undefined;
  return { start, end: text.length, kind: NAMED_KIND };
}

/** Merges overlapping spans, so that no part of a secret remains. */
export function merged(spans: readonly SecretSpan[]): SecretSpan[] {
  const ordered = [...spans].sort((left, right) => left.start - right.start || right.end - left.end);
  const result: SecretSpan[] = [];
  for (const span of ordered) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}

function namedSpans(text: string, names: SecretNames): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of matches(text, ASSIGNMENT)) {
    const [whole, key = '', between = '', doubly, singly, ticked, bare] = match;
    const value = doubly ?? singly ?? ticked ?? bare ?? '';
    if (value.trim() === '' || (bare !== undefined && COUNT.test(bare)) || !names.isSecretValue(key, value)) {
      // A harmless value may contain a secret: `note: token=…`, `https://…?token=…`.
      ASSIGNMENT.lastIndex = match.index + key.length + between.length;
      continue;
    }
    // "token: expired" is prose, "token=expired" and '"token": "expired"' are not.
    if (bare !== undefined && !between.includes('=') && !/["']/.test(between) && !looksRandom(bare)) continue;
    if (/^(?:Bearer|Basic)$/i.test(value)) continue;
    spans.push(spanAt(match.index + whole.lastIndexOf(value), value, NAMED_KIND));
  }
  for (const match of NAMED_VALUES.flatMap((pattern) => [...matches(text, pattern)])) {
    const [whole, key = '', value = ''] = match;
    if (value.trim() === '' || !names.isSecretValue(key, value)) continue;
    spans.push(spanAt(match.index + whole.lastIndexOf(value), value, NAMED_KIND));
  }
  return spans;
}

/** `pass: 12` is a count, and `token: false` says whether there is one. */
const COUNT = /^(?:\d{1,3}|true|false|null|undefined|none|yes|no)$/i;

/** Like `matchAll`, but without a new pattern per text: this runs over every string of a recording. */
function* matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match;
}

function spanAt(start: number, secret: string, kind: SecretKind): SecretSpan {
  return { start, end: start + secret.length, kind };
}

type PlainText = {
  readonly plain: string;
  readonly startOf: (index: number) => number;
  /** The original end of a text that ends before `index` in the plain text, without a following escape sequence. */
  readonly endOf: (index: number) => number;
};

/** Control sequences such as SGR (ECMA-48 §5.4). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a sequence
const SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** Removes colors from a text, so that `token` and its value are adjacent again. */
function plainText(text: string): PlainText {
  if (!text.includes('\u001b[')) return { plain: text, startOf: same, endOf: same };
  const places: number[] = [];
  const parts: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    for (let at = start; at < end; at += 1) places.push(at);
    parts.push(text.slice(start, end));
  };
  for (const match of text.matchAll(SEQUENCE)) {
    take(match.index);
    start = match.index + match[0].length;
  }
  take(text.length);
  const startOf = (index: number): number => places[index] ?? text.length;
  return { plain: parts.join(''), startOf, endOf: (index) => (index === 0 ? 0 : startOf(index - 1) + 1) };
}

function same(index: number): number {
  return index;
}

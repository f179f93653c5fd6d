import { isSecretKey } from './secret-key.ts';
import { ASSIGNMENT, looksRandom, OPTION, SECRET_SHAPES, type SecretKind } from './secret-shapes.ts';

/** A secret at a place of a text. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly kind: SecretKind };

const PLACEHOLDER = /<redacted:\d+>/;
/** No shape is shorter: `k=v` stands under a name, and names have at least three letters. */
const SHORTEST = 5;
/** What every name of a secret has in it. */
const NAMED = /pass|pwd|secret|token|key|credential|authorization|cookie|bearer|session|connection/i;

/** Finds the secrets of running text by their shapes and by the names before them, in order, none overlapping. */
export function textSpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (text.length < SHORTEST) return spans;
  for (const { kind, hint, pattern, group, accepts } of SECRET_SHAPES) {
    if (!hint.test(text)) continue;
    for (const match of matches(text, pattern)) {
      const secret = match[group] ?? '';
      if (secret.trim() === '' || accepts?.(secret) === false) continue;
      spans.push(spanAt(match.index + match[0].lastIndexOf(secret), secret, kind));
    }
  }
  if (NAMED.test(text)) spans.push(...namedSpans(text));
  return spans.length === 0
    ? spans
    : merged(spans.filter(({ start, end }) => !PLACEHOLDER.test(text.slice(start, end))));
}

/** A whole value that stands under a secret key; `Bearer` and its like stay readable. */
export function valueSpan(text: string): SecretSpan | undefined {
  const scheme = /^\s*(?:(?:Bearer|Basic|Token|Digest)\s+)?/i.exec(text)?.[0] ?? '';
  const start = scheme.length < text.length ? scheme.length : 0;
  if (text.trim() === '' || PLACEHOLDER.test(text)) return undefined;
  return { start, end: text.length, kind: 'secret by its name' };
}

/** Overlapping spans become one, so that no part of a secret stays. */
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

function namedSpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const match of matches(text, ASSIGNMENT)) {
    const [whole, key = '', between = '', doubly, singly, bare] = match;
    const value = doubly ?? singly ?? bare ?? '';
    if (value.trim() === '' || !isSecretKey(key)) continue;
    // "token: expired" is prose, "token=expired" and '"token": "expired"' are not.
    if (bare !== undefined && !between.includes('=') && !/["']/.test(between) && !looksRandom(bare)) continue;
    if (/^(?:Bearer|Basic)$/i.test(value)) continue;
    spans.push(spanAt(match.index + whole.lastIndexOf(value), value, 'secret by its name'));
  }
  for (const match of matches(text, OPTION)) {
    const [whole, key = '', value = ''] = match;
    if (!isSecretKey(key)) continue;
    spans.push(spanAt(match.index + whole.length - value.length, value, 'secret by its name'));
  }
  return spans;
}

/** As `matchAll`, without a new pattern for each text: this runs over every string of a recording. */
function* matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match;
}

function spanAt(start: number, secret: string, kind: SecretKind): SecretSpan {
  return { start, end: start + secret.length, kind };
}

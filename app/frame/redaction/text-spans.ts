import { isSecretKey } from './secret-key.ts';
import { ASSIGNMENT, looksRandom, OPTION, SECRET_SHAPES, type SecretKind } from './secret-shapes.ts';

/** A secret at a place of a text. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly kind: SecretKind };

const PLACEHOLDER = /<redacted:\d+>/;

/** Finds the secrets of running text by their shapes and by the names before them, in order, none overlapping. */
export function textSpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { kind, pattern, group, accepts } of SECRET_SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[group] ?? '';
      if (secret === '' || accepts?.(secret) === false) continue;
      spans.push(spanAt(match.index + match[0].lastIndexOf(secret), secret, kind));
    }
  }
  spans.push(...namedSpans(text));
  return merged(spans.filter(({ start, end }) => !PLACEHOLDER.test(text.slice(start, end))));
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
  for (const match of text.matchAll(ASSIGNMENT)) {
    const [whole, key = '', between = '', value = ''] = match;
    if (!isSecretKey(key)) continue;
    // "token: expired" is prose, "token=expired" and '"token": "expired"' are not.
    if (!between.includes('=') && !/["']/.test(between) && !looksRandom(value)) continue;
    if (/^(?:Bearer|Basic)$/i.test(value)) continue;
    spans.push(spanAt(match.index + whole.length - value.length, value, 'secret by its name'));
  }
  for (const match of text.matchAll(OPTION)) {
    const [whole, key = '', value = ''] = match;
    if (!isSecretKey(key)) continue;
    spans.push(spanAt(match.index + whole.length - value.length, value, 'secret by its name'));
  }
  return spans;
}

function spanAt(start: number, secret: string, kind: SecretKind): SecretSpan {
  return { start, end: start + secret.length, kind };
}

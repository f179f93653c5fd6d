import { likeness } from '../../base/likeness.ts';

/** The placeholders of `likeness` for varying parts. */
const VARYING = /<(?:time|id|value|n)>/g;
const REDACTED = /<redacted:\d+>/g;
/** The characters of a text that `likeness` reads, and returns at most. */
const MAX_READ = 600;
const MAX_GIVEN = 300;

/** A text on one line: differences in white space do not matter. */
export function flatText(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A pattern that matches the text, with `*` for times, ids, quoted values, numbers and secrets. */
export function patternOf(text: string): string {
  const flat = flatText(text.slice(0, 4 * MAX_READ)).replaceAll(REDACTED, '<value>');
  const like = likeness(flat);
  const isCut = text.length > 4 * MAX_READ || flat.length > MAX_READ || like.length >= MAX_GIVEN;
  // The cut may split a placeholder of `likeness`.
  const kept = isCut ? `${like.replace(/<[a-z]*$/, '')}*` : like;
  return kept.replaceAll(VARYING, '*').replaceAll(/\*+/g, '*');
}

/** True if the pattern matches the whole text; each `*` matches any text, and white space counts as one space. */
export function matchesPattern(pattern: string, text: string): boolean {
  const flat = flatText(text);
  const [first = '', ...rest] = flatText(pattern).split('*');
  const last = rest.pop();
  if (last === undefined) return flat === first;
  if (!flat.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = flat.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return flat.length - last.length >= at && flat.endsWith(last);
}

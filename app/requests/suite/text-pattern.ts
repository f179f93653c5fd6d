import { likeness } from '../../base/likeness.ts';

/** What `likeness` puts in the place of what varies. */
const VARYING = /<(?:time|id|value|n)>/g;
const REDACTED = /<redacted:\d+>/g;
/** `likeness` reads this much of a text, and gives this much of it. */
const MAX_READ = 600;
const MAX_GIVEN = 300;

/** A text on one line: what differs only by white space is the same. */
export function flatText(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** A pattern that the text matches, with `*` for its times, ids, quoted values, numbers and secrets. */
export function patternOf(text: string): string {
  const flat = flatText(text.slice(0, 4 * MAX_READ)).replaceAll(REDACTED, '<value>');
  const like = likeness(flat);
  const isCut = text.length > 4 * MAX_READ || flat.length > MAX_READ || like.length >= MAX_GIVEN;
  // A cut may go through a word of `likeness`.
  const kept = isCut ? `${like.replace(/<[a-z]*$/, '')}*` : like;
  return kept.replaceAll(VARYING, '*').replaceAll(/\*+/g, '*');
}

/** True if the whole text is the pattern, in which each `*` stands for any text; white space counts as one space. */
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

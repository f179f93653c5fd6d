/** A search text in lower case, split at each `*`: a single piece if it has no wildcard. */
export type WildcardPattern = readonly string[];

/** The pattern of a bare word, in which `*` matches any characters. */
export function wildcardPattern(text: string): WildcardPattern {
  return text.toLowerCase().split(/\*+/);
}

/** The pattern of a quoted text, in which `*` is literal. */
export function literalPattern(text: string): WildcardPattern {
  return [text.toLowerCase()];
}

/** True if the pattern matches all of `text`; an empty text never matches. */
export function matchesWhole(pattern: WildcardPattern, text: string): boolean {
  if (text === '') return false;
  const lower = text.toLowerCase();
  const [first = ''] = pattern;
  if (pattern.length === 1) return lower === first;
  const last = pattern.at(-1) ?? '';
  if (lower.length < first.length + last.length) return false;
  if (!lower.startsWith(first) || !lower.endsWith(last)) return false;
  return hasInOrder(pattern.slice(1, -1), lower.slice(first.length, lower.length - last.length));
}

/** True if the pattern matches any part of `text`. */
export function matchesPart(pattern: WildcardPattern, text: string): boolean {
  return text !== '' && hasInOrder(pattern, text.toLowerCase());
}

function hasInOrder(pieces: WildcardPattern, lower: string): boolean {
  let from = 0;
  for (const piece of pieces) {
    const found = lower.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return true;
}

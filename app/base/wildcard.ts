/** A text to look for, in lower case, cut at its `*`: one piece for a text without a wildcard. */
export type WildcardPattern = readonly string[];

/** The pattern of a bare word, in which `*` stands for any characters. */
export function wildcardPattern(text: string): WildcardPattern {
  return text.toLowerCase().split(/\*+/);
}

/** The pattern of a quoted text, in which `*` is a star. */
export function literalPattern(text: string): WildcardPattern {
  return [text.toLowerCase()];
}

/** True if the pattern fits the whole of `text`; a text that is empty fits none. */
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

/** True if the pattern fits some part of `text`. */
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

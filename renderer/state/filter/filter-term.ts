/** True if the filter has this term, such as `is:expected`, as one of its own. */
export function hasTerm(text: string, term: string): boolean {
  return tokens(text).includes(term);
}

/** The filter with the term added to everything else, or without it where it has it. */
export function withToggledTerm(text: string, term: string): string {
  const held = tokens(text);
  if (held.includes(term)) return held.filter((token) => token !== term).join(' ');
  const before = held.join(' ');
  // "or" binds less than a blank: what was written stays one condition.
  const rest = held.some((token) => token.toLowerCase() === 'or') ? `(${before})` : before;
  return `${rest} ${term}`.trim();
}

/** Blanks within quotes belong to their word. */
function tokens(text: string): string[] {
  return text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g) ?? [];
}

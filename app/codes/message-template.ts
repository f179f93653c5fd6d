/** A template made ready: its longest fixed part, which is cheap to look for, and the whole as a pattern. */
type Prepared = { readonly anchor: string; pattern: RegExp | undefined };

const prepared = new Map<string, Prepared>();
const PLACEHOLDER = /<[^<>]+>/;

/**
 * True where a wire text with placeholders stands anywhere in `text`; `<x>` stands for anything.
 * Logs put prefixes before a message and details after it, so only the start of a word is demanded.
 */
export function templateMatches(template: string, text: string): boolean {
  let known = prepared.get(template);
  if (known === undefined) {
    known = { anchor: longestPart(template), pattern: undefined };
    prepared.set(template, known);
  }
  if (!text.includes(known.anchor)) return false;
  known.pattern ??= compile(template);
  return known.pattern.test(text);
}

/** How much of a template is fixed text: the measure of how specific it is. */
export function templateWeight(template: string): number {
  return template.split(PLACEHOLDER).join('').trim().length;
}

function longestPart(template: string): string {
  return template
    .split(PLACEHOLDER)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

function compile(template: string): RegExp {
  const parts = template.split(PLACEHOLDER);
  const start = parts[0] === '' ? '' : '(?:^|[^\\p{L}\\p{N}])';
  return new RegExp(start + parts.map(escapeRegExp).join('[\\s\\S]*?'), 'u');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

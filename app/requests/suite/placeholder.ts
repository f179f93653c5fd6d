/** What a redaction leaves in the place of a secret; equal secrets have equal numbers. */
const PLACEHOLDER = /<redacted:(\d{1,6})>/g;

/** The variable of the environment that holds what a redaction took out. */
export function secretName(number: string): string {
  return `SECRET_${number}`;
}

/** The variables that a text, or anything in a JSON value, needs for its secrets; sorted, each once. */
export function secretsIn(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const numbers = [...text.matchAll(PLACEHOLDER)].map(([, number = '']) => Number(number));
  return [...new Set(numbers)].sort((a, b) => a - b).map((number) => secretName(String(number)));
}

/** A text cut at its secrets: parts of it, and between each two of them the name of a variable. */
export function partsOf(text: string): {
  readonly parts: readonly string[];
  readonly names: readonly string[];
} {
  const pieces = text.split(PLACEHOLDER);
  return {
    parts: pieces.filter((_piece, at) => at % 2 === 0),
    names: pieces.filter((_piece, at) => at % 2 === 1).map(secretName),
  };
}

const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1000, KB: 1000, MB: 1_000_000 };

/** Parses a typed byte size: `500B`, `1.5kB`, `10MB`. Undefined unless it is a size from 1 to `most` bytes. */
export function bytesFrom(text: string, most: number): number | undefined {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)(B|kB|KB|MB)$/.exec(text) ?? [];
  const bytes = Math.round(Number(amount) * (UNITS[unit] ?? 0));
  return bytes >= 1 && bytes <= most ? bytes : undefined;
}

/** Formats a byte count for a sentence: `131 B`, `3.1 kB`, `5.2 MB` (powers of 1000). */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Estimates how many tokens a text costs a model, at four characters per token; real tokenizers differ. */
export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** Formats the weight of a mostly ASCII text: "6.8 MB, about 1,700,000 tokens (an estimate)". */
export function weightText(characters: number): string {
  const tokens = estimatedTokens(characters);
  const step = 10 ** Math.max(0, String(tokens).length - 2);
  return `${sizeText(characters)}, about ${(Math.round(tokens / step) * step).toLocaleString('en')} tokens (an estimate)`;
}

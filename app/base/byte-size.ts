const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1000, KB: 1000, MB: 1_000_000 };

/** Bytes as one types them: `500B`, `1.5kB`, `10MB`; undefined for no size from 1 to `most`. */
export function bytesFrom(text: string, most: number): number | undefined {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)(B|kB|KB|MB)$/.exec(text) ?? [];
  const bytes = Math.round(Number(amount) * (UNITS[unit] ?? 0));
  return bytes >= 1 && bytes <= most ? bytes : undefined;
}

/** A number of bytes for a sentence: `131 B`, `3.1 kB`, `5.2 MB` (powers of 1000). */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What a text costs a model, by the rule of thumb of four characters each; every tokenizer counts otherwise. */
export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

/** "6.8 MB, about 1,700,000 tokens (an estimate)", of a text that is mostly ASCII. */
export function weightText(characters: number): string {
  const tokens = estimatedTokens(characters);
  const step = 10 ** Math.max(0, String(tokens).length - 2);
  return `${sizeText(characters)}, about ${(Math.round(tokens / step) * step).toLocaleString('en')} tokens (an estimate)`;
}

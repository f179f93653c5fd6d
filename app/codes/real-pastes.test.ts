import { describe, expect, it } from 'vitest';
import { lookUpText } from './look-up-text.ts';
import meanings from './testing/paste-meanings.json' with { type: 'json' };
import pastes from './testing/real-pastes.json' with { type: 'json' };

// Lines from real posts, each with its public thread and the right answer. One half was held out while tuning the
// search.

type Paste = (typeof pastes)[number];
type Verdict = 'right' | 'unknown' | 'wrong';

const rows: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  meanings.map((meaning) => [meaning.id, meaning.rows]),
);

/** Lines say whether rows were made of them; for those that do not, FNV-1a over the text decides for good. */
function isKeptApart(paste: Paste): boolean {
  if (paste.apart !== undefined) return paste.apart;
  const { text } = paste;
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash >>> 7) % 2 === 1;
}

function firstRow(text: string): string {
  const [first] = lookUpText(text).matches;
  return first === undefined ? '' : `${first.entry.vocabulary}: ${first.entry.name}`;
}

function verdictOf({ text, meaning }: Paste): Verdict {
  const row = firstRow(text);
  if (rows[meaning]?.includes(row)) return 'right';
  return row === '' || row === 'tierscope: Nothing is known of this sentence' ? 'unknown' : 'wrong';
}

function share(verdicts: readonly Verdict[], verdict: Verdict): number {
  return verdicts.filter((one) => one === verdict).length / verdicts.length;
}

const halves = [
  { name: 'tuned', half: pastes.filter((paste) => !isKeptApart(paste)) },
  { name: 'kept apart', half: pastes.filter(isKeptApart) },
];

describe('what people really paste', () => {
  it('is at least 300 lines, each once, with a public thread and an answer', () => {
    expect(new Set(pastes.map(({ text }) => text)).size).toBe(pastes.length);
    expect(pastes.length).toBeGreaterThanOrEqual(300);
    expect(pastes.filter(({ source }) => !/^[\w.-]+\/[\w.-]+#\d+$/.test(source))).toEqual([]);
    expect(pastes.filter(({ meaning }) => (rows[meaning] ?? []).length === 0)).toEqual([]);
  });

  it.each(halves)(
    'is answered right and first, and hardly ever wrong: the half that was $name',
    ({ half }) => {
      expect(half.length).toBeGreaterThan(100);
      const verdicts = half.map(verdictOf);
      expect(share(verdicts, 'right')).toBeGreaterThanOrEqual(0.9);
      expect(share(verdicts, 'wrong')).toBeLessThanOrEqual(0.02);
    },
  );
});

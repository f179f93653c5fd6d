import { groupedBy } from '../base/grouped-by.ts';
import { vocabularyOf } from '../codes/vocabularies.ts';
import type { Fingerprint } from './fingerprint.ts';

/** A base SDK, or a framework that sits on one: mcp-ts-core on a TypeScript SDK, say. */
type Layer = 'sdk' | 'framework';

/** A record that shows a trait of a vocabulary. */
export type VocabularyEvidence = { readonly seq: number; readonly note: string; readonly weight: number };

export type VocabularyGuess = {
  readonly id: string;
  readonly name: string;
  readonly layer: Layer;
  /** The weights of all traits that were seen, each counted once. */
  readonly points: number;
  /** 0 to 1: how far the points lead over those of the next vocabulary of the layer. */
  readonly confidence: number;
  /** In the order in which the records came. */
  readonly evidence: readonly VocabularyEvidence[];
};

/** What is known of a server's vocabulary; a layer is absent while it is unknown. */
export type VocabularyLayers = { readonly sdk?: VocabularyGuess; readonly framework?: VocabularyGuess };

const MIN_POINTS = 3;
const MIN_LEAD = 2;

/** All vocabularies with points, the strongest first; `seen` holds each trait's first record. */
export function guessesFrom(seen: ReadonlyMap<Fingerprint, number>): VocabularyGuess[] {
  const byId = groupedBy(seen, ([{ vocabulary }]) => vocabulary);
  const scored = [...byId].flatMap(([id, traits]) => {
    if (traits.every(([{ supporting }]) => supporting)) return [];
    const points = traits.reduce((sum, [{ weight }]) => sum + weight, 0);
    return [{ id, traits, points, layer: layerOf(id) }];
  });
  return scored
    .map(({ id, traits, points, layer }) => {
      const rivals = scored.filter((other) => other.layer === layer && other.id !== id);
      const next = Math.max(0, ...rivals.map((rival) => rival.points));
      const evidence = traits.map(([{ note, weight }, seq]) => ({ seq, note, weight }));
      return {
        id,
        name: vocabularyOf(id)?.name ?? id,
        layer,
        points,
        confidence: confidence(points, next),
        evidence,
      };
    })
    .sort((a, b) => b.points - a.points);
}

/** The vocabularies that may be shown: from 3 points on, and with a lead of 2 over the next of their layer. */
export function layersFrom(guesses: readonly VocabularyGuess[]): VocabularyLayers {
  const sdk = leader(guesses, 'sdk');
  const framework = leader(guesses, 'framework');
  return { ...(sdk === undefined ? {} : { sdk }), ...(framework === undefined ? {} : { framework }) };
}

function leader(guesses: readonly VocabularyGuess[], layer: Layer): VocabularyGuess | undefined {
  const [first, second] = guesses.filter((guess) => guess.layer === layer);
  if (first === undefined || first.points < MIN_POINTS) return undefined;
  return first.points - (second?.points ?? 0) >= MIN_LEAD ? first : undefined;
}

function layerOf(id: string): Layer {
  return vocabularyOf(id)?.family === 'framework' ? 'framework' : 'sdk';
}

/** Grows with the points and shrinks with those of the rival: 3 against none gives 0.6, 8 gives 0.8. */
function confidence(points: number, next: number): number {
  return Math.max(0, Math.round((100 * (points - next)) / (points + 2)) / 100);
}

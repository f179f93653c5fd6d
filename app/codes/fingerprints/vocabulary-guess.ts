import { getOrCreate, groupedBy } from '../../base/grouped-by.ts';
import { vocabularyOf } from '../catalog.ts';
import type { Fingerprint } from './fingerprint.ts';

/** A base SDK, or a framework built on one, such as mcp-ts-core on a TypeScript SDK. */
type Layer = 'sdk' | 'framework';

export type VocabularyEvidence = { readonly seq: number; readonly note: string; readonly weight: number };

export type VocabularyGuess = {
  readonly id: string;
  readonly name: string;
  readonly layer: Layer;
  /** The total weight of the seen traits, each counted once. */
  readonly points: number;
  /** 0 to 1: the lead in points over the layer's next vocabulary. */
  readonly confidence: number;
  /** In record order. */
  readonly evidence: readonly VocabularyEvidence[];
};

/** The identified vocabularies of a server; an unknown layer is absent. */
export type VocabularyLayers = { readonly sdk?: VocabularyGuess; readonly framework?: VocabularyGuess };

/** The vocabularies of a server, the framework first because its author uses the framework's codes. */
export function activeVocabularies({
  framework,
  sdk,
}: VocabularyLayers): Pick<VocabularyGuess, 'id' | 'confidence'>[] {
  return [framework, sdk].flatMap((guess) =>
    guess === undefined ? [] : [{ id: guess.id, confidence: guess.confidence }],
  );
}

const MIN_POINTS = 3;
const MIN_LEAD = 2;
const STRONG = 3;

type Standing = {
  readonly id: string;
  readonly layer: Layer;
  points: number;
  /** True once one of its traits counts by itself. */
  counts: boolean;
  strong: boolean;
};

/** The vocabularies to show: from 3 points and a lead of 2; once shown, one stays while it leads. */
export class ShownLayers {
  readonly #standings = new Map<string, Standing>();
  #sdk: string | undefined;
  #framework: string | undefined;
  #ids: readonly string[] = [];

  /** Counts a trait on its first appearance. */
  add({ vocabulary, weight, supporting }: Fingerprint): void {
    const standing = getOrCreate(this.#standings, vocabulary, () => ({
      id: vocabulary,
      layer: layerOf(vocabulary),
      ...{ points: 0, counts: false, strong: false },
    }));
    standing.points += weight;
    if (supporting === undefined) standing.counts = true;
    if (weight === STRONG) standing.strong = true;
  }

  /** Updates the decision after the traits of one record. */
  settle(): void {
    const sdk = this.#leader('sdk', this.#sdk);
    const framework = this.#leader('framework', this.#framework);
    if (sdk === this.#sdk && framework === this.#framework) return;
    this.#sdk = sdk;
    this.#framework = framework;
    this.#ids = [sdk, framework].filter((id) => id !== undefined);
  }

  /** The ids of the vocabularies to show; a new list whenever they change. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  among(guesses: readonly VocabularyGuess[]): VocabularyLayers {
    const sdk = guesses.find(({ id }) => id === this.#sdk);
    const framework = guesses.find(({ id }) => id === this.#framework);
    return { ...(sdk === undefined ? {} : { sdk }), ...(framework === undefined ? {} : { framework }) };
  }

  #leader(layer: Layer, shown: string | undefined): string | undefined {
    let first: Standing | undefined;
    let next = 0;
    for (const standing of this.#standings.values()) {
      if (standing.layer !== layer || !standing.counts) continue;
      if (first === undefined || standing.points > first.points) {
        next = first?.points ?? 0;
        first = standing;
      } else if (standing.points > next) next = standing.points;
    }
    if (first === undefined || first.points < MIN_POINTS) return undefined;
    if (first.id === shown) return first.points > next ? shown : undefined;
    if (first.points - next < MIN_LEAD) return undefined;
    return shown === undefined || first.strong ? first.id : undefined;
  }
}

/** All vocabularies with points, strongest first; `seen` has each trait's first record. */
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

function layerOf(id: string): Layer {
  return vocabularyOf(id)?.family === 'framework' ? 'framework' : 'sdk';
}

/** Grows with the points and shrinks with the rival's: 3 to 0 gives 0.6, 8 to 0 gives 0.8. */
function confidence(points: number, next: number): number {
  return Math.max(0, Math.round((100 * (points - next)) / (points + 2)) / 100);
}

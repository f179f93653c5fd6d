import type { RedactionHit } from '../../app/frame/redaction/redactor.ts';

/** One secret with all the places where it stands. */
export type FoundSecret = {
  readonly secret: string;
  readonly shown: string;
  readonly kind: string;
  readonly number: number;
  readonly places: number;
  /** The first place, `row 17, raw: params.arguments.token`. */
  readonly first: string;
};

/** The hits of a preview by secret, in the order of their numbers. */
export function foundSecrets(hits: readonly RedactionHit[]): FoundSecret[] {
  const found = new Map<string, FoundSecret>();
  for (const { secret, shown, kind, number, seq, path } of hits) {
    const known = found.get(secret);
    const fresh = { secret, shown, kind, number, places: 1, first: `row ${seq}, ${path}` };
    found.set(secret, known === undefined ? fresh : { ...known, places: known.places + 1 });
  }
  return [...found.values()].sort((a, b) => a.number - b.number);
}

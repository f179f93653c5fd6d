import data from './corrections.json' with { type: 'json' };

/** A claim of a widely read document, and what is really so. */
export type Correction = {
  readonly document: string;
  /** The vocabulary of the document. */
  readonly vocabulary: string;
  /** The codes that the claim is about; empty if it is about none. */
  readonly codes: readonly number[];
  readonly claim: string;
  readonly fact: string;
  readonly source: string;
};

/** Every known correction, by document. */
export const CORRECTIONS: readonly Correction[] = data;

/** The corrections that concern this number. */
export function correctionsFor(code: number): readonly Correction[] {
  return CORRECTIONS.filter(({ codes }) => codes.includes(code));
}

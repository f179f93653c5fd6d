import type { TextRange, TextSearch } from '../../app/query/text-matcher.ts';

/** What a scanner is told; it answers with the same `job`. */
export type SearchOrder =
  /** Read a recording from its first to its last record; only those of one session and those of none count. */
  | { readonly kind: 'file'; readonly job: number; readonly file: string; readonly session: string }
  | { readonly kind: 'texts'; readonly job: number; readonly texts: readonly (readonly [number, string])[] }
  | { readonly kind: 'ranges'; readonly job: number; readonly text: string };

/** What a scanner tells. */
export type SearchNews =
  /** `seqs`: records that match, `scanned`: records read, both since the last news. */
  | {
      readonly kind: 'found';
      readonly job: number;
      readonly seqs: readonly number[];
      readonly scanned: number;
    }
  /** A file or texts were read up to the record `lastSeq`; -1 for none. `fault` is a sentence or empty. */
  | { readonly kind: 'end'; readonly job: number; readonly lastSeq: number; readonly fault: string }
  | { readonly kind: 'ranges'; readonly job: number; readonly ranges: readonly TextRange[] };

export type SearchWorkerData = {
  readonly search: TextSearch;
  /** Two numbers: how many texts were begun, and the seq of the one at hand plus 1; 0 between two texts. */
  readonly beat: SharedArrayBuffer;
};

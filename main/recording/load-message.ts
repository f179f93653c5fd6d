import type { Result } from '../../app/base/result.ts';
import type { LoadedChunk, LoadedEnd } from './loaded-chunk.ts';

/** What the worker tells. */
export type LoadMessage =
  | { readonly kind: 'chunk'; readonly chunk: LoadedChunk }
  | { readonly kind: 'end'; readonly end: Result<LoadedEnd> };

/** What the worker is told: a chunk was taken over. */
export type ChunkTaken = { readonly kind: 'taken' };

export type LoadWorkerData = {
  readonly path: string;
  /** Where another tool's file may be copied to as a recording; undefined refuses those. */
  readonly copyTo: string | undefined;
};

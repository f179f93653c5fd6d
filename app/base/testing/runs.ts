import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** True in the whole run, which has time for every random case. */
    isWholeRun: boolean;
  }
}

/** The cases to try: all in the whole run, else every fourth. */
export function someOf<T>(cases: readonly T[]): readonly T[] {
  return inject('isWholeRun') ? cases : cases.filter((_, at) => at % 4 === 0);
}

/** The number of random cases of a property: all in the whole run, else three of ten. */
export function runs(whole: number): number {
  return inject('isWholeRun') ? whole : Math.ceil(whole * 0.3);
}

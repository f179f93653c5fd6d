import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** True in the whole run, which has the time for every random case. */
    isWholeRun: boolean;
  }
}

/** How many random cases of a property are tried: all in the whole run, else three of ten. */
export function runs(whole: number): number {
  return inject('isWholeRun') ? whole : Math.ceil(whole * 0.3);
}

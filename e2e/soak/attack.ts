import { fileURLToPath } from 'node:url';

/** The input of every attack. */
export type SoakRun = {
  readonly seed: number;
  /** 1 for the full run; scales counts and time limits. */
  readonly scale: number;
  /** Part of the names of the kinds to run, if an attack has kinds; empty for all. */
  readonly kind: string;
  /** Reports progress on the screen. */
  readonly note: (text: string) => void;
};

/** The result of one attack: one row of the table. */
export type Outcome = {
  /** How much was tried, for example "200 kills". */
  readonly count: string;
  /** The worst measured figure, with its unit. */
  readonly worst: string;
  /** Why the attack succeeded; empty if the app held. */
  readonly failures: readonly string[];
  /** Why it could not run here; it then counts as neither held nor failed. */
  readonly skipped?: string;
};

/** A fault that the self-test plants in the app, and the sentence by which the attack must report it. */
export type Planted = {
  readonly fault: string;
  /** A script in faults/, or a text of the built program (dist/main) and its replacement. */
  readonly plant: string | { readonly from: string; readonly to: string };
  /** Arguments for the part of the attack that finds it, such as `['--kind', 'a name']`. */
  readonly args: readonly string[];
  readonly found: RegExp;
};

export type Attack = {
  readonly run: (run: SoakRun) => Promise<Outcome>;
  readonly planted: readonly Planted[];
};

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A count of the full run, scaled, at least `least`. */
export function scaled({ scale }: SoakRun, full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}

/** The requested kinds; a smaller run takes every second, tenth, … of them, starting from the seed. */
export function chosen<Kind extends { readonly name: string }>(
  { scale, seed, kind }: SoakRun,
  kinds: readonly Kind[],
): readonly Kind[] {
  const wanted = kinds.filter(({ name }) => name.includes(kind));
  const every = Math.min(wanted.length, Math.max(1, Math.round(1 / scale)));
  return wanted.filter((_, index) => (index + seed) % every === 0);
}

export function skippedFor(reason: string): Outcome {
  return { count: '-', worst: '-', failures: [], skipped: reason };
}

export function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

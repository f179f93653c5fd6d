import { fileURLToPath } from 'node:url';

/** What every attack is given. */
export type SoakRun = {
  readonly seed: number;
  /** 1 for the full run; counts and time limits shrink with it. */
  readonly scale: number;
  /** Part of the names of the kinds that are wanted, where an attack has kinds; empty for all. */
  readonly kind: string;
  /** Tells on the screen how far it is. */
  readonly note: (text: string) => void;
};

/** What came of one attack: one row of the table. */
export type Outcome = {
  /** How much was tried, such as "200 kills". */
  readonly count: string;
  /** The worst figure that was measured, with its unit. */
  readonly worst: string;
  /** Each one is a reason why the attack succeeded; none if the app held. */
  readonly failures: readonly string[];
  /** Why it could not be run here; then it counts neither as held nor as failed. */
  readonly skipped?: string;
};

/** A fault that the self-test plants in the app, and the sentence of the attack that must find it. */
export type Planted = {
  readonly fault: string;
  /** A script of faults/, or a text of the built program (dist/main) and what takes its place. */
  readonly plant: string | { readonly from: string; readonly to: string };
  /** The part of the attack that is enough to find it, such as `['--kind', 'a name']`. */
  readonly args: readonly string[];
  readonly found: RegExp;
};

export type Attack = {
  readonly run: (run: SoakRun) => Promise<Outcome>;
  readonly planted: readonly Planted[];
};

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A count of the full run, scaled; never none. */
export function scaled({ scale }: SoakRun, full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}

/** Of all kinds the wanted ones; a smaller run takes every second, tenth, … of them, from where the seed says. */
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

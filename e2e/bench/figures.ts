import { z } from 'zod';
import type { Aim } from './aim.ts';

const entriesSchema = z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string()])));

/** The results of a benchmark run, by benchmark, each with date and machine. */
export const figuresSchema = z.record(
  z.string(),
  z.object({ date: z.iso.date(), machine: z.string(), entries: entriesSchema }),
);

export type Figures = z.infer<typeof figuresSchema>;

/** A figure that is more than a fifth worse than recorded, or missing from the run. */
export type Regression = { readonly aim: Aim; readonly was: number; readonly is: number | undefined };

const FIFTH = 0.2;
/** A stall is counted in frames of the screen, 60 a second: a difference of one means nothing. */
const PICTURE_MS = 17;

/** The figure of an aim; undefined if the run lacks it. */
export function figureOf(figures: Figures, { bench, entry, figure }: Aim): number | undefined {
  return numberIn(figures, bench, entry, figure);
}

/** The figure divided by its baseline in the same run; undefined if the run lacks one of them. */
export function ratioOf(figures: Figures, aim: Aim): number | undefined {
  const value = figureOf(figures, aim);
  if (aim.baseline === undefined || value === undefined) return value;
  const base = numberIn(figures, aim.bench, aim.entry, aim.baseline);
  return base === undefined || base === 0 ? undefined : value / base;
}

/** Every aim of the benchmarks in `now` whose ratio is more than a fifth worse than in `recorded`. */
export function regressions(aims: readonly Aim[], recorded: Figures, now: Figures): Regression[] {
  return aims.flatMap((aim) => {
    const was = ratioOf(recorded, aim);
    if (was === undefined || now[aim.bench] === undefined) return [];
    const is = ratioOf(now, aim);
    if (is !== undefined && !isWorse(aim, was, is)) return [];
    if (is !== undefined && isWithinOnePicture(aim, recorded, now)) return [];
    return [{ aim, was, is }];
  });
}

/** True if the figure meets the aim. */
export function isHeld({ atMost, atLeast }: Aim, figure: number): boolean {
  return figure <= (atMost ?? Number.POSITIVE_INFINITY) && figure >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

function isWorse({ atLeast }: Aim, was: number, is: number): boolean {
  return atLeast === undefined ? is > was * (1 + FIFTH) : is < was * (1 - FIFTH);
}

function isWithinOnePicture(aim: Aim, recorded: Figures, now: Figures): boolean {
  const [was, is] = [figureOf(recorded, aim), figureOf(now, aim)];
  return aim.unit === 'ms' && was !== undefined && is !== undefined && is - was < PICTURE_MS;
}

function numberIn(figures: Figures, bench: string, entry: string, figure: string): number | undefined {
  const value = figures[bench]?.entries[entry]?.[figure];
  return typeof value === 'number' ? value : undefined;
}

import { performance } from 'node:perf_hooks';
import type { BenchedInput, BenchedReader } from './benched-reader.ts';
import { collectAll, collectYoung, inTurns, median, ratioOf } from './in-turns.ts';
import { openingOfMixed, READERS } from './linear-readers.ts';

const RUNS = 3;
/** Three doublings. */
const SIZES = [1, 2, 4, 8].map((times) => times * 64 * 1024);
/** One reading of a small input is too short for the clock. */
const MIN_MS = 4;
/** Time that grows with the bytes to this power or a higher one is not linear, whatever the machine does meanwhile. */
const MAX_EXPONENT = 1.3;

const MIXED_FRAMES = 200_000;
const MIXED = `opening: ${MIXED_FRAMES.toLocaleString('en')} mixed frames`;
const MIXED_RUNS = 5;
/** What progress may cost an opening, beside other notifications in its place. */
const MAX_RATIO = 1.1;

/**
 * Reads inputs that double in size, each in turns with `JSON.parse` of the same bytes, and says to which power of the
 * size the ratio adds up; then opens mixed frames with progress and without, in turns. Prints one JSON object; the
 * arguments are parts of the readers' names, none for all.
 */
async function main(wanted: readonly string[]): Promise<void> {
  const report: Record<string, Figures | Ratio> = {};
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
  for (const [name, reader] of Object.entries(READERS)) {
    if (!isWanted(name)) continue;
    const figures = await measured(reader);
    report[name] = figures;
    // It takes minutes: what is known so far shows where it stands.
    console.error(`  ${name}: exponent ${figures.exponent}`);
  }
  if (isWanted(MIXED)) {
    const figures = await progressRatio();
    report[MIXED] = figures;
    console.error(`  ${MIXED}: ${figures.ratio} with progress`);
  }
  console.log(JSON.stringify(report));
}

type Ratio = { readonly ratio: number; readonly middleHalf: string; readonly tooSteep: boolean };

/** The CPU of an opening with progress over that of one with other notifications in its place. */
async function progressRatio(): Promise<Ratio> {
  const without = openingOfMixed(MIXED_FRAMES, false);
  const withProgress = openingOfMixed(MIXED_FRAMES, true);
  await timed(without);
  await timed(withProgress);
  const measure = () =>
    inTurns(
      MIXED_RUNS,
      () => timed(without),
      () => timed(withProgress),
    );
  const first = ratioOf(await measure());
  const found = first.ratio > MAX_RATIO ? ratioOf(await measure()) : first;
  return { ...found, tooSteep: found.ratio > MAX_RATIO };
}

type Figures = {
  readonly smallest: number;
  readonly largest: number;
  readonly largestMs: number;
  readonly exponent: number;
  readonly tooSteep: boolean;
};

async function measured(reader: BenchedReader): Promise<Figures> {
  const inputs = SIZES.map((bytes) => reader(bytes));
  // The compiler has seen both ways before either is timed.
  for (const { json, read } of inputs.slice(0, 2)) {
    await read();
    JSON.parse(json);
  }
  let found = await ratios(inputs);
  // What only looked steep because of other work on the machine does not look so each time.
  for (let again = 0; again < 2 && exponentOf(found) > MAX_EXPONENT; again += 1) found = await ratios(inputs);
  const exponent = exponentOf(found);
  const largestMs = await timed(inputs.at(-1)?.read ?? (() => undefined));
  return {
    smallest: rounded(found[0] ?? 0),
    largest: rounded(found.at(-1) ?? 0),
    largestMs: rounded(largestMs),
    exponent: rounded(exponent),
    tooSteep: exponent > MAX_EXPONENT,
  };
}

/** For each input the time of its reading over that of `JSON.parse`: the middle one of all runs. */
async function ratios(inputs: readonly BenchedInput[]): Promise<number[]> {
  const runs: number[][] = inputs.map(() => []);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, { json, read }] of inputs.entries()) {
      collectAll();
      const parsing = await timed(() => JSON.parse(json));
      runs[index]?.push((await timed(read)) / parsing);
    }
  }
  return runs.map(median);
}

/** 1 plus the slope of the line nearest to the ratios, both sides as logarithms: 2 for time that grows as a square. */
function exponentOf(ratios: readonly number[]): number {
  const middle = (ratios.length - 1) / 2;
  const spread = ratios.reduce((sum, _, step) => sum + (step - middle) ** 2, 0);
  return 1 + ratios.reduce((sum, ratio, step) => sum + (step - middle) * Math.log2(ratio), 0) / spread;
}

/** Milliseconds of CPU of one reading, as the mean of as many as fit into {@link MIN_MS}. */
async function timed(read: () => unknown): Promise<number> {
  collectYoung();
  const used = process.cpuUsage();
  const started = performance.now();
  let times = 0;
  do {
    await read();
    times += 1;
  } while (performance.now() - started < MIN_MS);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000 / times;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

await main(process.argv.slice(2));

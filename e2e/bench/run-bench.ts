import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AIMS } from './aims.ts';
import { type Figures, figureOf, figuresSchema, isHeld, type Regression, regressions } from './figures.ts';
import { withFigures } from './speed-page.ts';

const RECORDED = fileURLToPath(new URL('./figures.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/speed.md', import.meta.url));
/** With more load from other processes, times are of little use; ratios remain valid. */
const QUIET_LOAD = 0.5;

type Entries = Figures[string]['entries'];

/** One benchmark: a description of its baseline, and its run. */
export type Bench = {
  readonly against: string;
  readonly run: (words: readonly string[]) => Entries | Promise<Entries>;
};

/**
 * Runs the benchmarks named in `args`, or all, and prints their figures. `--check` compares them with the recorded ones
 * and returns 1 if a ratio is more than a fifth worse; `--accept` records them and updates the page of figures. Words
 * after `linear` select some of its readers. Returns the exit code.
 */
export async function runBench(
  benches: Readonly<Record<string, Bench>>,
  args: readonly string[],
): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('--'));
  const unknown = unknownWord(benches, args, words);
  if (unknown !== undefined) {
    console.error(
      `The benchmarks are ${Object.keys(benches).join(', ')}, with --check or --accept; there is no ${unknown}.`,
    );
    return 2;
  }
  const machine = describedMachine();
  console.log(`${machine.text}, load ${machine.load.toFixed(1)} before the run`);
  if (machine.load > QUIET_LOAD)
    console.log('  The machine is busy with other work: trust ratios and CPU, not times.');
  const now: Figures = {};
  for (const [name, bench] of Object.entries(benches)) {
    if (words.length > 0 && !words.includes(name)) continue;
    console.log(`${name}, ${bench.against}`);
    const entries = await bench.run(words.slice(1));
    printEntries(entries);
    now[name] = { date: new Date().toISOString().slice(0, 10), machine: machine.text, entries };
  }
  printAims(now);
  if (args.includes('--accept')) accept(now);
  return args.includes('--check') ? checked(now) : 0;
}

function unknownWord(
  benches: Readonly<Record<string, Bench>>,
  args: readonly string[],
  words: readonly string[],
): string | undefined {
  const option = args.find((arg) => arg.startsWith('--') && arg !== '--check' && arg !== '--accept');
  const named = words[0] === 'linear' ? words.slice(0, 1) : words;
  return option ?? named.find((word) => !Object.hasOwn(benches, word));
}

function describedMachine(): { text: string; load: number } {
  const load = loadavg()[0] ?? 0;
  const memory = Math.round(totalmem() / 2 ** 30);
  const text = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${memory} GiB, Node ${process.version}`;
  return { text, load };
}

function printEntries(entries: Entries): void {
  for (const [what, figures] of Object.entries(entries)) {
    const shown = Object.entries(figures).map(([key, value]) => `${key} ${value.toLocaleString('en')}`);
    console.log(`  ${what}: ${shown.join(', ')}`);
  }
}

function printAims(now: Figures): void {
  for (const aim of AIMS) {
    const figure = figureOf(now, aim);
    if (figure === undefined) continue;
    const limit = aim.atMost === undefined ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`;
    console.log(
      `${isHeld(aim, figure) ? 'held  ' : 'missed'} ${aim.what}: ${figure} ${aim.unit}, aim: ${limit}`,
    );
  }
}

function accept(now: Figures): void {
  const figures = { ...readFigures(), ...now };
  writeFileSync(RECORDED, `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), AIMS, figures));
}

function checked(now: Figures): number {
  const fallen = regressions(AIMS, readFigures(), now);
  for (const fall of fallen) console.log(`fell   ${printedFall(fall)}`);
  if (fallen.length === 0) console.log('No ratio is worse than the recorded one by more than a fifth.');
  return fallen.length === 0 ? 0 : 1;
}

function printedFall({ aim, was, is }: Regression): string {
  const place = `${aim.what} (${aim.bench}, ${aim.entry}, ${aim.figure})`;
  const beside = aim.baseline === undefined ? '' : ` over ${aim.baseline}`;
  if (is === undefined) return `${place}: was ${was.toFixed(2)}${beside}, and the run gave no such figure`;
  return `${place}: was ${was.toFixed(2)}${beside}, is ${is.toFixed(2)}`;
}

function readFigures(): Figures {
  return figuresSchema.parse(JSON.parse(readFileSync(RECORDED, 'utf8')));
}

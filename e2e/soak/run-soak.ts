import { parseArgs } from 'node:util';
import { agents } from './agents.ts';
import type { Attack, Outcome, SoakRun } from './attack.ts';
import { diskFull } from './disk-full.ts';
import { edges } from './edges.ts';
import { files } from './files.ts';
import { floods } from './floods.ts';
import { fuzz } from './fuzz.ts';
import { hostile } from './hostile.ts';
import { kill } from './kill.ts';
import { leaks } from './leaks.ts';
import { links } from './links.ts';
import { loopback } from './loopback.ts';
import { secrets } from './secrets.ts';
import { runSelfTest } from './self-test.ts';
import { strangers } from './strangers.ts';
import { tap } from './tap.ts';
import { writers } from './writers.ts';

// A new attack is one file, and its name in the table below. The file exports an `Attack`: what it does, and the faults
// that the self-test plants to check that the attack finds them. `attackOf` in trials.ts builds one from a list of
// trials, each a function that gets an empty folder and runs the program there. A fault is a text of the built program
// with its replacement, or a script in faults/. Describe the attack and its faults in docs/soak.md.

/** Quick attacks first: their findings are known before the long ones begin. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  loopback,
  tap,
  edges,
  links,
  secrets,
  agents,
  disk: diskFull,
  strangers,
  kill,
  writers,
  hostile,
  files,
  floods,
  leaks,
  fuzz,
};

const USAGE = `npm run soak -- [attack…] [--seed N] [--scale 0.1] [--kind words] [--self-test]\nAttacks: ${Object.keys(ATTACKS).join(', ')}`;

type Row = { readonly name: string; readonly outcome: Outcome; readonly seconds: number };

/** Runs the attacks named in the arguments, or all; returns the exit code. */
export async function runSoak(args: readonly string[]): Promise<number> {
  const wanted = readArguments(args);
  if (wanted === undefined) {
    console.error(USAGE);
    return 2;
  }
  const { names, seed, scale, kind, isSelfTest } = wanted;
  if (isSelfTest) return runSelfTest(ATTACKS, names, kind);
  console.log(`seed ${seed}, scale ${scale}`);
  const rows: Row[] = [];
  for (const name of names) {
    console.log(`\n${name}`);
    const started = Date.now();
    const outcome = await attempt(name, { seed, scale, kind, note: (text) => console.log(`  ${text}`) });
    const row = { name, outcome, seconds: Math.round((Date.now() - started) / 1000) };
    rows.push(row);
    console.log(`  ${verdict(outcome)}: ${outcome.count}, at worst ${outcome.worst}`);
    for (const failure of outcome.failures) console.log(`    ${failure}`);
  }
  console.log(`\n${table(rows)}`);
  return rows.some(({ outcome }) => outcome.failures.length > 0) ? 1 : 0;
}

type Wanted = { readonly names: readonly string[]; readonly isSelfTest: boolean } & Pick<
  SoakRun,
  'seed' | 'scale' | 'kind'
>;

function readArguments(args: readonly string[]): Wanted | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        scale: { type: 'string' },
        kind: { type: 'string' },
        'self-test': { type: 'boolean' },
      },
    });
    const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
    const scale = Number(values.scale ?? 1);
    const names = positionals.length === 0 ? Object.keys(ATTACKS) : positionals;
    const isSound =
      Number.isSafeInteger(seed) && scale > 0 && names.every((name) => Object.hasOwn(ATTACKS, name));
    const isSelfTest = values['self-test'] === true;
    return isSound ? { names, seed, scale, kind: values.kind ?? '', isSelfTest } : undefined;
  } catch {
    return undefined;
  }
}

/** An attack that cannot continue has failed like one that succeeded. */
async function attempt(name: string, run: SoakRun): Promise<Outcome> {
  try {
    const attack = ATTACKS[name];
    if (attack === undefined) throw new Error(`no attack ${name}`);
    return await attack.run(run);
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { count: '-', worst: '-', failures: [what] };
  }
}

function verdict({ failures, skipped }: Outcome): string {
  if (skipped !== undefined) return `skipped, ${skipped}`;
  return failures.length === 0 ? 'held' : `FAILED (${failures.length})`;
}

function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, outcome, seconds }) => [
    name,
    verdict(outcome),
    outcome.count,
    outcome.worst,
    `${seconds} s`,
  ]);
  const all = [['attack', 'verdict', 'count', 'worst', 'time'], ...cells];
  const widths = all.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  );
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

import type { Aim } from './aim.ts';
import { type Figures, figureOf, isHeld } from './figures.ts';

const START = '<!-- figures: npm run bench -- --accept writes them -->';
const END = '<!-- end of the figures -->';

/** The page with its tables replaced by those of `figures`. Throws if the page has no place for them. */
export function withFigures(page: string, aims: readonly Aim[], figures: Figures): string {
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the page has no lines ${START} and ${END}`);
  return `${page.slice(0, from + START.length)}\n\n${tables(aims, figures)}\n${page.slice(to)}`;
}

function tables(aims: readonly Aim[], figures: Figures): string {
  const measured = aims.filter((aim) => figureOf(figures, aim) !== undefined);
  const missed = measured.filter((aim) => !isHeld(aim, figureOf(figures, aim) ?? Number.NaN));
  const rows = measured.map((aim) => row(aim, figures));
  const reasons = missed.map(({ what, reason = '' }) => `- **${what}**: ${reason}`);
  const runs = runsOf(figures).map((run) => `- ${run}`);
  return [
    '| what | measured | spread | beside | aim | |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...(reasons.length === 0 ? [] : ['Aims that are missed, and why:', '', ...reasons, '']),
    'Measured:',
    '',
    ...runs,
    '',
  ].join('\n');
}

function row(aim: Aim, figures: Figures): string {
  const value = figureOf(figures, aim) ?? Number.NaN;
  const cells = [
    aim.what,
    shown(value, aim.unit),
    spreadOf(aim, figures),
    besides(aim, figures),
    aim.atMost === undefined ? `≥ ${shown(aim.atLeast ?? 0, aim.unit)}` : `≤ ${shown(aim.atMost, aim.unit)}`,
    isHeld(aim, value) ? 'held' : 'missed',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The interquartile range of the rounds, by the key of the figure. */
function spreadOf({ bench, entry, figure }: Aim, figures: Figures): string {
  const found = figures[bench]?.entries[entry];
  return String(found?.[`${figure}Spread`] ?? (figure === 'ratio' ? found?.middleHalf : undefined) ?? '–');
}

function besides({ bench, entry, baseline, against, unit }: Aim, figures: Figures): string {
  const value = baseline === undefined ? undefined : figures[bench]?.entries[entry]?.[baseline];
  return value === undefined ? against : `${against}: ${shown(Number(value), unit)}`;
}

function shown(value: number, unit: Aim['unit']): string {
  const text = value.toLocaleString('en', { maximumFractionDigits: unit === '' ? 2 : 0 });
  return unit === '' ? text : `${text} ${unit}`;
}

/** When and on what the benchmarks ran, one line per group that ran together. */
function runsOf(figures: Figures): string[] {
  const runs = new Map<string, string[]>();
  for (const [bench, { date, machine }] of Object.entries(figures)) {
    const key = `${date}, ${machine}`;
    runs.set(key, [...(runs.get(key) ?? []), `\`${bench}\``]);
  }
  return [...runs].map(([key, benches]) => `${benches.join(', ')}: ${key}`);
}

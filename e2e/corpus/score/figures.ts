import type { Half } from './labels.ts';
import type { Score, Share, Tally } from './score.ts';

/** Figures from 0 to 1, by name, that a change must not lower. */
export type Figures = { readonly [name: string]: number };

/** The figures of a half, with names such as `held-out rule T01 precision`. */
export function figuresOf(half: Half, score: Score): Figures {
  const { traps, tiers, codes, vocabularies, vocabulariesFound, violations, rules, sdks } = score;
  const all: [string, number | undefined][] = [
    ['traps left alone', share(traps)],
    ['tiers', share(tiers)],
    ['places over HTTP', share(score.wheres)],
    ['codes', share(codes)],
    ['actors', share(score.actors)],
    ['causes', share(score.causes)],
    ['causes right or unknown', share(score.causesOrUnknown)],
    ['no false actor on a trap', share(score.trapActors)],
    ['vocabulary right or none', share(vocabularies)],
    ['vocabulary found', share(vocabulariesFound)],
    ['violations precision', precision(violations)],
    ['violations recall', recall(violations)],
    ...byName(rules).flatMap(([id, tally]) => ofTally(`rule ${id}`, tally)),
    ...byName(sdks).flatMap(([id, sdk]): [string, number | undefined][] => [
      [`sdk ${id} tiers`, share(sdk.tiers)],
      ...ofTally(`sdk ${id} violations`, sdk.violations),
    ]),
  ];
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[`${half} ${name}`, round(value)]])),
  );
}

const AIMS: Figures = {
  actors: 0.97,
  'causes right or unknown': 0.95,
  'no false actor on a trap': 1,
  'violations precision': 0.97,
};
const MIN_RULE_PRECISION = 0.9;
/** With fewer firings, a rule's precision means nothing. */
const MIN_FIRINGS = 5;

/** Every figure of a half below its target, as a sentence. */
export function belowAims(half: Half, score: Score): string[] {
  const figures = figuresOf(half, score);
  const asked = Object.entries(AIMS).map(([name, aim]): [string, number] => [`${half} ${name}`, aim]);
  const rules = byName(score.rules)
    .filter(([, { said }]) => said >= MIN_FIRINGS)
    .map(([id]): [string, number] => [`${half} rule ${id} precision`, MIN_RULE_PRECISION]);
  return [...asked, ...rules].flatMap(([name, aim]) => {
    const figure = figures[name];
    return figure === undefined || figure >= aim ? [] : [`${name}: ${figure}, and the aim is ${aim}`];
  });
}

/** Every figure that is lower than before, as a sentence. A missing figure counts as 0. */
export function lowered(before: Figures, now: Figures): string[] {
  return Object.entries(before)
    .filter(([name, value]) => (now[name] ?? 0) < value)
    .map(([name, value]) => `${name}: ${now[name] ?? 'nothing'}, and it was ${value}`);
}

export function share({ right, of }: Share): number | undefined {
  return of === 0 ? undefined : right / of;
}

export function precision({ right, said }: Tally): number | undefined {
  return said === 0 ? undefined : right / said;
}

export function recall({ right, due }: Tally): number | undefined {
  return due === 0 ? undefined : right / due;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export function byName<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function ofTally(name: string, tally: Tally): [string, number | undefined][] {
  return [
    [`${name} precision`, precision(tally)],
    [`${name} recall`, recall(tally)],
  ];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

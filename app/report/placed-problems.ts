import { groupedBy } from '../base/grouped-by.ts';
import { SEVERITIES } from '../findings/finding.ts';
import { WORST_FIRST } from './problem-groups.ts';
import type { GroupState } from './report.ts';
import { binOf, binWidth, emptyBins, type SessionProblem } from './session-problems.ts';

export type TimedProblems = {
  readonly session: string;
  /** When its recording began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The span of its bins, in milliseconds since the recording began. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly problems: readonly SessionProblem[];
};

export type ProblemPlace = Pick<SessionProblem, 'count' | 'first' | 'last' | 'examples'> & {
  readonly session: string;
};

export type PlacedProblem = Omit<SessionProblem, 'firstMs' | 'lastMs'> & {
  readonly places: readonly ProblemPlace[];
  readonly firstAt: number;
  readonly lastAt: number;
  /** The span of its bins, in milliseconds since 1970. */
  readonly fromAt: number;
  readonly toAt: number;
};

/** Merges the problems of sessions by cause, wherever they occur. Worst first. */
export function placedProblems(lists: readonly TimedProblems[]): PlacedProblem[] {
  const fromAt = Math.min(...lists.map(({ startedAt, fromMs }) => startedAt + fromMs));
  const toAt = Math.max(...lists.map(({ startedAt, toMs }) => startedAt + toMs));
  const all = lists.flatMap((list) => list.problems.map((problem) => ({ list, problem })));
  const merged = [...groupedBy(all, ({ problem }) => problem.id).values()];
  const placed = merged.flatMap((members): PlacedProblem[] => {
    const occurring = members.filter(({ problem }) => problem.count > 0);
    const shown = occurring.length > 0 ? occurring : members;
    const [lead] = shown;
    if (lead === undefined) return [];
    const { firstMs: _, lastMs: __, ...described } = lead.problem;
    const moments = (of: 'firstMs' | 'lastMs') => shown.map((one) => one.list.startedAt + one.problem[of]);
    return [
      {
        ...described,
        count: sumOf(members, 'count'),
        before: sumOf(members, 'before'),
        state: stateOf(members.map(({ problem }) => problem.state)),
        bins: members.length === 1 && lists.length === 1 ? described.bins : binsOf(members, fromAt, toAt),
        firstAt: Math.min(...moments('firstMs')),
        lastAt: Math.max(...moments('lastMs')),
        fromAt,
        toAt,
        places: occurring.map(({ list: { session }, problem: { count, first, last, examples } }) => {
          return { session, count, first, last, examples };
        }),
      },
    ];
  });
  return placed.sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count);
}

type Member = { readonly list: TimedProblems; readonly problem: SessionProblem };

function sumOf(members: readonly Member[], of: 'count' | 'before'): number {
  return members.reduce((sum, { problem }) => sum + problem[of], 0);
}

/** A problem that is known in one session is known. */
function stateOf(states: readonly GroupState[]): GroupState {
  return (['known', 'new', 'gone'] as const).find((state) => states.includes(state)) ?? null;
}

/** The bins of several sessions on one axis: each bin counts where its middle is. */
function binsOf(members: readonly Member[], fromAt: number, toAt: number): number[] {
  const bins = emptyBins();
  for (const { list, problem } of members) {
    const own = binWidth(list.fromMs, list.toMs);
    for (const [at, count] of problem.bins.entries()) {
      const middle = list.startedAt + list.fromMs + (at + 0.5) * own;
      const bin = binOf(middle, fromAt, toAt);
      bins[bin] = (bins[bin] ?? 0) + count;
    }
  }
  return bins;
}

/** Gone problems come last; before, errors by tier, then findings by severity. */
function rankOf({ tier, severity, state }: PlacedProblem): number {
  const rank =
    tier === null ? WORST_FIRST.length + SEVERITIES.indexOf(severity ?? 'info') : WORST_FIRST.indexOf(tier);
  return state === 'gone' ? rank + WORST_FIRST.length + SEVERITIES.length : rank;
}

/** The number of problems of each kind; folded ones are counted only in `folded`. */
export type ProblemCounts = {
  readonly present: number;
  readonly fresh: number;
  readonly known: number;
  readonly gone: number;
  readonly folded: number;
  readonly errors: number;
};

export function countProblems(
  problems: readonly Pick<SessionProblem, 'state' | 'fold' | 'tier'>[],
): ProblemCounts {
  const open = problems.filter(({ fold }) => fold === '');
  const present = open.filter(({ state }) => state !== 'gone');
  return {
    present: present.length,
    fresh: open.filter(({ state }) => state === 'new').length,
    known: open.filter(({ state }) => state === 'known').length,
    gone: open.length - present.length,
    folded: problems.length - open.length,
    errors: present.filter(({ tier }) => tier !== null).length,
  };
}

import type { Direction } from '../../frame/record.ts';
import type { Change } from './change.ts';
import type { Comparison } from './compare-runs.ts';
import type { RunExchange } from './run-reader.ts';

export const COMPARED_CLASSES = ['worse', 'better', 'changed', 'left', 'right', 'outside', 'same'] as const;
export type ComparedClass = (typeof COMPARED_CLASSES)[number];

export type ComparedEnd = Pick<
  RunExchange,
  'requestSeq' | 'answerSeq' | 'tier' | 'outcome' | 'code' | 'message' | 'durationMs' | 'expected'
>;

export type ComparedExchange = {
  readonly kind: 'exchange';
  readonly class: Exclude<ComparedClass, 'outside'>;
  readonly sender: Direction;
  readonly method: string;
  readonly target: string;
  readonly left: ComparedEnd | null;
  readonly right: ComparedEnd | null;
  readonly changes: readonly Change[];
};

/** An error or finding outside exchanges that only one of the runs has. */
export type ComparedOutside = {
  readonly kind: 'outside';
  readonly class: 'outside';
  readonly side: 'left' | 'right';
  readonly seq: number;
  /** The tier of an error, or the rule of a finding. */
  readonly what: string;
  readonly text: string;
  /** True if a raw message caused it. */
  readonly expected: boolean;
};

export type ComparedRow = ComparedExchange | ComparedOutside;

export type ComparedRowSource = {
  readonly row: ComparedRow;
  readonly before: RunExchange | undefined;
  readonly after: RunExchange | undefined;
};

/** All rows of a comparison: worse tiers first, equal ones last. */
export function comparedRows(comparison: Comparison): readonly ComparedRowSource[] {
  const { changed, unchanged, onlyBefore, onlyAfter } = comparison;
  const moved = changed.map(({ before, after, changes }) =>
    sourceOf(classOf(changes), before, after, changes),
  );
  return [
    ...moved,
    ...onlyBefore.map((before) => sourceOf('left', before, undefined, [])),
    ...onlyAfter.map((after) => sourceOf('right', undefined, after, [])),
    ...outsideRows(comparison).map((row) => ({ row, before: undefined, after: undefined })),
    ...unchanged.map(({ before, after }) => sourceOf('same', before, after, [])),
  ];
}

export function countClasses(
  rows: readonly Pick<ComparedRowSource, 'row'>[],
): Readonly<Record<ComparedClass, number>> {
  const counts = { worse: 0, better: 0, changed: 0, left: 0, right: 0, outside: 0, same: 0 };
  for (const { row } of rows) counts[row.class] += 1;
  return counts;
}

function classOf(changes: readonly Change[]): ComparedExchange['class'] {
  const [first] = changes;
  return first?.kind === 'tier' ? first.direction : 'changed';
}

function sourceOf(
  kind: ComparedExchange['class'],
  before: RunExchange | undefined,
  after: RunExchange | undefined,
  changes: readonly Change[],
): ComparedRowSource {
  const named = before ?? after;
  const row: ComparedRow = {
    kind: 'exchange',
    class: kind,
    sender: named?.sender ?? 'client-to-server',
    method: named?.method ?? '',
    target: named?.target ?? '',
    left: endOf(before),
    right: endOf(after),
    changes,
  };
  return { row, before, after };
}

function endOf(exchange: RunExchange | undefined): ComparedEnd | null {
  if (exchange === undefined) return null;
  const { requestSeq, answerSeq, tier, outcome, code, message, durationMs, expected } = exchange;
  return { requestSeq, answerSeq, tier, outcome, code, message, durationMs, expected };
}

function outsideRows({ events, findings }: Comparison): ComparedOutside[] {
  const rows: ComparedOutside[] = [];
  for (const [side, errors, found] of [
    ['left', events.lost, findings.lost],
    ['right', events.gained, findings.gained],
  ] as const) {
    for (const { seq, tier, message, expected } of errors)
      rows.push({ ...OUTSIDE, side, seq, what: tier, text: message, expected });
    for (const { seq, rule, title } of found)
      rows.push({ ...OUTSIDE, side, seq, what: rule, text: title, expected: false });
  }
  return rows;
}

const OUTSIDE = { kind: 'outside', class: 'outside' } as const;

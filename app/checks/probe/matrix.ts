import { groupedBy } from '../../base/grouped-by.ts';
import { LEFT_OUT } from './probe-case.ts';
import type { CaseOutcome, CaseVerdict } from './probe-report.ts';

/** The columns of the matrix, in order: what every tool is tested for. */
export const MATRIX_KINDS = [
  'missing',
  'type',
  'range',
  'enum',
  'extra',
  'shape',
  'extreme',
  'call',
  'cancel',
  'cancel late',
  'task',
  'input round',
] as const;

/** One tool's cases of one kind: the worst outcome, and how many cases had it. */
export type ToolCell = {
  readonly outcome: CaseOutcome;
  readonly count: number;
  readonly total: number;
  readonly cases: readonly CaseVerdict[];
};

export type ToolRow = { readonly target: string; readonly cells: readonly (ToolCell | undefined)[] };

export type ToolMatrix = { readonly kinds: readonly string[]; readonly rows: readonly ToolRow[] };

/** Tool × case; columns without any case are left out. */
export function toolMatrix(cases: readonly CaseVerdict[]): ToolMatrix {
  const ofTools = cases.filter(({ family }) => family === 'arguments' || family === 'calls');
  const kinds = MATRIX_KINDS.filter((kind) =>
    ofTools.some((one) => one.kind === kind && one.outcome !== 'not-applicable'),
  );
  const rows = [...groupedBy(ofTools, ({ target }) => target)].map(([target, own]) => ({
    target,
    cells: kinds.map((kind) => cellOf(own.filter((one) => one.kind === kind))),
  }));
  return { kinds, rows };
}

export function otherCells(
  cases: readonly CaseVerdict[],
): readonly { readonly family: string; readonly kind: string; readonly cell: ToolCell }[] {
  const others = cases.filter(
    ({ family, kind }) => family !== 'arguments' && family !== 'calls' && kind !== LEFT_OUT,
  );
  return [...groupedBy(others, ({ family, kind }) => `${family}\n${kind}`).values()].flatMap((own) => {
    const [first] = own;
    const cell = cellOf(own);
    return first === undefined || cell === undefined
      ? []
      : [{ family: first.family, kind: first.kind, cell }];
  });
}

const WORST_FIRST: readonly CaseOutcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable'];

function cellOf(cases: readonly CaseVerdict[]): ToolCell | undefined {
  const outcome = WORST_FIRST.find((worst) => cases.some((one) => one.outcome === worst));
  if (outcome === undefined) return undefined;
  const count = cases.filter((one) => one.outcome === outcome).length;
  return { outcome, count, total: cases.length, cases };
}

/** Cases cut for their number, which belong to no kind. */
export function cutCases(cases: readonly CaseVerdict[]): readonly CaseVerdict[] {
  return cases.filter(({ kind }) => kind === LEFT_OUT);
}

/** "ok 3", "FAIL 1/3", "? 1/1", "-". */
export function cellText(cell: ToolCell | undefined): string {
  if (cell === undefined) return '';
  const { outcome, count, total } = cell;
  switch (outcome) {
    case 'passed':
      return total === 1 ? 'ok' : `ok ${count}`;
    case 'failed':
      return `FAIL ${count}/${total}`;
    case 'inconclusive':
      return `? ${count}/${total}`;
    case 'not-applicable':
      return '-';
  }
}

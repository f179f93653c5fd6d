import { err, ok, type Result } from '../../base/result.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { foldedEqual } from './change.ts';
import { compareRuns } from './compare-runs.ts';
import {
  type ComparedClass,
  type ComparedRow,
  type ComparedRowSource,
  comparedRows,
  countClasses,
} from './compared-rows.ts';
import {
  type NoiseFilter,
  noiseFilter,
  type OwnNoise,
  type ReadNoise,
  readOwnNoise,
} from './noise-filter.ts';
import { isNoiseName } from './noise-rules.ts';
import { type Run, type RunExchange, type RunFinding, RunReader } from './run-reader.ts';
import { type TextDiff, textDiff } from './text-diff.ts';

export type CompareSide = 'left' | 'right';

/** Which of a session's exchanges to compare, by the seq of the request. */
export type RunPart = {
  readonly from: number;
  /** Undefined for everything up to the end. */
  readonly to?: number | undefined;
  /** Only these; undefined for all. */
  readonly seqs?: readonly number[] | undefined;
};

export type NoiseChoice = {
  readonly off: readonly string[];
  readonly own: readonly OwnNoise[];
};

export type ComparisonSummary = {
  readonly left: number;
  readonly right: number;
  /** How many exchanges and errors were left out because a raw message caused them. */
  readonly expected: number;
  readonly counts: Readonly<Record<ComparedClass, number>>;
  /** How many lines the rows of a class take in the list. */
  readonly lines: Readonly<Record<ComparedClass, number>>;
};

/** One line of the list: the first of equal rows, its index among all rows, and how many are equal to it. */
export type ComparedLine = { readonly number: number; readonly row: ComparedRow; readonly times: number };

/** Both sides of an exchange in full, line by line. */
export type ComparedDetail = {
  readonly request: TextDiff;
  readonly result: TextDiff;
  readonly gained: readonly RunFinding[];
  readonly lost: readonly RunFinding[];
};

/** Two runs kept in memory, to be compared again as the noise rules change. */
export type HeldComparison = ReturnType<typeof heldComparison>;

/** Every function fails with a sentence, for use across a thread boundary. */
export function heldComparison(newReader = () => new RunReader()) {
  const readers = { left: newReader(), right: newReader() };
  let runs: Readonly<Record<CompareSide, Run>> | undefined;
  let rows: readonly ComparedRowSource[] = [];
  let lines: readonly ComparedLine[] = [];
  let filter = noiseFilter(new Set());
  return {
    take(side: CompareSide, records: readonly KnownRecord[]): Result<null> {
      for (const record of records) readers[side].take(record);
      return ok(null);
    },

    /** Ends the reading: only these parts are compared. */
    close(left: RunPart, right: RunPart): Result<null> {
      runs = { left: partOf(readers.left.finish(), left), right: partOf(readers.right.finish(), right) };
      return ok(null);
    },

    /** Compares again. Fails for an invalid rule. */
    compare({ off, own }: NoiseChoice): Result<ComparisonSummary> {
      if (runs === undefined) throw new Error('compared before both sides were read');
      const ownNoise: ReadNoise[] = [];
      for (const rule of own) {
        const one = readOwnNoise(rule);
        if (!one.ok) return err(`The rule ${rule.pattern} cannot be used. ${one.error}`);
        ownNoise.push(one.value);
      }
      const keepNoise: ReadonlySet<string> = new Set(off.filter(isNoiseName));
      filter = noiseFilter(keepNoise, ownNoise);
      const comparison = compareRuns(runs.left, runs.right, { keepNoise, ownNoise });
      const { compared, expected } = comparison;
      rows = comparedRows(comparison);
      const numbered = rows.map(({ row }, number) => ({ number, row }));
      lines = foldedEqual(numbered).map(([first, times]) => ({ ...first, times }));
      const counts = { counts: countClasses(rows), lines: countClasses(lines) };
      return ok({ left: compared.before, right: compared.after, expected, ...counts });
    },

    /** Lines of some classes, from index `from` among them on. */
    page(classes: readonly ComparedClass[], from: number, limit: number): Result<readonly ComparedLine[]> {
      const wanted = new Set(classes);
      return ok(lines.filter(({ row }) => wanted.has(row.class)).slice(from, from + limit));
    },

    /** A whole row; fails if the rows have changed since. */
    detail(number: number): Result<ComparedDetail> {
      const source = rows[number];
      return source === undefined
        ? err('This row is not part of the comparison any more.')
        : ok(detailOf(source, filter));
    },
  };
}

function detailOf({ row, before, after }: ComparedRowSource, filter: NoiseFilter): ComparedDetail {
  const moved = row.kind === 'exchange' ? row.changes.find(({ kind }) => kind === 'findings') : undefined;
  const only = { gained: after?.findings ?? [], lost: before?.findings ?? [] };
  return {
    request: textDiff(before?.params ?? '', after?.params ?? '', 'params', filter),
    result: textDiff(answerText(before), answerText(after), 'result', filter),
    gained: moved?.kind === 'findings' ? moved.gained : before === undefined ? only.gained : [],
    lost: moved?.kind === 'findings' ? moved.lost : after === undefined ? only.lost : [],
  };
}

/** The answer as JSON text: the result, or the error with its code, message and data. */
function answerText(exchange: RunExchange | undefined): string {
  if (exchange === undefined) return '';
  const { code, message, result } = exchange;
  if (code === '') return result;
  const data = result === '' ? '' : `,"data":${result}`;
  return `{"error":{"code":${code},"message":${JSON.stringify(message)}${data}}}`;
}

function partOf(run: Run, { from, to = Number.POSITIVE_INFINITY, seqs }: RunPart): Run {
  const only = seqs === undefined ? undefined : new Set(seqs);
  const inside = (seq: number): boolean => seq >= from && seq <= to;
  const exchanges = run.exchanges.filter(
    ({ requestSeq }) => inside(requestSeq) && (only === undefined || only.has(requestSeq)),
  );
  // If single requests were selected, the events around them were not.
  const around = only === undefined;
  return {
    exchanges,
    events: around ? run.events.filter(({ seq }) => inside(seq)) : [],
    findings: around ? run.findings.filter(({ seq }) => inside(seq)) : [],
  };
}

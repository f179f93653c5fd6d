import { err, ok, type Result } from '../../base/result.ts';
import type { KnownRecord } from '../../frame/record.ts';
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
import { isNoiseName, type NoiseName } from './noise-rules.ts';
import { type Run, type RunExchange, type RunFinding, RunReader } from './run-reader.ts';
import { type TextDiff, textDiff } from './text-diff.ts';

export type CompareSide = 'left' | 'right';

/** Which of a session's exchanges are compared: by the seq of the request. */
export type RunPart = {
  readonly from: number;
  /** Left out for everything up to the end. */
  readonly to?: number | undefined;
  /** Only these; left out for all. */
  readonly seqs?: readonly number[] | undefined;
};

export type NoiseChoice = {
  /** Built-in rules that are off. */
  readonly off: readonly string[];
  readonly own: readonly OwnNoise[];
};

export type ComparisonSummary = {
  /** How many exchanges of each side are compared. */
  readonly left: number;
  readonly right: number;
  /** How many exchanges and errors were left out because a raw message caused them. */
  readonly expected: number;
  readonly counts: Readonly<Record<ComparedClass, number>>;
};

/** A row with its number, by which its whole exchange is asked for. */
export type NumberedRow = { readonly number: number; readonly row: ComparedRow };

/** Both sides of an exchange in full, line by line. */
export type ComparedDetail = {
  readonly request: TextDiff;
  readonly result: TextDiff;
  readonly gained: readonly RunFinding[];
  readonly lost: readonly RunFinding[];
};

/** Two runs that are held to be compared again and again, as the rules for noise change. */
export class HeldComparison {
  readonly #readers: Readonly<Record<CompareSide, RunReader>>;
  #runs: Readonly<Record<CompareSide, Run>> | undefined;
  #rows: readonly ComparedRowSource[] = [];
  #noise: NoiseFilter = noiseFilter(new Set());

  constructor(newReader = () => new RunReader()) {
    this.#readers = { left: newReader(), right: newReader() };
  }

  /** Takes the next records of a side. */
  take(side: CompareSide, records: readonly KnownRecord[]): void {
    for (const record of records) this.#readers[side].take(record);
  }

  /** Ends the reading: only these parts are compared. */
  close(left: RunPart, right: RunPart): void {
    this.#runs = {
      left: partOf(this.#readers.left.finish(), left),
      right: partOf(this.#readers.right.finish(), right),
    };
  }

  /** Compares anew. Fails with a sentence for a rule that cannot be read. */
  compare({ off, own }: NoiseChoice): Result<ComparisonSummary> {
    if (this.#runs === undefined) throw new Error('compared before both sides were read');
    const read: ReadNoise[] = [];
    for (const rule of own) {
      const one = readOwnNoise(rule);
      if (!one.ok) return err(`The rule ${rule.pattern} cannot be used. ${one.error}`);
      read.push(one.value);
    }
    const keepNoise: ReadonlySet<NoiseName> = new Set(off.filter(isNoiseName));
    const { left, right } = this.#runs;
    this.#noise = noiseFilter(keepNoise, read);
    const comparison = compareRuns(left, right, { keepNoise, ownNoise: read });
    this.#rows = comparedRows(comparison);
    return ok({
      left: comparison.compared.before,
      right: comparison.compared.after,
      expected: comparison.expected,
      counts: countClasses(this.#rows),
    });
  }

  /** Rows of some classes, from the one at `from` among them on. */
  page(classes: readonly ComparedClass[], from: number, limit: number): readonly NumberedRow[] {
    const wanted = new Set(classes);
    const page: NumberedRow[] = [];
    let place = 0;
    for (const [number, { row }] of this.#rows.entries()) {
      if (!wanted.has(row.class)) continue;
      if (place >= from) page.push({ number, row });
      place += 1;
      if (page.length >= limit) break;
    }
    return page;
  }

  /** The whole of a row; fails if the rows are others by now. */
  detail(number: number): Result<ComparedDetail> {
    const source = this.#rows[number];
    if (source === undefined) return err('This row is not part of the comparison any more.');
    const { row, before, after } = source;
    const moved = row.kind === 'exchange' ? row.changes.find(({ kind }) => kind === 'findings') : undefined;
    return ok({
      request: textDiff(before?.params ?? '', after?.params ?? '', 'params', this.#noise),
      result: textDiff(answerText(before), answerText(after), 'result', this.#noise),
      gained: moved?.kind === 'findings' ? moved.gained : before === undefined ? (after?.findings ?? []) : [],
      lost: moved?.kind === 'findings' ? moved.lost : after === undefined ? (before?.findings ?? []) : [],
    });
  }
}

/** What was answered, as JSON text: the result, or the error with its code, message and data. */
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

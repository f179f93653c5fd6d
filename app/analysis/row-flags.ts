import { isCounted } from '../findings/finding.ts';
import type { FindingSink, HeldFinding } from '../findings/finding-sink.ts';
import { ROW_FLAGS, type RowFlag } from '../frame/row.ts';

type RowFindings = {
  /** The number of findings by severity, in the order of `ROW_FLAGS`. */
  readonly counts: number[];
  flag: RowFlag;
};

/** The flags of one session's rows: the highest severity of each row's findings. */
export class RowFlags {
  readonly #findings: FindingSink;
  readonly #patch: (seq: number, flag: RowFlag) => void;
  readonly #rows = new Map<number, RowFindings>();
  #found = 0;
  #retracted = 0;

  constructor(findings: FindingSink, patch: (seq: number, flag: RowFlag) => void) {
    this.#findings = findings;
    this.#patch = patch;
  }

  /** Patches the rows with new or retracted findings since the last call. */
  update(): void {
    const { found: all, retracted } = this.#findings;
    if (this.#found === all.length && this.#retracted === retracted.length) return;
    const found = all.slice(this.#found);
    const taken = retracted.slice(this.#retracted);
    for (const mark of found) this.#count(mark, 1);
    for (const mark of taken) this.#count(mark, -1);
    this.#found = all.length;
    this.#retracted = retracted.length;
    this.#patchRows([...found, ...taken].map(({ seq }) => seq));
  }

  /** The rule settings have changed: all rows are counted again. */
  again(): void {
    for (const { counts } of this.#rows.values()) counts.fill(0);
    this.#found = 0;
    this.#retracted = 0;
    const before = [...this.#rows.keys()];
    this.update();
    this.#patchRows(before);
  }

  #count(mark: HeldFinding, by: 1 | -1): void {
    const place = isCounted(mark) ? ROW_FLAGS.indexOf(mark.severity) : 0;
    const row = this.#rows.get(mark.seq) ?? { counts: ROW_FLAGS.map(() => 0), flag: '' };
    row.counts[place] = (row.counts[place] ?? 0) + by;
    this.#rows.set(mark.seq, row);
  }

  #patchRows(seqs: readonly number[]): void {
    for (const seq of seqs) {
      const row = this.#rows.get(seq);
      const flag = ROW_FLAGS[row?.counts.findLastIndex((count) => count > 0) ?? 0] ?? '';
      if (row === undefined || flag === row.flag) continue;
      row.flag = flag;
      this.#patch(seq, flag);
    }
  }
}

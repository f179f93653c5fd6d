import { emptyRow, type Row } from '../../row.ts';
import { RowTable } from '../../row-table.ts';
import type { Tier } from '../../tier.ts';
import { FoldedRows } from '../folded-rows.ts';
import { LogIndex } from '../log-index.ts';
import type { RowList } from '../row-list.ts';
import type { ListedLog } from '../row-source.ts';
import { VisibleRows } from '../visible-rows.ts';

/** A log whose rows come from a test. */
export class ScriptedLog implements ListedLog {
  readonly session: string;
  base: number;
  readonly table = new RowTable();
  readonly index = new LogIndex(this.table);
  readonly visible = new VisibleRows(this.table);
  readonly folded = new FoldedRows(this.index.folds, this.visible);
  /** The listed rows: all that pass the filter, until a test replaces them. */
  list: RowList = this.visible;

  constructor(session: string, base = 0) {
    this.session = session;
    this.base = base;
    const rowAt = this.table.reader();
    this.index.watch((index) => {
      this.visible.changed(rowAt(index), index);
      this.folded.changed(index);
    });
  }

  add(at: number, tier: Tier = 'ok'): void {
    this.addRow({ at, tier });
  }

  /** Adds a frame, with the fields in `row`. */
  addRow(row: Partial<Row>): void {
    const index = this.table.length;
    const place = { seq: index + 1, at: index, session: this.session };
    this.table.add({ ...emptyRow(place, 'frame'), ...row });
    this.visible.advance(1);
    this.index.advance(() => false);
  }

  setTier(index: number, tier: Tier): void {
    this.table.patchAt(index, { tier });
  }

  /** Hides the rows with an odd seq. */
  hideOdd(): void {
    this.visible.setFilter(({ seq }) => seq % 2 === 0);
    this.visible.advance(Number.POSITIVE_INFINITY);
  }
}

/** A log with rows of these time steps and tiers. */
export function filledLog(session: string, steps: readonly (readonly [number, Tier])[]): ScriptedLog {
  const log = new ScriptedLog(session);
  let time = 0;
  for (const [step, tier] of steps) {
    time += step;
    log.add(time, tier);
  }
  return log;
}

import type { SessionInfo } from '../../../../app/contract/session-info.ts';
import { emptyRow, type Row } from '../../../../app/frame/row.ts';
import type { RowTable } from '../../../../app/frame/row-table.ts';
import type { Tier } from '../../../../app/frame/tier.ts';
import { FoldedRows } from '../folded-rows.ts';
import { LogMirror } from '../log-mirror.ts';
import type { RowList } from '../row-list.ts';
import type { SourceLog, SourceSession } from '../row-source.ts';
import { ErrorRows } from '../session-log.ts';
import { VisibleRows } from '../visible-rows.ts';

/** A log whose rows come from a test instead of a host. */
export class ScriptedLog implements SourceLog {
  readonly mirror: LogMirror;
  readonly table: RowTable;
  readonly visible: VisibleRows;
  readonly folded: FoldedRows;
  /** What is listed: every row that passes the filter, until a test says otherwise. */
  list: RowList;
  readonly errors = new ErrorRows();
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    this.mirror = new LogMirror({
      session: name,
      read: () => Promise.reject(new Error('nothing is read')),
      onChange: () => undefined,
      onFault: () => undefined,
      yieldTurn: () => Promise.resolve(),
    });
    this.table = this.mirror.table;
    this.visible = new VisibleRows(this.table);
    this.folded = new FoldedRows(this.table, this.visible);
    this.list = this.visible;
  }

  add(at: number, tier: Tier = 'ok'): void {
    this.addRow({ at, tier });
  }

  /** Adds a frame, or what `row` says of it. */
  addRow(row: Partial<Row>): void {
    const index = this.table.length;
    const place = { seq: index + 1, at: index, session: this.name };
    this.table.add({ ...emptyRow(place, 'frame'), ...row });
    this.visible.advance(1);
    this.folded.added(this.table, index, index + 1);
    this.errors.added(this.table, index, index + 1);
  }

  setTier(index: number, tier: Tier): void {
    const before = this.table.row(index);
    if (before === undefined) throw new Error('no such row');
    this.table.patchAt(index, { tier });
    this.visible.changed({ ...before, tier }, before, index);
    this.folded.changed({ ...before, tier }, before, index);
    this.errors.changed({ ...before, tier }, before, index);
  }

  /** Hides every second row: those with an odd seq. */
  hideOdd(): void {
    this.visible.setFilter(({ seq }) => seq % 2 === 0);
    this.visible.advance(Number.POSITIVE_INFINITY);
  }
}

/** A session whose rows are those of a scripted log. */
export function scriptedSession(log: ScriptedLog, base = 0): SourceSession<ScriptedLog> {
  return { info: scriptedInfo(log.name), log, base };
}

export function scriptedInfo(session: string): SessionInfo {
  return { session, label: session, startedAt: '2026-11-20T10:41:00.000Z' } as SessionInfo;
}

/** A log with rows of these steps in time and tiers. */
export function filledLog(name: string, steps: readonly (readonly [number, Tier])[]): ScriptedLog {
  const log = new ScriptedLog(name);
  let time = 0;
  for (const [step, tier] of steps) {
    time += step;
    log.add(time, tier);
  }
  return log;
}

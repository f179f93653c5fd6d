import type { Row } from '../../app/frame/row.ts';
import type { ErrorTier } from '../../app/frame/tier.ts';
import type { LogMirror, RowFollower } from '../store/log-mirror.ts';

/** How often a tool was called, and how often that failed, by tier. */
export type ToolCount = { calls: number } & { [Tier in ErrorTier]: number };

/** Follows a log for what the rail shows: calls of each tool, and where its list of tools stands. */
export class ToolActivity implements RowFollower {
  readonly counts = new Map<string, ToolCount>();
  /** The answers to tools/list that hold a list, oldest first. */
  readonly lists: number[] = [];
  /** The last request for the list; 0 for none. */
  lastRequest = 0;
  #lastRow: Row | undefined;

  /** The outcome of the last request for the list; empty where there was none. */
  get lastOutcome(): Row['outcome'] {
    return this.#lastRow?.outcome ?? '';
  }

  added(row: Row): void {
    if (row.kind !== 'frame') return;
    if (row.method === 'tools/call') this.#count(row, 1);
    else if (row.method === 'tools/list') this.#list(row);
  }

  changed(row: Row, before: Row): void {
    if (row.kind !== 'frame') return;
    if (row.method === 'tools/call') {
      this.#count(before, -1);
      this.#count(row, 1);
    } else if (row.seq === this.lastRequest) this.#lastRow = row;
  }

  #list(row: Row): void {
    if (row.shape === 'request') {
      this.lastRequest = row.seq;
      this.#lastRow = row;
    } else if (row.shape === 'result' && row.outcome === 'ok') this.lists.push(row.seq);
  }

  #count(row: Row, by: 1 | -1): void {
    const count = this.counts.get(row.target) ?? { calls: 0, tool: 0, protocol: 0, client: 0, transport: 0 };
    if (row.shape === 'request') count.calls += by;
    if (row.tier !== 'ok') count[row.tier] += by;
    this.counts.set(row.target, count);
  }
}

const activities = new WeakMap<LogMirror, ToolActivity>();

/** The activity of a log; on first use it reads the rows that are there, and follows from then on. */
export function toolActivity(mirror: LogMirror): ToolActivity {
  const known = activities.get(mirror);
  if (known !== undefined) return known;
  const activity = new ToolActivity();
  for (let index = 0; index < mirror.length; index += 1) {
    if (mirror.table.kindAt(index) !== 'frame') continue;
    const row = mirror.table.row(index);
    if (row !== undefined) activity.added(row);
  }
  mirror.follow(activity);
  activities.set(mirror, activity);
  return activity;
}

import { partitionPoint } from '../../../app/base/partition-point.ts';
import { IDLE_MS } from '../../state/log/time-bins.ts';

/** A stretch of time, in milliseconds. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** What lies idle in all of these logs, each given by its idle stretches in order and the span of its rows. */
export function idleInAll(
  logs: readonly { readonly span: TimeSpan; readonly idle: readonly TimeSpan[] }[],
  whole: TimeSpan,
): TimeSpan[] {
  let common: readonly TimeSpan[] = [whole];
  for (const { span, idle } of logs) {
    const free = [{ from: whole.from, to: span.from }, ...idle, { from: span.to, to: whole.to }];
    common = overlaps(common, free);
  }
  return common.filter(({ from, to }) => to - from > IDLE_MS);
}

/** What is in both lists, whose stretches stand in order. */
function overlaps(ones: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  const found: TimeSpan[] = [];
  let [at, beside] = [0, 0];
  for (;;) {
    const [one, other] = [ones[at], others[beside]];
    if (one === undefined || other === undefined) return found;
    const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
    if (both.to > both.from) found.push(both);
    if (one.to < other.to) at += 1;
    else beside += 1;
  }
}

/**
 * The time of the strip: that of the rows, with each idle stretch as short as a small part of what is not idle. Both
 * run together from `whole.from` on; both are in milliseconds.
 */
export class StripClock {
  /** The folded stretches, in the strip's time. */
  readonly folds: readonly TimeSpan[];
  readonly whole: TimeSpan;
  readonly #idle: readonly TimeSpan[];

  constructor(whole: TimeSpan, idle: readonly TimeSpan[]) {
    this.#idle = idle;
    const busy = idle.reduce((sum, { from, to }) => sum - (to - from), whole.to - whole.from);
    const room = Math.max(busy, 1) / (20 + 3 * idle.length);
    const folds: TimeSpan[] = [];
    let saved = 0;
    for (const { from, to } of idle) {
      const length = Math.min(room, to - from);
      folds.push({ from: from - saved, to: from - saved + length });
      saved += to - from - length;
    }
    this.folds = folds;
    this.whole = { from: whole.from, to: whole.to - saved };
  }

  /** Where the strip shows a time. */
  toStrip(time: number): number {
    return moved(time, this.#idle, this.folds);
  }

  /** Which time the strip shows at a place. */
  toTime(place: number): number {
    return moved(place, this.folds, this.#idle);
  }
}

/** A place among some stretches, carried over to the stretches that they correspond to. */
function moved(place: number, stretches: readonly TimeSpan[], onto: readonly TimeSpan[]): number {
  // Every row that is counted comes here: a long log has hundreds of stretches.
  const at = partitionPoint(stretches.length, (index) => (stretches[index]?.from ?? 0) < place) - 1;
  const [one, other] = [stretches[at], onto[at]];
  if (one === undefined || other === undefined) return place;
  if (place >= one.to) return place + (other.to - one.to);
  return other.from + ((place - one.from) / (one.to - one.from)) * (other.to - other.from);
}

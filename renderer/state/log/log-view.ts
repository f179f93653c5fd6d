import { z } from 'zod';
import { create } from 'zustand';
import type { RowSort } from '../../../app/frame/view/sorted-rows.ts';
import { readRemembered, remember } from '../screen/kept-entries.ts';
import { setFollowing, viewInFront } from '../screen/screen-store.ts';

/** What a row of the log is: an exchange with what belongs to it, or each frame. */
const ROWS = ['calls', 'frames'] as const;
/** What the times of rows count from. */
export const TIMES = ['clock', 'start', 'before', 'selected'] as const;
/** The columns of the log, in their order. */
export const COLUMNS = ['number', 'time', 'message', 'id', 'duration', 'size', 'outcome'] as const;
export type LogColumn = (typeof COLUMNS)[number];

const columns = (all: readonly LogColumn[]) => z.array(z.enum(COLUMNS)).readonly().catch(all);

/** A call needs no id, and a row no number while nothing speaks of it. */
const HIDDEN = { calls: ['number', 'id'], frames: ['number'] } as const;

const viewSchema = z.object({
  rows: z.enum(ROWS).catch('calls'),
  time: z.enum(TIMES).catch('clock'),
  /** The columns that are not shown. */
  hidden: z.object({ calls: columns(HIDDEN.calls), frames: columns(HIDDEN.frames) }).catch(HIDDEN),
  /** In pixels; columns without one share what the others leave. */
  widths: z.partialRecord(z.enum(COLUMNS), z.number().min(20).max(2000)).catch({}),
});

export type LogViewChoice = z.infer<typeof viewSchema>;

/** How all logs show their rows; all but the order is kept for the next start. */
type LogView = LogViewChoice & {
  /** The order of the log in front, if it is not that of time. */
  readonly sort: RowSort | null;
  /** True once a link has led to a row by its number. */
  readonly isNumbered: boolean;
};

const KEY = 'log-view';

export const useLogView = create<LogView>(() => ({
  ...viewSchema.parse(readRemembered(KEY) ?? {}),
  sort: null,
  isNumbered: false,
}));

export function setLogView(change: Partial<LogViewChoice>): void {
  useLogView.setState(change);
  const { sort: _, isNumbered: __, ...kept } = useLogView.getState();
  remember(KEY, kept);
}

/** Shows one row for each call, or one for each frame. */
export function toggleRows(): void {
  setLogView({ rows: useLogView.getState().rows === 'calls' ? 'frames' : 'calls' });
}

/** Lets times count from the next thing. */
export function nextTime(): void {
  const { time } = useLogView.getState();
  setLogView({ time: TIMES[(TIMES.indexOf(time) + 1) % TIMES.length] ?? 'clock' });
}

/** Shows a column, or no more. */
export function toggleColumn(column: LogColumn): void {
  const { rows, hidden } = useLogView.getState();
  const before = hidden[rows];
  const after = before.includes(column) ? before.filter((one) => one !== column) : [...before, column];
  setLogView({ hidden: { ...hidden, [rows]: after } });
}

/** Shows the numbers of rows once something has named one; who hides them again sees no more of them. */
export function showNumbers(): void {
  const { isNumbered, hidden } = useLogView.getState();
  if (isNumbered) return;
  const without = (columns: readonly LogColumn[]) => columns.filter((column) => column !== 'number');
  useLogView.setState({
    isNumbered: true,
    hidden: { calls: without(hidden.calls), frames: without(hidden.frames) },
  });
}

/** Lets a log follow its newest row, for which time is its order again, or lets it stay where it is. */
export function follow(view: string, following: boolean): void {
  if (following) useLogView.setState({ sort: null });
  setFollowing(view, following);
}

/** Gives a column a width in pixels; undefined gives it its share again. */
export function setColumnWidth(column: LogColumn, pixels: number | undefined): void {
  const { [column]: _, ...others } = useLogView.getState().widths;
  setLogView({ widths: pixels === undefined ? others : { ...others, [column]: pixels } });
}

/** True for a column of words, which begin with the first letter; numbers begin with the largest. */
export function isText(by: RowSort['by']): boolean {
  return by === 'message' || by === 'outcome';
}

/**
 * Sorts the rows; the same again turns them round, and then time is their order again, as for null. A sorted log
 * follows nothing.
 */
export function sortBy(by: RowSort['by'] | null): void {
  const { sort } = useLogView.getState();
  const first = by !== null && !isText(by);
  const next =
    by === null
      ? null
      : sort?.by !== by
        ? { by, falls: first }
        : sort.falls === first
          ? { by, falls: !first }
          : null;
  useLogView.setState({ sort: next });
  const view = viewInFront();
  if (view !== null && next !== null) setFollowing(view, false);
}

import { z } from 'zod';
import { create } from 'zustand';
import type { RowSort } from '../../../app/frame/view/sorted-rows.ts';
import { setFollowing, viewInFront } from '../screen/screen-store.ts';
import { readRemembered, remember } from '../screen/stored-entries.ts';

/** The unit of a row in the log: a whole exchange, or a single frame. */
const ROWS = ['calls', 'frames'] as const;
export const TIMES = ['clock', 'start', 'before', 'selected'] as const;
export const COLUMNS = ['number', 'time', 'message', 'id', 'duration', 'size', 'outcome'] as const;
export type LogColumn = (typeof COLUMNS)[number];

const columns = (all: readonly LogColumn[]) => z.array(z.enum(COLUMNS)).readonly().catch(all);

/** A call needs no id, and a row no number until something refers to it. */
const HIDDEN = { calls: ['number', 'id'], frames: ['number'] } as const;

const viewSchema = z.object({
  rows: z.enum(ROWS).catch('calls'),
  time: z.enum(TIMES).catch('clock'),
  hidden: z.object({ calls: columns(HIDDEN.calls), frames: columns(HIDDEN.frames) }).catch(HIDDEN),
  /** In pixels; columns without a width share the remaining room. */
  widths: z.partialRecord(z.enum(COLUMNS), z.number().min(20).max(2000)).catch({}),
});

export type LogViewChoice = z.infer<typeof viewSchema>;

/** The display settings of all logs; all but the order are kept for the next start. */
type LogView = LogViewChoice & {
  /** The order of the active log, unless it is by time. */
  readonly sort: RowSort | null;
  /** True once a link has used a row number. */
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

export function toggleRows(): void {
  setLogView({ rows: useLogView.getState().rows === 'calls' ? 'frames' : 'calls' });
}

export function nextTime(): void {
  const { time } = useLogView.getState();
  setLogView({ time: TIMES[(TIMES.indexOf(time) + 1) % TIMES.length] ?? 'clock' });
}

export function toggleColumn(column: LogColumn): void {
  const { rows, hidden } = useLogView.getState();
  const before = hidden[rows];
  const after = before.includes(column) ? before.filter((one) => one !== column) : [...before, column];
  setLogView({ hidden: { ...hidden, [rows]: after } });
}

/** Shows row numbers once something refers to one; if the user hides them again, they stay hidden. */
export function showNumbers(): void {
  const { isNumbered, hidden } = useLogView.getState();
  if (isNumbered) return;
  const without = (columns: readonly LogColumn[]) => columns.filter((column) => column !== 'number');
  useLogView.setState({
    isNumbered: true,
    hidden: { calls: without(hidden.calls), frames: without(hidden.frames) },
  });
}

/** Makes a log follow its newest row, which sorts it by time, or stay where it is. */
export function follow(view: string, following: boolean): void {
  if (following) useLogView.setState({ sort: null });
  setFollowing(view, following);
}

/** Sets a column's width in pixels; undefined restores its share. */
export function setColumnWidth(column: LogColumn, pixels: number | undefined): void {
  const { [column]: _, ...others } = useLogView.getState().widths;
  setLogView({ widths: pixels === undefined ? others : { ...others, [column]: pixels } });
}

/** True for text columns, which sort ascending first; numbers sort descending first. */
export function isText(by: RowSort['by']): boolean {
  return by === 'message' || by === 'outcome';
}

/**
 * Sorts the rows; sorting by the same column again reverses the order, and then restores the order by time, like null.
 * A sorted log does not follow.
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

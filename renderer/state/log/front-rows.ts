import { useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { SessionBadgeProps } from '../../ui/controls/session-badge.tsx';
import { type ScreenState, sessionInfo, useScreen } from '../screen/screen-store.ts';
import { sessionNames } from '../session/session-text.ts';
import { sessionLog } from './log-mirrors.ts';
import { type RowSort, useLogView } from './log-view.ts';
import { MergedRows } from './merged-rows.ts';
import type { RowList } from './row-list.ts';
import { type RowPlace, type RowSource, SessionRows, type SourceSession, startOf } from './row-source.ts';
import { SORTED_ANEW, SortedRows } from './sorted-rows.ts';

const merged = new MergedRows();

/** The rows of all sessions that take part in the merged log, up to date with their logs. */
export function mergedRows(): RowSource {
  merged.sync(participants(useScreen.getState()));
  return merged;
}

/** The rows of one open session; undefined if it is closed. */
export function sessionRows(session: string): RowSource | undefined {
  const info = sessionInfo(session);
  return info === undefined ? undefined : new SessionRows(info, sessionLog(session));
}

/** The rows of the log in front; undefined if there is none. */
export function rowsInFront(): RowSource | undefined {
  const { merged, active } = useScreen.getState();
  if (merged) return inOrder(mergedRows());
  const own = active === null ? undefined : sessionRows(active);
  return own && inOrder(own);
}

type KeptOrder = {
  readonly sort: RowSort;
  /** What was sorted, and how it stood then. */
  readonly lists: readonly RowList[];
  readonly edits: readonly number[];
  readonly generation: number;
  readonly sorted: SortedRows;
};
let kept: KeptOrder | undefined;

/** So many rows of a long log may stand elsewhere than where they were sorted to. */
const MAX_MOVED = 256;

/** The rows in the order that the user has chosen; one that is kept, as long as it is true. */
function inOrder(source: RowSource): RowSource {
  const { sort } = useLogView.getState();
  if (sort === null) return source;
  const lists = source.sessions.map(({ log }) => log.list);
  if (kept === undefined || !isTrue(kept, source, lists, sort)) {
    const edits = lists.map((list) => list.edits.count);
    kept = { sort, lists, edits, generation: source.generation, sorted: new SortedRows(source, sort) };
  }
  return kept.sorted;
}

/** True if the order holds for these rows; that of a long log also if few of its last rows have moved since. */
function isTrue(
  { sort, lists, edits, generation, sorted }: KeptOrder,
  source: RowSource,
  now: readonly RowList[],
  wanted: RowSort,
): boolean {
  const isSame = sort === wanted && generation === source.generation && lists.length === now.length;
  if (!isSame || !now.every((list, at) => list === lists[at]) || source.length < sorted.sorted) return false;
  const moved = now.map((list, at) => list.edits.since(edits[at] ?? 0)?.length ?? Number.POSITIVE_INFINITY);
  const most = source.length > SORTED_ANEW ? MAX_MOVED : 0;
  return moved.every((count) => count <= most) && (most > 0 || source.length === sorted.sorted);
}

/**
 * The rows of a session for the log itself, or those of the merged log without one. The log is drawn again with each
 * frame in which one of their logs has changed.
 */
export function useRowsOfLog(info?: SessionInfo): RowSource {
  useScreen(({ revisions }) => (info === undefined ? revisions : revisions[info.session]));
  return useSource(info);
}

/** The same for a panel beside the log: while a log is flooded it is drawn again four times a second. */
export function useRows(info?: SessionInfo): RowSource {
  useRevision(info);
  return useSource(info);
}

function useSource(info: SessionInfo | undefined): RowSource {
  useScreen(({ sessions }) => (info === undefined ? sessions : null));
  useScreen(({ leftOut }) => (info === undefined ? leftOut : null));
  // What is listed, and in which order.
  useLogView(({ rows }) => rows);
  useLogView(({ sort }) => sort);
  const log = info === undefined ? undefined : sessionLog(info.session);
  const own = useMemo(
    () => (info === undefined || log === undefined ? undefined : new SessionRows(info, log)),
    [info, log],
  );
  return inOrder(own ?? mergedRows());
}

/** For a panel: another value whenever the rows of a session changed, or without one those of any session. */
export function useRevision(info?: SessionInfo): unknown {
  return useScreen(({ panelRevisions: held }) => (info === undefined ? held : held[info.session]));
}

/** The selected row of the log in front of these rows; null if there is none or its session takes no part. */
export function selectedPlace(rows: RowSource): RowPlace | null {
  const { active, views } = useScreen.getState();
  const session = rows.merged ? active : rows.view;
  const seq = session === null ? null : (views[session]?.selected ?? null);
  return session === null || seq === null ? null : rowPlace(rows, session, seq);
}

/** The place of the row of `seq`; null if its session takes no part or does not hold it. */
export function rowPlace(rows: RowSource, session: string, seq: number): RowPlace | null {
  const index = rows.session(session)?.log.mirror.table.indexOf(seq) ?? -1;
  return index < 0 ? null : { session, index };
}

/** The sessions that take part in the merged log, in the order of their tabs. */
export function participantNames({ sessions, leftOut }: Pick<ScreenState, 'sessions' | 'leftOut'>): string[] {
  return sessions.map(({ session }) => session).filter((session) => !leftOut.includes(session));
}

/** What each open session is called in the merged log. */
export function useSessionNames(): ReadonlyMap<string, SessionBadgeProps> {
  const sessions = useScreen((state) => state.sessions);
  return useMemo(() => sessionNames(sessions), [sessions]);
}

function participants(state: ScreenState): SourceSession[] {
  const taking = new Set(participantNames(state));
  return state.sessions
    .filter(({ session }) => taking.has(session))
    .map((info) => ({ info, log: sessionLog(info.session), base: startOf(info) }));
}

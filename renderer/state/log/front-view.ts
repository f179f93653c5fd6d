import { useMemo } from 'react';
import { create } from 'zustand';
import type { Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { LogState, SessionInfo } from '../../../app/contract/session-info.ts';
import { type PlacedKey, RULER_PARTS, type ViewPage } from '../../../app/contract/view-commands.ts';
import type { Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import type { PlaceInView, RowAt, RowKey, ViewItem, ViewState } from '../../../app/frame/view/view-page.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { host, settled } from '../host/host.ts';
import { MERGED, type ScreenState, sessionInfo, useScreen, viewInFront } from '../screen/screen-store.ts';
import { type SessionName, sessionNames } from '../session/session-text.ts';
import { filterText, useFilter } from './filter-store.ts';
import { sessionLog } from './log-mirrors.ts';
import { useLogView } from './log-view.ts';
import { useShownSearch } from './shown-search.ts';

/** The item rendered at a position, with its rows. */
export type DrawnItem = Omit<ViewItem, 'row' | 'request' | 'log'> & {
  readonly session: string;
  readonly row: Row;
  /** The request of the call that the row represents; undefined if it only represents itself. */
  readonly request: Row | undefined;
};

/** The part of the active log on this page: its length and the visible rows. */
export type FrontView = ViewState & {
  /** The name of the session or the merged log; null for none. */
  readonly view: string | null;
  readonly sessions: readonly string[];
  readonly merged: boolean;
  /** False until the first page has arrived. */
  readonly isHere: boolean;
  /** The number of positions at or before the playhead. */
  readonly happened: number;
  readonly first: number;
  /** The time of the row before the first item. */
  readonly before: number;
  readonly items: readonly DrawnItem[];
  /** The page before this one, while the log still shows it: see `ViewPager.ahead`. */
  readonly left?: LeftRows | undefined;
  /** The positions of errors, see `RememberedLog.marks`. */
  readonly marks: Uint8Array;
  readonly latency: ViewPage['latency'];
};

type ViewWindow = CommandInput<'showView'>['window'];
type ViewOrder = CommandInput<'showView'>['order'];

const NOTHING: FrontView = {
  ...{ view: null, sessions: [], merged: false, isHere: false, happened: 0, first: 0, before: 0, items: [] },
  ...{ length: 0, passing: 0, total: 0, upToDate: false, generation: 0, timed: [] },
  marks: new Uint8Array(RULER_PARTS),
  latency: { count: 0, p50: 0, p95: 0 },
};

export const useFrontView = create<FrontView>(() => NOTHING);

/** The name of this page's view at the host: each window has its own. */
const NAME = crypto.randomUUID();

/** The row rendered at a position; undefined if it is not loaded. */
export function itemAt({ first, items, left }: Paged, position: number): DrawnItem | undefined {
  return items[position - first] ?? left?.items[position - left.first];
}

type LeftRows = Pick<FrontView, 'first' | 'items'>;
type Paged = Pick<FrontView, 'first' | 'items' | 'left'>;

/** The position of a row or its group; -1 if it is not visible. */
export function drawnPosition({ first, items }: Pick<FrontView, 'first' | 'items'>, key: RowKey): number {
  const isOf = (item: DrawnItem, of: 'row' | 'request') =>
    item.session === key.session && item[of]?.seq === key.seq;
  const own = items.findIndex((item) => isOf(item, 'row'));
  // In an open group the request is below the row of its call.
  const at = own < 0 ? items.findIndex((item) => isOf(item, 'request')) : own;
  return at < 0 ? -1 : first + at;
}

/** Shows the active log from now on, with its filter and its order. */
export function followFrontView(): void {
  const renew = () => viewPager.show(orderNow());
  useScreen.subscribe((state, before) => {
    const isOther = state.active !== before.active || state.merged !== before.merged;
    const isMoved = state.sessions !== before.sessions || state.leftOut !== before.leftOut;
    if (isOther || isMoved || state.link !== before.link) renew();
  });
  // Only a changed order is sent.
  for (const store of [useFilter, useLogView, useShownSearch]) store.subscribe(renew);
  renew();
}

function orderNow(): ViewOrder | null {
  const state = useScreen.getState();
  const { rows, sort } = useLogView.getState();
  const { tiers, span, ...filter } = useFilter.getState();
  const { search } = useShownSearch.getState();
  const sessions = state.merged ? participantNames(state) : state.active === null ? [] : [state.active];
  if (state.link !== 'open' || (sessions.length === 0 && !state.merged)) return null;
  return {
    sessions,
    merged: state.merged,
    filter: { text: filterText(filter), tiers: [...tiers], span },
    rows,
    sort: sort === null ? null : { ...sort },
    search,
  };
}

/** How long to wait before retrying a view that the host does not know, in milliseconds. */
const REST_MS = 250;

type NextPage = { readonly left?: LeftRows | undefined; readonly revision?: number };

/** Loads pages of the active view: one request at a time, the next one as soon as it is answered. */
class ViewPager {
  #order: ViewOrder | null = null;
  #key = '';
  #window: ViewWindow = { first: 0, count: 100, atEnd: true, playhead: null };
  /** Each new order or scroll starts a run; pages of earlier runs are ignored. */
  #run = 0;
  #revision = 0;
  #isMoving = false;
  #rows = new Map<string, Row>();
  /** Sends the order again if the host no longer knows the view. */
  readonly #kept = new Map<string, FrontView>();

  show(order: ViewOrder | null): void {
    const key = JSON.stringify(order);
    if (key === this.#key) return;
    this.#key = key;
    this.#order = order;
    this.#run += 1;
    const view = order === null ? null : viewInFront();
    const shown = useFrontView.getState();
    if (shown.view !== view || order === null) {
      if (shown.view !== null && shown.isHere) this.#kept.set(shown.view, shown);
      const kept = view === null ? undefined : this.#kept.get(view);
      const next = kept ?? { ...NOTHING, view, merged: view === MERGED };
      useFrontView.setState({ ...next, upToDate: false });
    } else useFrontView.setState({ upToDate: false });
    if (order !== null) void this.#read(this.#run);
  }

  get window(): ViewWindow {
    return this.#window;
  }

  /** Loads the rows around a position that the log is about to show; until it does, it keeps the present ones. */
  async ahead(position: number): Promise<void> {
    const shown = useFrontView.getState();
    if (itemAt(shown, position) !== undefined) return;
    const from = Math.max(0, position - Math.floor(this.#window.count / 2));
    const left = { first: shown.first, items: shown.items };
    await this.look({ ...this.#window, first: from, atEnd: false }, left);
  }

  /** Shows these positions; `left` are those that the log still shows. */
  async look(window: ViewWindow, left?: LeftRows): Promise<void> {
    if (isSameWindow(window, this.#window)) return;
    this.#window = window;
    if (this.#order === null || this.#isMoving || this.#revision === 0) return;
    this.#run += 1;
    await this.#move(this.#run, { left });
  }

  forget(session: string): void {
    this.#kept.delete(session);
  }

  /** Sends the order again if the host does not know the view any more. */
  async #read(run: number): Promise<void> {
    const order = this.#order;
    if (order === null) return;
    this.#revision = 0;
    const window = this.#window;
    const page = await settled(host().showView({ view: NAME, order, window }));
    if (run !== this.#run || !page.ok) return;
    this.#take(page.value, order);
    await this.#follow(run, window);
  }

  /** Reloads the visible rows, about which more is known. */
  refresh(): void {
    if (this.#order === null || this.#isMoving || this.#revision === 0) return;
    this.#run += 1;
    void this.#move(this.#run, { revision: 0 });
  }

  /** Resolves once the next page is here; later ones follow. */
  async #move(run: number, next: NextPage = {}): Promise<void> {
    this.#isMoving = true;
    const window = this.#window;
    const isKnown = await this.#next(window, next);
    this.#isMoving = false;
    if (run !== this.#run) return;
    void (isKnown ? this.#follow(run, window) : this.#read(run));
  }

  async #follow(run: number, from: ViewWindow): Promise<void> {
    for (let window = from; run === this.#run; window = this.#window) {
      // The log was scrolled while the last page was in flight.
      if (!isSameWindow(window, this.#window)) return this.#move(run);
      const isKnown = await this.#next(window);
      if (run !== this.#run || isKnown) continue;
      // A host that refuses for another reason must not be asked endlessly.
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      if (run === this.#run) return this.#read(run);
    }
  }

  /** Waits for the next page, and shows it if the order is still current; false if the host does not know the view. */
  async #next(window: ViewWindow, { left, revision = this.#revision }: NextPage = {}): Promise<boolean> {
    const [order, key] = [this.#order, this.#key];
    const page = await settled(host().nextView({ view: NAME, window, revision }));
    if (!page.ok || order === null) return false;
    if (key === this.#key && page.value !== null) this.#take(page.value, order, left);
    return true;
  }

  #take(page: ViewPage, { sessions, merged }: ViewOrder, left?: LeftRows): void {
    this.#revision = page.revision;
    const view = viewInFront();
    const { rows: block, items, marks, ...state } = page;
    const table = new RowTable();
    table.append(block);
    const rows = this.#sameRows(table, items, sessions);
    const drawn = items.flatMap(({ row, request, log, ...item }): DrawnItem[] => {
      const shown = rows[row];
      const session = sessions[log];
      return shown === undefined || session === undefined
        ? []
        : [{ ...item, session, row: shown, request: rows[request] }];
    });
    useFrontView.setState({
      ...state,
      ...{ view, sessions, merged, isHere: true, items: drawn, left },
      ...(marks === undefined ? {} : { marks }),
    });
  }

  /** The rows of a page: unchanged rows keep their objects, so that they do not render again. */
  #sameRows(table: RowTable, items: readonly ViewItem[], sessions: readonly string[]): Row[] {
    const owners = new Map(
      items.flatMap(({ row, request, log }) => [[row, log] as const, [request, log] as const]),
    );
    const held = new Map<string, Row>();
    const rows = Array.from({ length: table.length }, (_, at) => {
      const row = table.row(at) as Row;
      const key = `${sessions[owners.get(at) ?? 0]} ${row.seq}`;
      const before = this.#rows.get(key);
      const same = before !== undefined && isSameRow(before, row) ? before : row;
      held.set(key, same);
      sessionLog(sessions[owners.get(at) ?? 0] ?? '').mirror.keep(same);
      return same;
    });
    this.#rows = held;
    return rows;
  }
}

function isSameWindow(one: ViewWindow, other: ViewWindow): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSameRow(one: Row, other: Row): boolean {
  for (const field of Object.keys(one) as (keyof Row)[]) if (one[field] !== other[field]) return false;
  return true;
}

export const viewPager = new ViewPager();

type Ask<Value> = (view: string) => Promise<Result<Value>>;

async function ask<Value>(question: Ask<Value>): Promise<Value | undefined> {
  if (useFrontView.getState().view === null) return undefined;
  const answer = await settled(question(NAME));
  return answer.ok ? answer.value : undefined;
}

/** The position of a row in the active log; `list` opens the group that it is folded into. */
export function placeOf(row: RowAt, list = false): Promise<PlaceInView | undefined> {
  return ask((view) => host().viewPlace({ view, row, list }));
}

/** The row at a position of the active log, clamped to its ends. */
export async function keyAt(position: number): Promise<PlacedKey | undefined> {
  const found = await ask((view) => host().viewKey({ view, at: { position: Math.max(0, position) } }));
  return found ?? undefined;
}

/** The first row of the active log at or after a time, in milliseconds of its clock. */
export async function keyAtTime(time: number): Promise<PlacedKey | undefined> {
  return (await ask((view) => host().viewKey({ view, at: { time } }))) ?? undefined;
}

/** The row `by` positions away from another one. */
export async function keyBeside(from: RowKey, by: number): Promise<RowKey | undefined> {
  const shown = useFrontView.getState();
  const position = drawnPosition(shown, from);
  const item = position < 0 ? undefined : itemAt(shown, position + by);
  if (item !== undefined) return { session: item.session, seq: item.row.seq };
  return (await ask((view) => host().viewStep({ view, from, by }))) ?? undefined;
}

/** The next (1) or previous (-1) visible row of a kind in the active log, wrapping around. */
export async function nextOfKind(
  what: CommandInput<'viewNext'>['what'],
  from: RowAt | null,
  step: 1 | -1,
): Promise<PlacedKey | undefined> {
  return (await ask((view) => host().viewNext({ view, what, from, step }))) ?? undefined;
}

/** Opens or closes the group of a row; returns the seq of its representative row. */
export function foldRow(row: RowKey, open: boolean | 'toggle'): Promise<number | undefined> {
  return ask((view) => host().viewFold({ view, row, open }));
}

export function rowsBetween(one: RowKey, other: RowKey) {
  return ask((view) => host().viewBetween({ view, one, other }));
}

export async function shownRanges(session: string): Promise<[number, number][] | undefined> {
  const shown = await ask((view) => host().viewShown({ view, session }));
  return shown?.ranges.map(([first, last]) => [first, last]);
}

/** Sorts rows in the order of the active log. */
export async function inOrder(rows: readonly RowKey[]): Promise<readonly RowKey[]> {
  return (await ask((view) => host().viewOrdered({ view, rows: [...rows] }))) ?? rows;
}

export function matchPlaceOf(row: RowKey | null) {
  return ask((view) => host().viewMatch({ view, row }));
}

/** The sessions in the merged log, in tab order. */
export function participantNames({ sessions, leftOut }: Pick<ScreenState, 'sessions' | 'leftOut'>): string[] {
  return sessions.map(({ session }) => session).filter((session) => !leftOut.includes(session));
}

export function useSessionNames(): ReadonlyMap<string, SessionName> {
  const sessions = useScreen((state) => state.sessions);
  return useMemo(() => sessionNames(sessions), [sessions]);
}

/** The tier counts of the active sessions, and how much was dropped. */
export function useFrontCounts(): Pick<LogState, 'counts' | 'dropped'> {
  const revisions = useScreen((state) => state.panelRevisions);
  const sessions = useFrontView((state) => state.sessions);
  return useMemo(() => {
    const counts = noCounts();
    let dropped = 0;
    for (const session of sessions) {
      const { state } = sessionLog(session).mirror;
      dropped += state.dropped;
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += state.counts[key];
    }
    return { counts, dropped };
  }, [revisions, sessions]);
}

/** How many rows of a session the filter shows, out of `all`. */
export function useShownRows(session: string, all: number): number {
  const isFront = useFrontView(({ sessions }) => sessions.length === 1 && sessions[0] === session);
  const passing = useFrontView((state) => state.passing);
  return isFront ? passing : all;
}

/** For a panel: changes whenever the rows of a session do, or without one those of any session. */
export function useRevision(info?: SessionInfo): unknown {
  return useScreen(({ panelRevisions: held }) => (info === undefined ? held : held[info.session]));
}

/** The start time of a session, in milliseconds since 1970; 0 if unknown. */
export function startOf(info: Pick<SessionInfo, 'startedAt'> | undefined): number {
  return Date.parse(info?.startedAt ?? '') || 0;
}

/** The offset in milliseconds from a session's row times to the clock of the active log. */
export function baseOf({ merged }: Pick<FrontView, 'merged'>, session: string): number {
  return merged ? startOf(sessionInfo(session)) : 0;
}

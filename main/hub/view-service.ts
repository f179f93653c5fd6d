import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { VIEW_COMMANDS } from '../../app/contract/view-commands.ts';
import { blockOfRows, type RowBlock, type RowTable } from '../../app/frame/row-table.ts';
import type { LogView } from '../../app/frame/view/log-view.ts';
import { logTimes } from '../../app/frame/view/overview.ts';
import { type ViewedLog, viewFilter } from '../../app/frame/view/view-filter.ts';
import type { RowKey } from '../../app/frame/view/view-page.ts';
import type { RowFilter } from '../../app/frame/view/visible-rows.ts';
import { hostTurns } from '../system/turn-slices.ts';
import { FORGOTTEN_MS, ScreenView, type ViewSources } from './screen-view.ts';
import { TabLogs } from './tab-logs.ts';
import type { OpenTabs } from './tabs.ts';

type ViewServiceOptions = ViewSources & {
  readonly tabs: OpenTabs;
  /** Calls a listener with each session that has grown, once its log is up to date; the returned function ends that. */
  readonly watch: (grew: (session: string) => void) => () => void;
};

const GONE = 'This view is not known any more.';

/** What every screen shows of the logs: filtered, folded, merged and sorted here, where the rows are. */
export class ViewService {
  readonly #options: ViewServiceOptions;
  readonly #views = new Map<string, ScreenView>();
  readonly #logs: TabLogs;
  readonly #unwatch: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(options: ViewServiceOptions) {
    this.#options = options;
    this.#logs = new TabLogs(options.tabs);
    this.#unwatch = options.watch((session) => {
      for (const view of this.#views.values()) view.grew(session);
    });
    this.#timer = setInterval(() => this.#forget(), FORGOTTEN_MS).unref();
  }

  readonly commands: Handlers<typeof VIEW_COMMANDS> = {
    showView: async ({ view, order, window }) => {
      const known = this.#views.get(view) ?? new ScreenView(this.#logs, this.#options);
      this.#views.set(view, known);
      return ok(await known.show(order, window));
    },
    nextView: ({ view, window, revision }) => this.#with(view, async (known) => known.next(window, revision)),
    viewPlace: ({ view, row, list }) =>
      this.#with(view, async (known) => {
        if (list) known.list(row);
        return known.log.placeOf(row);
      }),
    viewKey: ({ view, at }) =>
      this.#with(view, async ({ log }) =>
        placed(log, log.keyAt('position' in at ? at.position : log.positionAtTime(at.time))),
      ),
    viewStep: ({ view, from, by }) =>
      this.#with(view, async ({ log }) => placed(log, log.keyAt(log.placeOf(from).from + by))),
    viewNext: ({ view, what, from, step }) =>
      this.#with(view, async (known) => {
        const { log, matches } = known;
        const isKey = from === null || 'seq' in from;
        const key =
          what === 'match' ? log.nextMatch(matches, isKey ? from : null, step) : log.next(what, from, step);
        return placed(log, key);
      }),
    viewFold: ({ view, row, open }) =>
      this.#with(view, async (known) => {
        const face = known.log.fold(row, open);
        known.changed();
        return face;
      }),
    viewBetween: ({ view, one, other }) =>
      this.#with(view, async ({ log }) =>
        [...log.between(one, other)].map(([session, ranges]) => ({ session, ranges })),
      ),
    viewShown: ({ view, session }) =>
      this.#with(view, async (known) => {
        await known.complete();
        return { session, ranges: known.log.shown(session) };
      }),
    viewOrdered: ({ view, rows }) =>
      this.#with(view, async ({ log }) => rows.toSorted((one, other) => log.compare(one, other))),
    viewMatch: ({ view, row }) => this.#with(view, async ({ log, matches }) => log.matchPlace(matches, row)),
    readRowsOf: ({ session, seqs }) => this.#rows(session, (table) => seqs.map((seq) => table.indexOf(seq))),
    readRowsBeside: ({ session, seq, before, after }) =>
      this.#rows(session, (table) => {
        const at = table.indexOf(seq);
        const first = Math.max(0, at - before);
        const end = at < 0 ? 0 : Math.min(table.length, at + after + 1);
        return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
      }),
    findRows: async ({ session, filter, target, before, limit }) => {
      const log = await this.#logs.complete(session);
      if (!log.ok) return log;
      const found = viewFilter({ text: filter, tiers: [], span: null });
      if (!found.ok) return found;
      const passes = found.value?.(log.value) ?? (() => true);
      const { indexes, more } = await hostTurns.run(
        rowsThatPass(log.value, (row) => (target === undefined || row.target === target) && passes(row), {
          before,
          limit,
        }),
      );
      return ok({ rows: blockAt(log.value.index.table, indexes), more });
    },
    readActivity: async ({ session, revision }) => {
      const log = await this.#logs.complete(session);
      if (!log.ok) return log;
      const activity = this.#logs.activity(log.value.index);
      return ok(activity.revision === revision ? null : activity.parts);
    },
    readTimes: async ({ sessions, merged, ...wanted }) => {
      const logs = this.#logs.known(sessions);
      const timed = logs.map(({ index, startMs }) => ({ index, base: merged ? startMs : 0 }));
      const { whole, idle, counts } = logTimes(timed, wanted);
      const bookmarks = timed.flatMap(({ index: { table, bookmarks }, base }) =>
        bookmarks.indexes.map((index) => base + table.columns.at.at(index)),
      );
      return ok({ whole, idle, counts: new Uint8Array(counts.buffer), bookmarks });
    },
    readRowTimes: async ({ session, from, limit }) => {
      const tab = this.#options.tabs.get(session);
      if (!tab.ok) return tab;
      const { table, timed } = this.#logs.index(tab.value);
      const end = Math.max(from, Math.min(timed, from + limit));
      const times = Float64Array.from({ length: end - from }, (_, at) => table.columns.at.at(from + at));
      return ok({ times: new Uint8Array(times.buffer), total: timed });
    },
    rowAtTime: async ({ session, at }) => {
      const tab = this.#options.tabs.get(session);
      return tab.ok ? ok(this.#logs.index(tab.value).rowAtTime(at)) : tab;
    },
  };

  close(): void {
    this.#unwatch();
    clearInterval(this.#timer);
    for (const view of this.#views.values()) view.close();
    this.#views.clear();
  }

  async #with<Value>(view: string, act: (view: ScreenView) => Promise<Value>): Promise<Result<Value>> {
    const known = this.#views.get(view);
    if (known === undefined) return err(GONE);
    known.lastAt = performance.now();
    return ok(await act(known));
  }

  async #rows(
    session: string,
    indexes: (table: RowTable) => readonly number[],
  ): Promise<Result<{ readonly rows: RowBlock }>> {
    const tab = this.#options.tabs.get(session);
    if (!tab.ok) return tab;
    const table = tab.value.rowTable();
    return ok({ rows: blockAt(table, indexes(table)) });
  }

  #forget(): void {
    for (const [name, view] of this.#views) {
      if (performance.now() - view.lastAt < FORGOTTEN_MS) continue;
      view.close();
      this.#views.delete(name);
    }
  }
}

function blockAt(table: RowTable, indexes: readonly number[]): RowBlock {
  return blockOfRows(indexes.flatMap((index) => table.row(index) ?? []));
}

function placed(log: LogView, key: RowKey | undefined) {
  return key === undefined ? null : { session: key.session, seq: key.seq, ...log.placeOf(key) };
}

/** The newest rows before a seq that pass, in their order. */
function* rowsThatPass(
  { index: { table } }: ViewedLog,
  passes: RowFilter,
  { before, limit }: { readonly before: number; readonly limit: number },
): Generator<undefined, { readonly indexes: readonly number[]; readonly more: number }> {
  const rowAt = table.reader();
  const indexes: number[] = [];
  let more = 0;
  for (let index = table.length - 1; index >= 0; index -= 1) {
    if (index % 1000 === 0) yield;
    const row = rowAt(index);
    if ((before > 0 && row.seq >= before) || !passes(row)) continue;
    if (indexes.length < limit) indexes.push(index);
    else more += 1;
  }
  return { indexes: indexes.reverse(), more };
}

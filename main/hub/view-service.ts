import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { VIEW_COMMANDS } from '../../app/contract/view-commands.ts';
import { placedKey, rowsOf, rowsThatPass, rowTimes, timesOf } from '../../app/frame/view/log-answers.ts';
import { viewFilter } from '../../app/frame/view/view-filter.ts';
import type { RowFilter } from '../../app/frame/view/visible-rows.ts';
import { hostTurns } from '../system/turn-slices.ts';
import { FORGOTTEN_MS, ScreenView, type ViewSources } from './screen-view.ts';
import { TabLogs } from './tab-logs.ts';
import type { OpenTabs } from './tabs.ts';

type ViewServiceOptions = ViewSources & {
  readonly tabs: OpenTabs;
  /** Calls a listener for each session that has grown, once its log is up to date; the returned function ends that. */
  readonly watch: (grew: (session: string) => void) => () => void;
};

const GONE = 'This view is not known any more.';

/** The log views of every screen: filtered, folded, merged and sorted in the host, next to the rows. */
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
        placedKey(log, log.keyAt('position' in at ? at.position : log.positionAtTime(at.time))),
      ),
    viewStep: ({ view, from, by }) =>
      this.#with(view, async ({ log }) => placedKey(log, log.keyAt(log.placeOf(from).from + by))),
    viewNext: ({ view, what, from, step }) =>
      this.#with(view, async (known) => {
        const { log, matches } = known;
        const isKey = from === null || 'seq' in from;
        const key =
          what === 'match'
            ? log.walk.nextMatch(matches, isKey ? from : null, step)
            : log.next(what, from, step);
        return placedKey(log, key);
      }),
    viewFold: ({ view, row, open }) =>
      this.#with(view, async (known) => {
        const shownRow = known.log.fold(row, open);
        known.changed();
        return shownRow;
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
      this.#with(view, async ({ log }) => rows.toSorted((one, other) => log.walk.compare(one, other))),
    viewMatch: ({ view, row }) =>
      this.#with(view, async ({ log, matches }) => log.walk.matchPlace(matches, row)),
    readRowsOf: ({ session, seqs }) =>
      this.#options.tabs.with(session, (tab) => ({ rows: rowsOf(tab.rowTable(), seqs) })),
    findRows: async ({ session, filter, target, before, limit }) => {
      const log = await this.#logs.complete(session);
      if (!log.ok) return log;
      const found = viewFilter({ text: filter, tiers: [], span: null });
      if (!found.ok) return found;
      const passes = found.value?.(log.value) ?? (() => true);
      const isAbout: RowFilter = (row) => (target === undefined || row.target === target) && passes(row);
      return ok(await hostTurns.run(rowsThatPass(log.value, isAbout, { before, limit })));
    },
    readActivity: async ({ session, revision }) => {
      const log = await this.#logs.complete(session);
      if (!log.ok) return log;
      const activity = this.#logs.activity(log.value.index);
      return ok(activity.revision === revision ? null : activity.parts);
    },
    readTimes: async ({ sessions, ...wanted }) => ok(timesOf(this.#logs.known(sessions), wanted)),
    readRowTimes: ({ session, from, limit }) =>
      this.#options.tabs.with(session, (tab) => rowTimes(this.#logs.index(tab), from, limit)),
    rowAtTime: ({ session, at }) =>
      this.#options.tabs.with(session, (tab) => this.#logs.index(tab).rowAtTime(at)),
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

  #forget(): void {
    for (const [name, view] of this.#views) {
      if (performance.now() - view.lastAt < FORGOTTEN_MS) continue;
      view.close();
      this.#views.delete(name);
    }
  }
}

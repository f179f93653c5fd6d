import { ok } from '../../../app/base/result.ts';
import { allSteps } from '../../../app/base/steps.ts';
import type { CommandInput, Commands } from '../../../app/contract/commands.ts';
import { RULER_PARTS, type ViewPage } from '../../../app/contract/view-commands.ts';
import type { Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import {
  exchangeAt,
  latencyOf,
  placedKey,
  rowsOf,
  rowsThatPass,
  rowTimes,
  timesOf,
  viewPage,
} from '../../../app/frame/view/log-answers.ts';
import { LogIndex } from '../../../app/frame/view/log-index.ts';
import { LogView } from '../../../app/frame/view/log-view.ts';
import { type ViewedLog, viewFilter } from '../../../app/frame/view/view-filter.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import type { RowFilter } from '../../../app/frame/view/visible-rows.ts';
import { ServerActivity } from '../../../app/session/server-activity.ts';
import { startOf } from '../log/front-view.ts';
import { useScreen } from '../screen/screen-store.ts';

type Order = CommandInput<'showView'>['order'];
type Window = CommandInput<'showView'>['window'];
type Held = ViewedLog & { readonly activity: ServerActivity };

const never = () => false;

/** The part of a host that shows views of logs, with rows from a test. */
export class StubViews {
  readonly #logs = new Map<string, Held>();
  #view: LogView | undefined;
  #order: Order | undefined;
  #revision = 1;
  #calls = 0;
  #waiting: (() => void) | undefined;

  /** The rows of a session, which a test adds to and changes. */
  table(session: string): RowTable {
    return this.#log(session).index.table;
  }

  /** Replaces the rows of a session, also in its views. */
  hold(session: string, table: RowTable): void {
    this.#logs.set(session, this.#newLog(session, table));
    if (this.#order?.sessions.includes(session) === true) this.#take(this.#order);
    this.changed();
  }

  add(session: string, rows: readonly Row[]): void {
    for (const row of rows) this.table(session).add(row);
    this.changed();
  }

  /** Tells the page that rows were added or changed. */
  changed(): void {
    this.#revision += 1;
    this.#waiting?.();
  }

  readonly commands: Partial<Commands> = {
    showView: async ({ order, window }) => {
      this.#take(order);
      this.#revision += 1;
      return ok(this.#page(window));
    },
    nextView: async ({ window, revision }) => {
      this.#calls += 1;
      const call = this.#calls;
      this.#waiting?.();
      if (revision === this.#revision && JSON.stringify(window) === this.#window)
        await new Promise<void>((resolve) => {
          this.#waiting = resolve;
        });
      return ok(call === this.#calls ? this.#page(window) : null);
    },
    viewPlace: async ({ row, list }) => {
      if (list && 'seq' in row) this.#shown.list(row);
      if (list) this.changed();
      return ok(this.#shown.placeOf(row));
    },
    viewKey: async ({ at }) =>
      ok(
        this.#placed(this.#shown.keyAt('position' in at ? at.position : this.#shown.positionAtTime(at.time))),
      ),
    viewStep: async ({ from, by }) =>
      ok(this.#placed(this.#shown.keyAt(this.#shown.placeOf(from).from + by))),
    viewNext: async ({ what, from, step }) =>
      ok(this.#placed(what === 'match' ? undefined : this.#shown.next(what, from, step))),
    viewFold: async ({ row, open }) => {
      const face = this.#shown.fold(row, open);
      this.changed();
      return ok(face);
    },
    viewBetween: async ({ one, other }) =>
      ok([...this.#shown.between(one, other)].map(([session, ranges]) => ({ session, ranges }))),
    viewShown: async ({ session }) => ok({ session, ranges: this.#shown.shown(session) }),
    viewOrdered: async ({ rows }) => ok(rows.toSorted((one, other) => this.#shown.walk.compare(one, other))),
    viewMatch: async () => ok({ count: 0, at: 0, hidden: 0 }),
    readRowsOf: async ({ session, seqs }) => ok({ rows: rowsOf(this.table(session), seqs) }),
    readExchange: async ({ session, seq }) =>
      ok(
        await exchangeAt(
          this.table(session),
          seq,
          async () => [],
          () => [],
        ),
      ),
    findRows: async ({ session, filter, target, before, limit }) => {
      const log = this.#whole(session);
      const found = viewFilter({ text: filter, tiers: [], span: null });
      if (!found.ok) return found;
      const passes = found.value?.(log) ?? (() => true);
      const isAbout: RowFilter = (row) => passes(row) && (target ?? row.target) === row.target;
      return ok(allSteps(rowsThatPass(log, isAbout, { before, limit })));
    },
    readActivity: async ({ session, revision }) => {
      const { activity } = this.#whole(session);
      return ok(activity.revision === revision ? null : activity.parts);
    },
    readTimes: async ({ sessions, ...wanted }) =>
      ok(
        timesOf(
          sessions.map((session) => this.#whole(session)),
          wanted,
        ),
      ),
    readRowTimes: async ({ session, from, limit }) => ok(rowTimes(this.#log(session).index, from, limit)),
    rowAtTime: async ({ session, at }) => ok(this.#log(session).index.rowAtTime(at)),
  };

  #window = '';

  get #shown(): LogView {
    if (this.#view === undefined) throw new Error('no view is shown');
    this.#view.advance(never);
    return this.#view;
  }

  #take(order: Order): void {
    this.#view ??= new LogView();
    this.#order = order;
    this.#view.take(
      order,
      order.sessions.map((session) => this.#log(session)),
    );
  }

  #log(session: string): Held {
    const log = this.#logs.get(session) ?? this.#newLog(session, new RowTable());
    this.#logs.set(session, log);
    return log;
  }

  /** A log with all rows indexed. */
  #whole(session: string): Held {
    const log = this.#log(session);
    log.index.advance(never);
    return log;
  }

  #newLog(session: string, table: RowTable): Held {
    const info = useScreen.getState().sessions.find((one) => one.session === session);
    const activity = new ServerActivity();
    const index = new LogIndex(table);
    index.follow(activity);
    return {
      ...{ session, index, activity, label: info?.label ?? session },
      startMs: startOf(info),
      rulesAt: () => [],
      problemsAt: () => [],
    };
  }

  #placed(key: RowKey | undefined) {
    return placedKey(this.#shown, key);
  }

  #page(window: Window): ViewPage {
    const view = this.#shown;
    this.#window = JSON.stringify(window);
    return {
      ...viewPage(view, window),
      revision: this.#revision,
      marks: allSteps(view.marks(RULER_PARTS)),
      latency: latencyOf(this.#log(this.#order?.sessions[0] ?? '').index),
    };
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../app/base/result.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import { RULER_PARTS, type ViewPage } from '../../app/contract/view-commands.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { latencyOf, viewPage } from '../../app/frame/view/log-answers.ts';
import { LogView } from '../../app/frame/view/log-view.ts';
import { problemsNamed } from '../../app/frame/view/view-filter.ts';
import type { RowAt } from '../../app/frame/view/view-page.ts';
import { hostTurns } from '../system/turn-slices.ts';
import type { SearchService } from './search-service.ts';
import { afterMs, type TabLogs } from './tab-logs.ts';

export type ViewSources = {
  readonly searches: Pick<SearchService, 'matches'>;
  readonly problemRows: ReadProblemRows;
};

type Order = CommandInput<'showView'>['order'];
type Window = CommandInput<'showView'>['window'];

/** The interval between updates of a changing view, in milliseconds: nobody can read faster. */
const PAGE_EVERY_MS = 40;
/** How long to wait for the next page, in milliseconds; then the same page is sent as a sign of life. */
const PATIENCE_MS = 20_000;
/** A page without a request for this long is gone. */
export const FORGOTTEN_MS = 3 * PATIENCE_MS;
/** How long `showView` may look for rows before it answers, and a view may work before others get a turn. */
const FIRST_LOOK_MS = 8;
/** The minimum interval for recomputing the error marks, in milliseconds, and how many times as long as that took. */
const RULER_EVERY_MS = 250;
const RULER_REST = 8;

export class ScreenView {
  readonly #logs: TabLogs;
  readonly #options: ViewSources;
  readonly #problems: NamedProblems;
  /** The time of the last request, in milliseconds of the process clock. */
  lastAt = performance.now();
  log: LogView = new LogView();
  #order: Order = NOTHING;
  #window: Window = { first: 0, count: 0, atEnd: false, playhead: null };
  #tables: readonly (RowTable | undefined)[] = [];
  #revision = 1;
  #pageAt = Number.NEGATIVE_INFINITY;
  #calls = 0;
  #isWorking = false;
  #isClosed = false;
  #waiting: { readonly revision: number; readonly done: () => void } | undefined;
  readonly #ruler: Ruler;

  constructor(logs: TabLogs, options: ViewSources) {
    this.#logs = logs;
    this.#options = options;
    this.#problems = new NamedProblems(options.problemRows, (session, seqs) => {
      this.log.looksAgain(session, seqs);
      this.changed();
    });
    this.#ruler = new Ruler(
      () => this.log,
      () => {
        this.#revision += 1;
        this.#tell();
      },
    );
  }

  readonly matches = (session: string) => {
    const { search } = this.#order;
    return search === null ? undefined : this.#options.searches.matches(search, session);
  };

  async show(order: Order, window: Window): Promise<ViewPage> {
    this.lastAt = performance.now();
    this.#order = order;
    this.#window = window;
    await this.#problems.name(order.sessions, order.filter.text);
    this.#take();
    this.log.advance(afterMs(FIRST_LOOK_MS));
    this.#revision += 1;
    this.#ruler.begin();
    this.#work();
    return this.#page();
  }

  /** The next page that differs from `revision`; null if another call comes first. */
  async next(window: Window, revision: number): Promise<ViewPage | null> {
    this.#calls += 1;
    const call = this.#calls;
    this.#waiting?.done();
    const isMoved = JSON.stringify(window) !== JSON.stringify(this.#window);
    this.#window = window;
    if (!isMoved && revision === this.#revision) await this.#news(revision);
    else if (!isMoved) await this.#pace();
    return call === this.#calls ? this.#page() : null;
  }

  grew(session: string): void {
    if (!this.#order.sessions.includes(session)) return;
    this.#problems.grew(session);
    this.changed();
  }

  /** The view has changed since the last page. */
  changed(): void {
    this.#revision += 1;
    this.#work();
  }

  /** Lists a row on its own even if it is folded into another. */
  list(row: RowAt): void {
    if (this.log.list(row)) this.changed();
  }

  /** Resolves once every row is processed. */
  async complete(): Promise<void> {
    this.#look();
    if (!this.log.advance(afterMs(FIRST_LOOK_MS))) await hostTurns.run(this.#steps());
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting?.done();
    this.log.close();
  }

  #take(): void {
    const { search: _, ...order } = this.#order;
    this.#takeRules();
    this.#tables = order.sessions.map((session) => this.#logs.table(session));
    this.log.take(order, this.#logs.known(order.sessions, this.#problems.at));
  }

  /** Takes in changes, including those of filter inputs other than rows. */
  #look(): void {
    // A tab may have a new source by now, with a different row table.
    const isSame = this.#order.sessions.every(
      (session, at) => this.#tables[at] === this.#logs.table(session),
    );
    if (!isSame) this.#take();
    for (const [session, seqs] of this.#takeRules()) this.log.looksAgain(session, seqs);
  }

  /** For a filter on rules: the rows whose findings changed. */
  #takeRules(): (readonly [string, readonly number[]])[] {
    const { sessions, filter } = this.#order;
    if (!/rule/i.test(filter.text)) return [];
    return sessions.map((session) => [session, this.#logs.rules(session)?.news() ?? []]);
  }

  #work(): void {
    if (this.#isWorking || this.#isClosed) return;
    this.#look();
    // Small work is done at once, so that a result does not wait for a turn.
    if (this.log.advance(afterMs(FIRST_LOOK_MS / 2))) {
      this.#tell();
      return;
    }
    this.#isWorking = true;
    void hostTurns.run(this.#steps()).then(() => {
      this.#isWorking = false;
      // Completion is a change too.
      this.#revision += 1;
      this.#tell();
      // More rows may have arrived meanwhile.
      if (!this.#isClosed && !this.log.state.upToDate) this.#work();
    });
  }

  *#steps(): Generator<undefined, void> {
    while (!this.#isClosed && !this.log.advance(() => true)) {
      this.#revision += 1;
      this.#tell();
      yield;
    }
  }

  #tell(): void {
    this.#ruler.look();
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.revision === this.#revision) return;
    this.#waiting = undefined;
    void this.#pace().then(waiting.done);
  }

  /** Resolves at once after a pause, else once enough time has passed since the last page. */
  async #pace(): Promise<void> {
    const left = this.#pageAt + PAGE_EVERY_MS - performance.now();
    if (left > 0) await pause(left);
  }

  #news(revision: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#waiting?.done(), PATIENCE_MS).unref();
      const done = () => {
        clearTimeout(timer);
        if (this.#waiting?.done === done) this.#waiting = undefined;
        resolve();
      };
      this.#waiting = { revision, done };
    });
  }

  #page(): ViewPage {
    this.#pageAt = performance.now();
    const marks = this.#ruler.take();
    const [session = ''] = this.#order.sessions;
    return {
      ...viewPage(this.log, this.#window, this.matches),
      revision: this.#revision,
      ...(marks === undefined ? {} : { marks }),
      latency: latencyOf(this.#order.merged ? undefined : this.#logs.known([session])[0]?.index),
    };
  }
}

const NOTHING: Order = {
  ...{ sessions: [], merged: false, rows: 'calls', sort: null, search: null },
  filter: { text: '', tiers: [], span: null },
};

/** The positions of errors in the whole view, computed in slices. */
class Ruler {
  readonly #log: () => LogView;
  readonly #onNews: () => void;
  #marks: Uint8Array<ArrayBuffer> = new Uint8Array(RULER_PARTS);
  #isNew = true;
  #of = '';
  #at = Number.NEGATIVE_INFINITY;
  #took = 0;
  #isWorking = false;

  /** `onNews` is called when the positions have changed. */
  constructor(log: () => LogView, onNews: () => void) {
    this.#log = log;
    this.#onNews = onNews;
  }

  /** Resets the marks: the view shows something else. */
  begin(): void {
    this.#marks = new Uint8Array(RULER_PARTS);
    this.#isNew = true;
    this.#of = '';
    this.#at = Number.NEGATIVE_INFINITY;
    this.look();
  }

  /** The marks, if they changed since the last call. */
  take(): Uint8Array | undefined {
    const marks = this.#isNew ? this.#marks : undefined;
    this.#isNew = false;
    return marks;
  }

  /** Recomputes the marks if the view changed, with a delay if that was done recently. */
  look(): void {
    const of = this.#stamp();
    if (this.#isWorking || of === this.#of) return;
    this.#isWorking = true;
    void this.#workOut(of);
  }

  #stamp(): string {
    const { errors, state } = this.#log();
    return JSON.stringify([state.length, errors, state.generation]);
  }

  async #workOut(of: string): Promise<void> {
    const left = this.#at + Math.max(RULER_EVERY_MS, RULER_REST * this.#took) - performance.now();
    if (left > 0) await pause(left);
    this.#at = performance.now();
    const marks = await hostTurns.run(this.#log().marks(RULER_PARTS));
    this.#took = performance.now() - this.#at;
    this.#isWorking = false;
    this.#of = of;
    const isOther = marks.some((mark, part) => mark !== this.#marks[part]);
    if (isOther) {
      this.#marks = marks;
      this.#isNew = true;
      this.#onNews();
    } else this.look();
  }
}

/** How long the rows of problems in a filter may be out of date, in milliseconds. */
const PROBLEMS_EVERY_MS = 1000;

type ReadProblemRows = (session: string, problem: string) => Promise<Result<readonly number[]>>;

/** The rows of the problems named in a filter. */
class NamedProblems {
  readonly #read: ReadProblemRows;
  readonly #onFound: (session: string, seqs: readonly number[]) => void;
  #named: readonly string[] = [];
  #sessions: readonly string[] = [];
  /** By session, then by problem. */
  readonly #rows = new Map<string, Map<string, ReadonlySet<number>>>();
  #isWaiting = false;

  /** `onFound` is called with the rows that gained or lost a problem. */
  constructor(read: ReadProblemRows, onFound: (session: string, seqs: readonly number[]) => void) {
    this.#read = read;
    this.#onFound = onFound;
  }

  readonly at = (session: string, seq: number): readonly string[] => {
    const rows = this.#rows.get(session);
    return rows === undefined ? [] : this.#named.filter((problem) => rows.get(problem)?.has(seq));
  };

  /** Parses a filter; resolves once the rows of its problems are known. */
  async name(sessions: readonly string[], text: string): Promise<void> {
    const named = problemsNamed(text);
    const isSame = named.join() === this.#named.join() && sessions.join() === this.#sessions.join();
    this.#named = named;
    this.#sessions = sessions;
    if (!isSame) await this.#readAll();
  }

  /** A log has grown: its problems are reread after a delay. */
  grew(session: string): void {
    if (this.#named.length === 0 || this.#isWaiting || !this.#sessions.includes(session)) return;
    this.#isWaiting = true;
    void pause(PROBLEMS_EVERY_MS, undefined, { ref: false }).then(() => {
      this.#isWaiting = false;
      return this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    for (const session of this.#sessions) {
      for (const problem of this.#named) await this.#readRows(session, problem);
    }
  }

  async #readRows(session: string, problem: string): Promise<void> {
    const read = await this.#read(session, problem);
    // A session without records has no rows of any problem.
    const seqs = new Set(read.ok ? read.value : []);
    const rows = this.#rows.get(session) ?? new Map<string, ReadonlySet<number>>();
    const before = rows.get(problem) ?? new Set<number>();
    this.#rows.set(session, rows.set(problem, seqs));
    const news = [
      ...[...seqs].filter((seq) => !before.has(seq)),
      ...[...before].filter((seq) => !seqs.has(seq)),
    ];
    if (news.length > 0) this.#onFound(session, news);
  }
}

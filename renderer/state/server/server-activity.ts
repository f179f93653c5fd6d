import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import type { ErrorTier, Tier } from '../../../app/frame/tier.ts';
import { SUBSCRIPTIONS_LISTEN } from '../../../app/protocol/methods.ts';
import type { LogMirror, RowFollower } from '../log/log-mirror.ts';
import { CHANGED_BY, LISTED_BY, type Listed, ListTrace } from './listed.ts';

/** How often something was asked for, and how often that failed, by tier. */
export type UseCount = {
  calls: number;
  /** The seq of the newest request. */
  last: number;
} & { [Tier in ErrorTier]: number };

/** Methods whose targets are counted. */
const USES = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** Requests that stay open for as long as somebody listens. */
const STANDING = new Set([SUBSCRIPTIONS_LISTEN, 'messages/listen']);

/** Frames that may hold a task, besides the results of `tools/call`. */
const TASK_FRAMES = new Set([
  'tasks/list',
  'tasks/get',
  'tasks/cancel',
  'notifications/tasks',
  'notifications/tasks/status',
]);

/** The notifications that something here follows from. */
const NOTIFICATIONS = new Set([
  ...CHANGED_BY.keys(),
  ...TASK_FRAMES,
  'notifications/progress',
  'notifications/resources/updated',
]);

/** Follows a log for what the sidebar shows: lists, uses, open calls, their progress, updates and tasks. */
export class ServerActivity implements RowFollower {
  /** Open requests of the client by seq, in the order in which they were sent; raw messages excluded. */
  readonly open = new Map<number, Row>();
  /** The newest progress of each token while calls are open; those of tasks may come later. */
  readonly progress = new Map<string, number>();
  /** How often the server said that a resource has changed, by URI. */
  readonly updated = new Map<string, number>();
  /** Frames of the server that may report tasks, in order. */
  readonly taskFrames: number[] = [];
  /** The last start of the server's process; 0 if the log has none. */
  spawned = 0;
  readonly #uses = new Map<string, Map<string, UseCount>>();
  readonly #traces = new Map<Listed, ListTrace>();

  /** The uses of each target of a method. */
  uses(method: string): Map<string, UseCount> {
    return this.#made(this.#uses, method, () => new Map());
  }

  trace(what: Listed): ListTrace {
    return this.#made(this.#traces, what, () => new ListTrace());
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const row = mayConcern(table, index) ? table.row(index) : undefined;
      if (row !== undefined) this.#add(row);
    }
  }

  #add(row: Row): void {
    if (row.kind === 'process' && row.method === 'spawned') this.spawned = row.seq;
    if (row.kind !== 'frame') return;
    if (row.shape === 'notification') this.#notified(row);
    else if (row.shape === 'result' || row.shape === 'error') this.#answered(row);
    // A raw message may ask for anything: its answer is no list of the sidebar, and counts at no tool.
    if (row.fromRawMessage) return;
    const listed = LISTED_BY.get(row.method);
    if (listed !== undefined) this.trace(listed).added(row);
    if (USES.has(row.method)) this.#count(row, 1);
    if (row.shape === 'request') this.#opened(row);
  }

  changed(row: Row, before: Row): void {
    if (row.kind !== 'frame') return;
    const closed = row.outcome !== 'pending' && this.open.delete(row.seq);
    if (closed && this.open.size === 0 && this.taskFrames.length === 0) this.progress.clear();
    if (row.fromRawMessage) return;
    if (USES.has(row.method)) {
      this.#count(before, -1);
      this.#count(row, 1);
    }
    const listed = LISTED_BY.get(row.method);
    if (listed !== undefined) this.trace(listed).changed(row);
  }

  #opened(row: Row): void {
    const own = row.direction === 'client-to-server' && row.outcome === 'pending';
    if (own && !STANDING.has(row.method)) this.open.set(row.seq, row);
  }

  #answered(row: Row): void {
    if (row.direction !== 'server-to-client') return;
    const isStatus = row.shape === 'result' ? TASK_FRAMES.has(row.method) : row.method === 'tasks/get';
    if (row.createdTask || isStatus) this.taskFrames.push(row.seq);
  }

  #notified(row: Row): void {
    if (row.direction !== 'server-to-client') return;
    for (const listed of CHANGED_BY.get(row.method) ?? []) this.trace(listed).lastChange = row.seq;
    if (row.method === 'notifications/progress') {
      if (this.open.size + this.taskFrames.length > 0) this.progress.set(row.target, row.seq);
    } else if (row.method === 'notifications/resources/updated') {
      this.updated.set(row.target, (this.updated.get(row.target) ?? 0) + 1);
    } else if (TASK_FRAMES.has(row.method)) this.taskFrames.push(row.seq);
  }

  #count(row: Row, by: 1 | -1): void {
    const none = () => ({ calls: 0, last: 0, tool: 0, protocol: 0, client: 0, transport: 0 });
    const count = this.#made(this.uses(row.method), row.target, none);
    if (row.shape === 'request') {
      count.calls += by;
      count.last = Math.max(count.last, row.seq);
    }
    if (row.tier !== 'ok') count[row.tier] += by;
  }

  #made<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made = make();
    map.set(key, made);
    return made;
  }
}

/** False for a row of which nothing is shown; nearly all of a flood are such notifications. */
function mayConcern(table: RowTable, index: number): boolean {
  const kind = table.columns.kind.at(index);
  if (kind !== 'frame') return kind === 'process';
  return (
    table.columns.shape.at(index) !== 'notification' || NOTIFICATIONS.has(table.columns.method.at(index))
  );
}

const activities = new WeakMap<LogMirror, ServerActivity>();

/** The activity of a log; on first use it reads the rows that are there, and follows from then on. */
export function serverActivity(mirror: LogMirror): ServerActivity {
  const known = activities.get(mirror);
  if (known !== undefined) return known;
  const activity = new ServerActivity();
  activity.added(mirror.table, 0, mirror.length);
  mirror.follow(activity);
  activities.set(mirror, activity);
  return activity;
}

/** How a call ended, and the row that says so: its answer, or what the client did instead. */
export type CallOutcome = {
  readonly seq: number;
  readonly tier: Tier;
  readonly outcome: Row['outcome'];
  /** Milliseconds; negative while there is no answer. */
  readonly durationMs: number;
};

/** How the call of a request ended so far. */
export function callOutcome(request: Row, rowOf: (seq: number) => Row | undefined): CallOutcome {
  const answer = request.pair > 0 ? rowOf(request.pair) : undefined;
  const { seq, tier, outcome, durationMs } = answer !== undefined && request.tier === 'ok' ? answer : request;
  return { seq, tier, outcome, durationMs };
}

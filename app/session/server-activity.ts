import { getOrCreate } from '../base/grouped-by.ts';
import type { Row } from '../frame/row.ts';
import type { RowBefore, RowTable } from '../frame/row-table.ts';
import type { ErrorTier, Tier } from '../frame/tier.ts';
import type { RowFollower } from '../frame/view/row-follower.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';

/** The list request for each kind of entry; the member of its result has the same name. */
export const LIST_METHODS = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
  tasks: 'tasks/list',
} as const;

export type Listed = keyof typeof LIST_METHODS;

const LISTED_BY: ReadonlyMap<string, Listed> = new Map(
  Object.entries(LIST_METHODS).map(([what, method]) => [method, what as Listed]),
);

/** The lists that a notification makes stale; templates change with the resources. */
const CHANGED_BY: ReadonlyMap<string, readonly Listed[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
  ['notifications/prompts/list_changed', ['prompts']],
]);

/** The state of one of the server's lists in the log. */
export type ListTrace = {
  /** The answers with a page of the list, oldest first. */
  readonly answers: readonly number[];
  /** The last request for a page; 0 for none. */
  readonly lastRequest: number;
  /** The outcome of the last request; empty if there was none. */
  readonly lastOutcome: Row['outcome'];
  /** True if the server announced a change after the last request. */
  readonly stale: boolean;
};

const NO_TRACE: ListTrace = { answers: [], lastRequest: 0, lastOutcome: '', stale: false };

/** A client that rejects one entry gets no list, but its user still wants to see and try what arrived. */
function holdsPage({ outcome }: Row): boolean {
  return outcome === 'ok' || outcome === 'rejected by the client';
}

/** How often something was requested, and how often that failed, by tier. */
export type UseCount = {
  calls: number;
  /** The seq of the newest request. */
  last: number;
} & { [Tier in ErrorTier]: number };

/** Methods whose targets are counted. */
const USES = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** Requests that stay open while the client listens. */
const STANDING = new Set([SUBSCRIPTIONS_LISTEN, 'messages/listen']);

/** Frames that may have a task, besides the results of `tools/call`. */
const TASK_FRAMES = new Set([
  'tasks/list',
  'tasks/get',
  'tasks/cancel',
  'notifications/tasks',
  'notifications/tasks/status',
]);

/** Notifications that affect the activity. */
const NOTIFICATIONS = new Set([
  ...CHANGED_BY.keys(),
  ...TASK_FRAMES,
  'notifications/progress',
  'notifications/resources/updated',
]);

export type Activity = {
  /** Increases with every change. */
  readonly revision: number;
  /** The last start of the server's process; 0 if the log has none. */
  readonly spawned: number;
  /** The client's open requests in send order, without raw messages; if there are very many, the newest. */
  readonly open: readonly Row[];
  /** The newest progress of each token while calls are open; those of tasks may come later. */
  readonly progress: ReadonlyMap<string, number>;
  /** How often the server announced a change of a resource, by URI. */
  readonly updated: ReadonlyMap<string, number>;
  /** Server frames that may report tasks, in order: if very many, the newest and those that start a task. */
  readonly taskFrames: readonly number[];
  uses(method: string): ReadonlyMap<string, UseCount>;
  trace(what: Listed): ListTrace;
};

/** {@link Activity} in transit. */
export type ActivityParts = Pick<Activity, 'revision' | 'spawned' | 'open' | 'taskFrames'> & {
  readonly progress: readonly (readonly [string, number])[];
  readonly updated: readonly (readonly [string, number])[];
  readonly uses: readonly (readonly [method: string, readonly (readonly [target: string, UseCount])[]])[];
  readonly traces: readonly (readonly [Listed, ListTrace])[];
};

/** Restores an activity after transit. */
export function heldActivity({ progress, updated, uses, traces, ...parts }: ActivityParts): Activity {
  const byMethod = new Map(uses.map(([method, targets]) => [method, new Map(targets)]));
  const byList = new Map(traces);
  return {
    ...parts,
    progress: new Map(progress),
    updated: new Map(updated),
    uses: (method) => byMethod.get(method) ?? NO_USES,
    trace: (what) => byList.get(what) ?? NO_TRACE,
  };
}

const NO_USES: ReadonlyMap<string, UseCount> = new Map();
const noUse = (): UseCount => ({ calls: 0, last: 0, tool: 0, protocol: 0, client: 0, transport: 0 });

export const NO_ACTIVITY: Activity = heldActivity({
  ...{ revision: 0, spawned: 0, open: [], taskFrames: [] },
  ...{ progress: [], updated: [], uses: [], traces: [] },
});

/** Maximum entries sent of an unbounded list. */
const MOST = 1000;

type GrowingTrace = {
  answers: number[];
  lastRequest: number;
  lastChange: number;
  lastOutcome: Row['outcome'];
};

/** Follows a log for the sidebar: lists, uses, open calls, their progress, updates and tasks. */
export class ServerActivity implements RowFollower {
  #revision = 0;
  #spawned = 0;
  readonly #open = new Map<number, Row>();
  readonly #progress = new Map<string, number>();
  readonly #updated = new Map<string, number>();
  readonly #taskFrames: { readonly seq: number; readonly begins: boolean }[] = [];
  readonly #uses = new Map<string, Map<string, UseCount>>();
  readonly #traces = new Map<Listed, GrowingTrace>();

  get revision(): number {
    return this.#revision;
  }

  get parts(): ActivityParts {
    const frames = this.#taskFrames;
    return {
      revision: this.#revision,
      spawned: this.#spawned,
      open: [...this.#open.values()].slice(-MOST),
      progress: [...this.#progress].slice(-MOST),
      updated: [...this.#updated],
      taskFrames: frames
        .filter(({ begins }, at) => begins || at >= frames.length - MOST)
        .map(({ seq }) => seq),
      uses: [...this.#uses].map(([method, uses]) => [method, [...uses]]),
      traces: [...this.#traces].map(([what, { answers, lastRequest, lastChange, lastOutcome }]) => [
        what,
        {
          ...{ lastRequest, lastOutcome, answers: answers.slice(-MOST) },
          stale: lastRequest > 0 && lastChange > lastRequest,
        },
      ]),
    };
  }

  added(table: RowTable, from: number, end: number): void {
    const rowAt = table.reader();
    for (let index = from; index < end; index += 1) {
      if (!mayConcern(table, index)) continue;
      const row = rowAt(index);
      this.#add(row);
      const opened = isOpenRequest(row) ? table.row(index) : undefined;
      if (opened !== undefined) this.#open.set(opened.seq, opened);
    }
  }

  changed(table: RowTable, index: number, before: RowBefore): void {
    const row = mayConcern(table, index) ? table.row(index) : undefined;
    if (row?.kind !== 'frame') return;
    const closed = row.outcome !== 'pending' && this.#open.delete(row.seq);
    if (closed && this.#open.size === 0 && this.#taskFrames.length === 0) this.#progress.clear();
    this.#revision += 1;
    if (row.fromRawMessage) return;
    if (USES.has(row.method)) {
      this.#count({ ...row, ...before }, -1);
      this.#count(row, 1);
    }
    const trace = this.#traceOf(row.method);
    if (trace !== undefined && row.seq === trace.lastRequest) trace.lastOutcome = row.outcome;
  }

  #add(row: Row): void {
    this.#revision += 1;
    const { kind, shape, method } = row;
    if (kind === 'process' && method === 'spawned') this.#spawned = row.seq;
    if (kind !== 'frame') return;
    if (shape === 'notification') this.#notified(row);
    else if (shape === 'result' || shape === 'error') this.#answered(row);
    // A raw message may request anything: its answer does not fill the sidebar's lists or counts.
    if (row.fromRawMessage) return;
    const trace = this.#traceOf(method);
    if (trace !== undefined && shape === 'request')
      Object.assign(trace, { lastRequest: row.seq, lastOutcome: row.outcome });
    else if (trace !== undefined && shape === 'result' && holdsPage(row)) trace.answers.push(row.seq);
    if (USES.has(method)) this.#count(row, 1);
  }

  #answered({ direction, shape, method, createdTask, seq }: Row): void {
    if (direction !== 'server-to-client') return;
    const isStatus = shape === 'result' ? TASK_FRAMES.has(method) : method === 'tasks/get';
    if (createdTask || isStatus) this.#taskFrames.push({ seq, begins: method === 'tools/call' });
  }

  #notified({ direction, method, target, seq }: Row): void {
    if (direction !== 'server-to-client') return;
    for (const listed of CHANGED_BY.get(method) ?? []) this.#trace(listed).lastChange = seq;
    if (method === 'notifications/progress') {
      if (this.#open.size + this.#taskFrames.length > 0) this.#progress.set(target, seq);
    } else if (method === 'notifications/resources/updated') {
      this.#updated.set(target, (this.#updated.get(target) ?? 0) + 1);
    } else if (TASK_FRAMES.has(method)) this.#taskFrames.push({ seq, begins: false });
  }

  #count(row: Row, by: 1 | -1): void {
    const uses = getOrCreate(this.#uses, row.method, () => new Map<string, UseCount>());
    const count = getOrCreate(uses, row.target, noUse);
    if (row.shape === 'request') {
      count.calls += by;
      count.last = Math.max(count.last, row.seq);
    }
    if (row.tier !== 'ok' && row.change !== 'changed') count[row.tier] += by;
  }

  #traceOf(method: string): GrowingTrace | undefined {
    const listed = LISTED_BY.get(method);
    return listed && this.#trace(listed);
  }

  #trace(what: Listed): GrowingTrace {
    return getOrCreate(this.#traces, what, () => ({
      ...{ answers: [], lastRequest: 0, lastChange: 0, lastOutcome: '' as const },
    }));
  }
}

/** False for a row that does not affect the sidebar; nearly all notifications in a flood are such rows. */
function mayConcern(table: RowTable, index: number): boolean {
  const kind = table.columns.kind.at(index);
  if (kind !== 'frame') return kind === 'process';
  return (
    table.columns.shape.at(index) !== 'notification' || NOTIFICATIONS.has(table.columns.method.at(index))
  );
}

function isOpenRequest({ shape, direction, outcome, method, fromRawMessage }: Row): boolean {
  const isOwn = shape === 'request' && direction === 'client-to-server' && !fromRawMessage;
  return isOwn && outcome === 'pending' && !STANDING.has(method);
}

/** How a call ended, and the row that shows it: the answer, or a client event. */
export type CallOutcome = {
  readonly seq: number;
  readonly tier: Tier;
  readonly outcome: Row['outcome'];
  /** Milliseconds; negative while there is no answer. */
  readonly durationMs: number;
};

/** How a request's call has ended so far. */
export function callOutcome(request: Row, rowOf: (seq: number) => Row | undefined): CallOutcome {
  const answer = request.pair > 0 ? rowOf(request.pair) : undefined;
  const { seq, tier, outcome, durationMs } = answer !== undefined && request.tier === 'ok' ? answer : request;
  return { seq, tier, outcome, durationMs };
}

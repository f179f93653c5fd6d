import { groupedBy } from '../../base/grouped-by.ts';
import { canonicalJson, isJsonObject } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type FrameRecord, type KnownRecord, type StderrRecord, shownFrame } from '../../frame/record.ts';
import { targetOf } from '../../frame/target.ts';
import { LogModel } from '../../session/log-model.ts';
import type {
  AnswerEvent,
  BatchEvent,
  MalformedEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
} from '../../session/session-event.ts';
import { EventReader } from '../../session/session-event.ts';
import { metaOf } from '../../session/session-facts.ts';
import { readRpcId } from '../../wire/envelope.ts';

/** One action of the recorded server in response to a request; `afterMs` counts from the request. */
export type MockStep = { readonly afterMs: number } & (
  | { readonly kind: 'answer'; readonly raw: string }
  | { readonly kind: 'line'; readonly raw: string }
  | { readonly kind: 'stderr'; readonly text: string }
  | { readonly kind: 'stdout-closed' }
  | { readonly kind: 'exit'; readonly exitCode: number; readonly signal: string | null }
);

export type MockExchange = {
  readonly method: string;
  readonly target: string;
  /** The params without `_meta`, as canonical JSON. */
  readonly params: string;
  readonly idKey: string;
  /** The recorded progress token as canonical JSON; empty if there was none. */
  readonly token: string;
  readonly startedAt: number;
  readonly steps: MockStep[];
};

/** Converts the records of one session into what a mock of its server needs. */
export function mockScript(records: Iterable<KnownRecord>): readonly MockExchange[] {
  const reader = new ScriptReader();
  const log = new LogModel({ all: [reader] });
  for (const record of records) log.take(record);
  return reader.exchanges;
}

/** The params used for matching: `_meta` differs from call to call. */
function matchedParams(params: unknown): string {
  if (!isJsonObject(params)) return '{}';
  const { _meta, ...rest } = params;
  return canonicalJson(rest);
}

/** A request's progress token as canonical JSON; empty if there is none. */
export function progressToken(params: unknown): string {
  const token = metaOf(params)?.progressToken;
  return token === undefined ? '' : canonicalJson(token);
}

class ScriptReader extends EventReader {
  readonly exchanges: MockExchange[] = [];
  readonly #byRequest = new Map<number, MockExchange>();
  readonly #byToken = new Map<string, MockExchange>();
  /** The calls in flight; an answered one stays until no later one is in flight. */
  #open: MockExchange[] = [];
  readonly #answered = new Set<MockExchange>();
  #stdinClosed = false;

  protected override onBatch({ record }: BatchEvent): void {
    this.#line(record, undefined);
  }

  protected override onNotification({ record, envelope }: NotificationEvent): void {
    this.#line(record, this.#progressOwner(envelope.params));
  }

  protected override onMalformed({ record }: MalformedEvent): void {
    this.#line(record, undefined);
  }

  protected override onStderr({ at, text }: StderrRecord): void {
    this.#add(this.#current(), at, { kind: 'stderr', text });
  }

  protected override onRequest({ record, envelope, exchange }: RequestEvent): void {
    if (record.direction === 'server-to-client') {
      this.#line(record, undefined);
      return;
    }
    const { method, target } = exchange;
    const request: MockExchange = {
      method,
      target,
      params: matchedParams(envelope.params),
      idKey: exchange.id.key,
      token: progressToken(envelope.params),
      startedAt: record.at,
      steps: [],
    };
    this.exchanges.push(request);
    this.#open.push(request);
    this.#byRequest.set(exchange.requestSeq, request);
    if (request.token !== '') this.#byToken.set(request.token, request);
  }

  protected override onAnswer({ record, exchange, match }: AnswerEvent): void {
    if (record.direction === 'client-to-server') return;
    const request = exchange === undefined ? undefined : this.#byRequest.get(exchange.requestSeq);
    // A wrong id is replayed as recorded: only a repeated id is replaced by the new request's.
    const repeated = match === 'id' || match === 'duplicate';
    if (request === undefined || !repeated) this.#line(record, request);
    else this.#add(request, record.at, { kind: 'answer', raw: shownFrame(record) });
    if (request !== undefined) this.#answered.add(request);
  }

  #line(record: FrameRecord, owner: MockExchange | undefined): void {
    if (record.direction === 'client-to-server') return;
    this.#add(owner ?? this.#current(), record.at, { kind: 'line', raw: shownFrame(record) });
  }

  protected override onProcess({ record }: ProcessEvent): void {
    if (record.event === 'stdin-closed') this.#stdinClosed = true;
    if (record.event === 'spawned') {
      this.#stdinClosed = false;
      this.#open = [];
    }
    if (this.#stdinClosed) return;
    if (record.event === 'stdout-closed') this.#add(this.#current(), record.at, { kind: 'stdout-closed' });
    if (record.event !== 'exited') return;
    const { exitCode, signal } = record;
    this.#add(this.#current(), record.at, { kind: 'exit', exitCode: exitCode ?? 1, signal: signal ?? null });
  }

  /** Unsolicited actions belong to the latest call in flight, else to the latest call. */
  #current(): MockExchange | undefined {
    for (;;) {
      const last = this.#open.at(-1);
      if (last === undefined || !this.#answered.has(last)) return last ?? this.exchanges.at(-1);
      this.#open.pop();
    }
  }

  #progressOwner(params: unknown): MockExchange | undefined {
    if (!isJsonObject(params) || readRpcId(params.progressToken, '') === undefined) return undefined;
    return this.#byToken.get(canonicalJson(params.progressToken));
  }

  #add(exchange: MockExchange | undefined, at: number, what: Unplaced): void {
    exchange?.steps.push({ ...what, afterMs: Math.max(0, at - exchange.startedAt) });
  }
}

type Unplaced = MockStep extends infer Step ? (Step extends MockStep ? Omit<Step, 'afterMs'> : never) : never;

/** Requests whose answers do not depend on their params, which each client fills in differently. */
const BY_METHOD = new Set(['initialize', 'ping', 'logging/setLevel', 'server/discover']);

/** Finds the recorded exchange for a request, repeated calls in order; then the last one again, unless `strict`. */
export class MockMatcher {
  readonly #strict: boolean;
  readonly #recorded: ReadonlyMap<string, readonly MockExchange[]>;
  readonly #used = new Map<string, number>();
  readonly #methods: ReadonlySet<string>;

  constructor(exchanges: readonly MockExchange[], strict: boolean) {
    this.#strict = strict;
    this.#recorded = groupedBy(exchanges, ({ method, params }) => keyOf(method, params));
    this.#methods = new Set(exchanges.map(({ method }) => method));
  }

  knows(method: string): boolean {
    return this.#methods.has(method);
  }

  /** The exchange to play, or a sentence with what was expected. */
  match(method: string, params: unknown): Result<MockExchange> {
    const key = keyOf(method, matchedParams(params));
    const list = this.#recorded.get(key);
    if (list === undefined) return err(this.#expected(method, params));
    const used = this.#used.get(key) ?? 0;
    this.#used.set(key, used + 1);
    const next = list[used] ?? (this.#strict ? undefined : list.at(-1));
    if (next !== undefined) return ok(next);
    return err(
      `The recording answers ${this.#named(method, params)} ${list.length === 1 ? 'once' : `${list.length} times`}, and all of them are used.`,
    );
  }

  #expected(method: string, params: unknown): string {
    const target = targetOf(method, params);
    const all = [...this.#recorded.values()].flatMap((list) => list.slice(0, 1));
    const same = all.filter((one) => one.method === method && one.target === target);
    if (same.length > 0) {
      const known = same.slice(0, 5).map((one) => one.params);
      return `No recorded ${this.#named(method, params)} has these params. Recorded: ${known.join(' or ')}.`;
    }
    const methods = [...new Set(all.map((one) => [one.method, one.target].join(' ').trim()))];
    return `The recording has no ${this.#named(method, params)}. It has: ${methods.slice(0, 20).join(', ')}.`;
  }

  #named(method: string, params: unknown): string {
    const target = targetOf(method, params);
    return target === '' ? method : `${method} "${target}"`;
  }
}

function keyOf(method: string, params: string): string {
  return BY_METHOD.has(method) ? method : `${method} ${params}`;
}

import { canonicalJson, isJsonObject } from '../../base/json-value.ts';
import { type FrameRecord, type KnownRecord, type ProcessRecord, shownFrame } from '../../frame/record.ts';
import { LogModel } from '../../session/log-model.ts';
import type { AnswerEvent, RequestEvent, SessionEvent, SessionReader } from '../../session/session-event.ts';
import { metaOf } from '../../session/session-facts.ts';
import { readRpcId } from '../../wire/rpc-id.ts';

/** One thing that the recorded server did because of a request; `afterMs` counts from the request. */
export type MockStep = { readonly afterMs: number } & (
  | { readonly kind: 'answer'; readonly raw: string }
  | { readonly kind: 'line'; readonly raw: string }
  | { readonly kind: 'stderr'; readonly text: string }
  | { readonly kind: 'stdout-closed' }
  | { readonly kind: 'exit'; readonly exitCode: number; readonly signal: string | null }
);

/** A recorded request with all that followed from it. */
export type MockExchange = {
  readonly method: string;
  readonly target: string;
  /** The params without `_meta`, in one canonical text. */
  readonly params: string;
  readonly idKey: string;
  /** The recorded progress token as canonical JSON; empty if there was none. */
  readonly token: string;
  readonly startedAt: number;
  readonly steps: MockStep[];
};

/** Reads the records of one session into what a mock of its server needs. */
export function mockScript(records: Iterable<KnownRecord>): readonly MockExchange[] {
  const reader = new ScriptReader();
  const log = new LogModel({ all: [reader] });
  for (const record of records) log.take(record);
  return reader.exchanges;
}

/** The params that a request is matched by: `_meta` differs from call to call. */
export function matchedParams(params: unknown): string {
  if (!isJsonObject(params)) return '{}';
  const { _meta, ...rest } = params;
  return canonicalJson(rest);
}

/** The progress token of a request as canonical JSON; empty if there is none. */
export function progressToken(params: unknown): string {
  const token = metaOf(params)?.progressToken;
  return token === undefined ? '' : canonicalJson(token);
}

class ScriptReader implements SessionReader {
  readonly exchanges: MockExchange[] = [];
  readonly #byRequest = new Map<number, MockExchange>();
  readonly #byToken = new Map<string, MockExchange>();
  /** The calls in flight; an answered one stays until no later one is in flight. */
  #open: MockExchange[] = [];
  readonly #answered = new Set<MockExchange>();
  #stdinClosed = false;

  take(event: SessionEvent): void {
    switch (event.kind) {
      case 'request':
        this.#request(event);
        return;
      case 'answer':
        this.#answer(event);
        return;
      case 'process':
        this.#process(event.record);
        return;
      case 'note': {
        const { record } = event;
        if (record.type === 'stderr')
          this.#add(this.#current(), record.at, { kind: 'stderr', text: record.text });
        return;
      }
      case 'client':
        return;
      default:
        this.#line(
          event.record,
          event.kind === 'notification' ? this.#progressOwner(event.envelope.params) : undefined,
        );
    }
  }

  #request({ record, envelope, exchange }: RequestEvent): void {
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

  #answer({ record, exchange, match }: AnswerEvent): void {
    if (record.direction === 'client-to-server') return;
    const request = exchange === undefined ? undefined : this.#byRequest.get(exchange.requestSeq);
    // A wrong id is played as it was: only one that was repeated stands for the id of the new request.
    const repeated = match === 'id' || match === 'duplicate';
    if (request === undefined || !repeated) this.#line(record, request);
    else this.#add(request, record.at, { kind: 'answer', raw: shownFrame(record) });
    if (request !== undefined) this.#answered.add(request);
  }

  #line(record: FrameRecord, owner: MockExchange | undefined): void {
    if (record.direction === 'client-to-server') return;
    this.#add(owner ?? this.#current(), record.at, { kind: 'line', raw: shownFrame(record) });
  }

  #process(record: ProcessRecord): void {
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

  /** What happens by itself belongs to the latest call in flight, else to the latest call. */
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

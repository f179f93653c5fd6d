import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../base/json-value.ts';
import { shownFrame } from '../../frame/frame-line.ts';
import type { FrameRecord, KnownRecord, ProcessRecord } from '../../frame/record.ts';
import { targetOf } from '../../frame/target.ts';
import { type Answer, readEnvelope } from '../../wire/envelope.ts';
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
  /** The recorded progress token as canonical JSON; empty where there was none. */
  readonly token: string;
  readonly startedAt: number;
  readonly steps: MockStep[];
};

/** Reads the records of one session into what a mock of its server needs. */
export function mockScript(records: Iterable<KnownRecord>): readonly MockExchange[] {
  const reader = new ScriptReader();
  for (const record of records) reader.take(record);
  return reader.exchanges;
}

/** The params that a request is matched by: `_meta` differs from call to call. */
export function matchedParams(params: unknown): string {
  if (!isJsonObject(params)) return '{}';
  const { _meta, ...rest } = params;
  return canonicalJson(rest);
}

/** The progress token of a request as canonical JSON; empty where there is none. */
export function progressToken(params: unknown): string {
  const meta = isJsonObject(params) ? params._meta : undefined;
  const token = isJsonObject(meta) ? meta.progressToken : undefined;
  return token === undefined ? '' : canonicalJson(token);
}

class ScriptReader {
  readonly exchanges: MockExchange[] = [];
  #open: MockExchange[] = [];
  #stdinClosed = false;

  take(record: KnownRecord): void {
    if (record.type === 'frame') this.#frame(record);
    else if (record.type === 'stderr') {
      this.#add(this.#current(), record.at, { kind: 'stderr', text: record.text });
    } else if (record.type === 'process') this.#process(record);
  }

  #frame(record: FrameRecord): void {
    const raw = shownFrame(record);
    const envelope = readEnvelope(raw);
    if (record.direction === 'client-to-server') {
      if (envelope.kind === 'request')
        this.#request(record, envelope.method, envelope.params, envelope.id.key);
      return;
    }
    if (envelope.kind === 'result' || envelope.kind === 'error') {
      this.#answer(record, envelope, raw);
      return;
    }
    const owner = envelope.kind === 'notification' ? this.#progressOwner(envelope.params) : undefined;
    this.#add(owner ?? this.#current(), record.at, { kind: 'line', raw });
  }

  #request(record: FrameRecord, method: string, params: unknown, idKey: string): void {
    const exchange: MockExchange = {
      method,
      target: targetOf(method, params),
      params: matchedParams(params),
      idKey,
      token: progressToken(params),
      startedAt: record.at,
      steps: [],
    };
    this.exchanges.push(exchange);
    this.#open.push(exchange);
  }

  #answer(record: FrameRecord, envelope: Answer, raw: string): void {
    const key = envelope.id?.key;
    const asked = this.exchanges.findLast((exchange) => exchange.idKey === key);
    if (key === undefined || asked === undefined) {
      this.#add(this.#current(), record.at, { kind: 'line', raw });
      return;
    }
    this.#open = this.#open.filter((exchange) => exchange !== asked);
    this.#add(asked, record.at, { kind: 'answer', raw });
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
    return this.#open.at(-1) ?? this.exchanges.at(-1);
  }

  #progressOwner(params: unknown): MockExchange | undefined {
    if (!isJsonObject(params) || readRpcId(params.progressToken, '') === undefined) return undefined;
    const token = canonicalJson(params.progressToken);
    return this.exchanges.findLast((exchange) => exchange.token === token);
  }

  #add(exchange: MockExchange | undefined, at: number, what: Unplaced): void {
    exchange?.steps.push({ ...what, afterMs: Math.max(0, at - exchange.startedAt) });
  }
}

type Unplaced = MockStep extends infer Step ? (Step extends MockStep ? Omit<Step, 'afterMs'> : never) : never;

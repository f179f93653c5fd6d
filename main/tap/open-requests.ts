import { isJsonObject } from '../../app/base/json-value.ts';
import { shortened } from '../../app/base/wrapped-text.ts';
import { targetOf } from '../../app/frame/target.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { type RpcId, readRpcId } from '../../app/wire/rpc-id.ts';

/** A longer line of the client is not read: to what its answer belongs stays unknown. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** A client that never gets an answer must not fill the memory. */
const MAX_OPEN = 10_000;
const MAX_NAME_CHARS = 500;
const LINE_FEED = 0x0a;

/** What was requested, cut to a preview; empty if nobody read the request. */
export type Requested = { readonly method: string; readonly target: string };

const UNKNOWN: Requested = { method: '', target: '' };

/**
 * The requests of a client that wait for their answer. They are read while somebody watches: requests that were sent
 * before are not known. Until then a chunk costs a look at its last byte.
 */
export class OpenRequests {
  readonly #onCancelled: (id: RpcId) => void;
  readonly #open = new Map<string, Requested>();
  #lines: LineSplitter | undefined;
  #isBetweenLines = true;
  /** True while the rest of a line passes whose beginning nobody read. */
  #isWithinUnread = false;

  /** `onCancelled` hears of each request that the client cancels. */
  constructor(onCancelled: (id: RpcId) => void) {
    this.#onCancelled = onCancelled;
  }

  watch(): void {
    if (this.#lines !== undefined) return;
    this.#lines = new LineSplitter(MAX_LINE_BYTES);
    this.#isWithinUnread = !this.#isBetweenLines;
  }

  unwatch(): void {
    this.#lines = undefined;
    this.#open.clear();
  }

  /** Takes bytes of the client that have been forwarded. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#isBetweenLines = chunk[chunk.length - 1] === LINE_FEED;
    if (this.#lines === undefined) return;
    for (const { bytes, truncatedBytes } of this.#lines.push(chunk)) {
      if (this.#isWithinUnread) this.#isWithinUnread = false;
      else if (truncatedBytes === 0) this.#read(readEnvelope(shownLine(lineText(bytes))));
    }
  }

  /** Takes the request that is answered now. */
  answered({ key }: RpcId): Requested {
    const requested = this.#open.get(key) ?? UNKNOWN;
    this.#open.delete(key);
    return requested;
  }

  #read(envelope: Envelope): void {
    if (envelope.kind === 'batch') for (const item of envelope.items) this.#read(item);
    if (envelope.kind === 'notification' && envelope.method === 'notifications/cancelled') {
      const id = isJsonObject(envelope.params) ? readRpcId(envelope.params.requestId, '') : undefined;
      if (id !== undefined) this.#onCancelled(id);
    }
    if (envelope.kind !== 'request') return;
    const { id, method, params } = envelope;
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MAX_OPEN) this.#open.delete(oldest);
    this.#open.set(id.key, {
      method: shortened(method, MAX_NAME_CHARS),
      target: shortened(targetOf(method, params), MAX_NAME_CHARS),
    });
  }
}

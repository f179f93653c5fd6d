import { isJsonObject } from '../../app/base/json-value.ts';
import { shortened } from '../../app/base/wrapped-text.ts';
import { targetOf } from '../../app/frame/target.ts';
import { type Envelope, type RpcId, readEnvelope, readRpcId } from '../../app/wire/envelope.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { type Framing, LINES } from './answer-framing.ts';

const LINE_FEED = 0x0a;
const NOTHING = new Uint8Array();
/** This many of the last bytes say whether a unit has ended. */
const TAIL_BYTES = 3;

type LineGateOptions<Note> = {
  /** Longer lines pass without being looked at, in bytes. */
  readonly maxLineBytes: number;
  readonly framing?: Framing;
  /** Takes what leaves, in order; a whole line that was inserted comes with its note. */
  readonly send: (bytes: Uint8Array, note?: Note) => void;
  /** Looks at a whole line with its line feed; true keeps it back. */
  readonly keepsBack: (line: Uint8Array) => boolean;
};

/**
 * A byte stream that can be looked at line by line, or event by event. Until {@link watch}, chunks pass as they come and unread. From then
 * on each line that is not kept back passes byte for byte, and other lines can be put between two of them. A line of
 * which a part has left already passes to its end, whatever happens.
 */
export class LineGate<Note> {
  readonly #options: LineGateOptions<Note>;
  readonly #framing: Framing;
  #isWatching = false;
  /** The last bytes that came, and the last that left. */
  #came: Uint8Array = NOTHING;
  #left: Uint8Array = NOTHING;
  /** True if the last byte that left ended a line. */
  #isBetweenLines = true;
  /** The beginning of a line that has no end yet and may still be kept back. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Lines that wait for the end of the one that is leaving. */
  #due: { readonly line: Uint8Array; readonly note: Note }[] = [];

  constructor(options: LineGateOptions<Note>) {
    this.#options = options;
    this.#framing = options.framing ?? LINES;
  }

  push(chunk: Uint8Array): void {
    const before = this.#came;
    this.#came = tailOf(before, chunk);
    if (!this.#isWatching && this.#due.length === 0) {
      this.#pass(chunk);
      return;
    }
    let start = 0;
    while (start < chunk.length) {
      const end = this.#framing.endOf(chunk, start, before);
      if (end === 0) break;
      this.#endLine(chunk.subarray(start, end));
      start = end;
    }
    if (start < chunk.length) this.#beginLine(chunk.subarray(start));
  }

  /** From the next line on, each one is looked at. */
  watch(): void {
    this.#isWatching = true;
  }

  /** Bytes pass as they come again, those that waited for the end of their line at once. */
  unwatch(): void {
    this.#isWatching = false;
    this.#passPending();
  }

  /** Sends a line of its own, which ends with a line feed, as soon as no other one is half sent. */
  insert(line: Uint8Array, note: Note): void {
    if (this.#isBetweenLines) this.#options.send(line, note);
    else this.#due.push({ line, note });
  }

  /** The stream has ended. A line that waits for the end of an unfinished one gets a line feed before it. */
  end(): void {
    if (this.#due.length > 0) {
      this.#pass(this.#framing.end);
      this.#sendDue();
    }
    if (this.#framing.isWhole && this.#pending.length > 0) this.#endLine(NOTHING);
    this.#passPending();
  }

  #endLine(part: Uint8Array): void {
    if (!this.#isBetweenLines) {
      this.#pass(part);
      this.#sendDue();
      return;
    }
    // Who looks at the line may end the watch, which must not let go of the line's beginning.
    const parts = [...this.#pending, part];
    const bytes = this.#pendingBytes + part.length;
    this.#forgetPending();
    const isLooked = this.#isWatching && bytes <= this.#options.maxLineBytes;
    if (isLooked && this.#options.keepsBack(parts.length === 1 ? part : Buffer.concat(parts))) return;
    for (const one of parts) this.#pass(one);
  }

  #beginLine(part: Uint8Array): void {
    if (this.#isWatching && this.#isBetweenLines) {
      this.#pending.push(part);
      this.#pendingBytes += part.length;
      if (this.#pendingBytes > this.#options.maxLineBytes) this.#passPending();
    } else this.#pass(part);
  }

  #pass(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#left = tailOf(this.#left, bytes);
    this.#isBetweenLines = this.#framing.isEnd(this.#left);
    this.#options.send(bytes);
  }

  #passPending(): void {
    const parts = this.#pending;
    this.#forgetPending();
    for (const part of parts) this.#pass(part);
  }

  #forgetPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #sendDue(): void {
    for (const { line, note } of this.#due.splice(0)) this.#options.send(line, note);
  }
}

function tailOf(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (chunk.length >= TAIL_BYTES) return chunk.subarray(-TAIL_BYTES);
  return Buffer.concat([before, chunk]).subarray(-TAIL_BYTES);
}

/** A longer line of the client is not read: to what its answer belongs stays unknown. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** A client that never gets an answer must not fill the memory. */
const MAX_OPEN = 10_000;
const MAX_NAME_CHARS = 500;

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

  get isWatching(): boolean {
    return this.#lines !== undefined;
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

import { isJsonObject } from '../../app/base/json-value.ts';
import { shortened } from '../../app/base/wrapped-text.ts';
import { targetOf } from '../../app/frame/target.ts';
import { type Envelope, type RpcId, readEnvelope, readRpcId } from '../../app/wire/envelope.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { type Framing, LINES } from './answer-framing.ts';

const LINE_FEED = 0x0a;
const NOTHING = new Uint8Array();
/** How many of the last bytes are needed to see whether a unit has ended. */
const TAIL_BYTES = 3;

type LineGateOptions<Note> = {
  /** Longer lines pass unexamined, in bytes. */
  readonly maxLineBytes: number;
  readonly framing?: Framing;
  /** Called with the output, in order; a whole inserted line comes with its note. */
  readonly send: (bytes: Uint8Array, note?: Note) => void;
  /** Examines a whole line with its line feed; true holds it back. */
  readonly keepsBack: (line: Uint8Array) => boolean;
};

/**
 * A byte stream that can be examined line by line, or event by event. Until {@link watch}, chunks pass unread. From
 * then on each line that is not held back passes byte for byte, and lines can be inserted between two others. A line
 * that has partly left always passes to its end.
 */
export class LineGate<Note> {
  readonly #options: LineGateOptions<Note>;
  readonly #framing: Framing;
  #isWatching = false;
  /** The last bytes that arrived, and the last that left. */
  #came: Uint8Array = NOTHING;
  #left: Uint8Array = NOTHING;
  /** True if the last byte sent ended a line. */
  #isBetweenLines = true;
  /** The beginning of an incomplete line that may still be held back. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Lines to insert after the one being sent. */
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

  /** Examines each line, starting with the next one. */
  watch(): void {
    this.#isWatching = true;
  }

  /** Passes bytes unread again; the beginning of an incomplete line leaves at once. */
  unwatch(): void {
    this.#isWatching = false;
    this.#passPending();
  }

  /** Sends an additional line, which ends with a line feed, as soon as no other line is half sent. */
  insert(line: Uint8Array, note: Note): void {
    if (this.#isBetweenLines) this.#options.send(line, note);
    else this.#due.push({ line, note });
  }

  /** The stream has ended. Before an inserted line, an unfinished one gets a line feed. */
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
    // The examiner may end the watch, which must not release the beginning of the line.
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

/** A longer client line is not read: its answer then belongs to an unknown request. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** A client whose requests are never answered must not fill the memory. */
const MAX_OPEN = 10_000;
const MAX_NAME_CHARS = 500;

/** The request, cut to a preview; empty if it was not read. */
export type Requested = { readonly method: string; readonly target: string };

const UNKNOWN: Requested = { method: '', target: '' };

/**
 * The open requests of a client. They are read only while somebody watches, so earlier requests are unknown. Until then
 * a chunk costs a look at its last byte.
 */
export class OpenRequests {
  readonly #onCancelled: (id: RpcId) => void;
  readonly #open = new Map<string, Requested>();
  #lines: LineSplitter | undefined;
  #isBetweenLines = true;
  /** True during the rest of a line whose beginning was not read. */
  #isWithinUnread = false;

  /** `onCancelled` is called for each request that the client cancels. */
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

  /** Reads bytes of the client after they were forwarded. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#isBetweenLines = chunk[chunk.length - 1] === LINE_FEED;
    if (this.#lines === undefined) return;
    for (const { bytes, truncatedBytes } of this.#lines.push(chunk)) {
      if (this.#isWithinUnread) this.#isWithinUnread = false;
      else if (truncatedBytes === 0) this.#read(readEnvelope(shownLine(lineText(bytes))));
    }
  }

  /** Removes the request that is answered now. */
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

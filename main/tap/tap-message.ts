import type { AnswerChange } from '../../app/frame/answer-change.ts';
import type { LineText } from '../../app/wire/line-text.ts';
import type { RecordBody } from '../session/record-body.ts';

/** What the tap itself did with an answer, as a sentence. */
export type TapNote = {
  readonly label: string;
  readonly change?: AnswerChange;
  /** The server's line, if the client got another one or none. */
  readonly original?: LineText;
};

/** What passed through the tap, copied for the recording. */
export type Copied =
  | {
      readonly kind: 'bytes';
      readonly from: 'client' | 'server' | 'stderr';
      readonly at: number;
      readonly chunk: Uint8Array;
      /** Present if the chunk is one whole line that the tap kept back or made. */
      readonly note?: TapNote;
    }
  | { readonly kind: 'note'; readonly from: 'server'; readonly at: number; readonly note: TapNote }
  | { readonly kind: 'end'; readonly from: 'client' | 'server' | 'stderr'; readonly at: number };

type CopyQueueOptions = {
  /** Bytes held at the most; what comes beyond is not recorded, and counted. */
  readonly maxBytes: number;
  /** Runs a function soon, after the forwarding of the moment. */
  readonly soon: (work: () => void) => void;
  /** Takes a batch; its bytes count as held until `taken` is called. */
  readonly onCopied: (batch: readonly Copied[], taken: () => void) => void;
  readonly onDropped: (bytes: number) => void;
};

/**
 * Stands between forwarding and recording: a chunk is forwarded first and recorded later.
 * It never makes the forwarding wait; when recording falls behind, chunks are dropped and counted.
 */
export class CopyQueue {
  readonly #options: CopyQueueOptions;
  #queue: Copied[] = [];
  #queued = 0;
  #held = 0;
  #dropped = 0;
  #scheduled = false;

  constructor(options: CopyQueueOptions) {
    this.#options = options;
  }

  add(copied: Copied): void {
    if (copied.kind === 'bytes') {
      if (this.#held + copied.chunk.length > this.#options.maxBytes) {
        this.#dropped += copied.chunk.length;
        this.#schedule();
        return;
      }
      this.#held += copied.chunk.length;
      this.#queued += copied.chunk.length;
    }
    this.#queue.push(copied);
    this.#schedule();
  }

  /** Hands on all that waits, at once. */
  drain(): void {
    this.#scheduled = false;
    const [queue, bytes, dropped] = [this.#queue, this.#queued, this.#dropped];
    this.#queue = [];
    this.#queued = 0;
    this.#dropped = 0;
    if (queue.length > 0) {
      this.#options.onCopied(queue, () => {
        this.#held -= bytes;
      });
    }
    if (dropped > 0) this.#options.onDropped(dropped);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.soon(() => this.drain());
  }
}

/** Where a tap writes down what passed through it. `at` is in milliseconds of a monotonic clock. */
export type TapLog = {
  /** What happened beside the traffic. */
  record(body: RecordBody, at: number): void;
  /** `taken` is called when these bytes do not wait in memory any more. */
  copied(batch: readonly Copied[], taken: () => void): void;
  close(): Promise<void>;
};

export type TapWriterData = {
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** What `at` showed at `startedAt`. */
  readonly epoch: number;
  readonly version: string;
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
};

/** Many small pieces as one buffer, which changes threads without a copy. */
export type PackedBatch = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly parts: readonly PackedPart[];
};

/** In order; -1 as the length stands for a note alone, or for the end of a pipe if there is none. */
type PackedPart = {
  readonly from: Copied['from'];
  readonly at: number;
  readonly length: number;
  readonly note?: TapNote;
};

export function packBatch(batch: readonly Copied[]): PackedBatch {
  const length = batch.reduce((sum, copied) => sum + (copied.kind === 'bytes' ? copied.chunk.length : 0), 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  const parts = batch.map((copied): PackedPart => {
    const { from, at } = copied;
    if (copied.kind === 'end') return { from, at, length: -1 };
    if (copied.kind === 'note') return { from, at, length: -1, note: copied.note };
    bytes.set(copied.chunk, offset);
    offset += copied.chunk.length;
    const part = { from, at, length: copied.chunk.length };
    return copied.note === undefined ? part : { ...part, note: copied.note };
  });
  return { bytes, parts };
}

export function unpackBatch({ bytes, parts }: PackedBatch): Copied[] {
  let offset = 0;
  return parts.map(({ from, at, length, note }): Copied => {
    if (length < 0)
      return note === undefined ? { kind: 'end', from, at } : { kind: 'note', from: 'server', at, note };
    const chunk = bytes.subarray(offset, offset + length);
    offset += length;
    return { kind: 'bytes', from, at, chunk, ...(note === undefined ? {} : { note }) };
  });
}

import type { AnswerChange } from '../../app/frame/answer-change.ts';
import type { HttpWriter } from '../../app/frame/http-writer.ts';
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
  | { readonly kind: 'end'; readonly from: 'client' | 'server' | 'stderr'; readonly at: number }
  | {
      readonly kind: 'http';
      readonly at: number;
      /** The number of the exchange; 0 for what is of none. */
      readonly x: number;
      readonly event: HttpCopied;
      /** The body of a request, or more of that of a response; else empty. */
      readonly chunk: Uint8Array;
    };

/** What happens to an HTTP exchange that passes through a tap; its bytes stand beside it. */
export type HttpCopied =
  | { readonly kind: 'session'; readonly session: string; readonly url: string; readonly transport: string }
  | {
      readonly kind: 'request';
      readonly session: string;
      readonly asked: Parameters<HttpWriter['request']>[0];
      /** Present if more of the body follows: its whole length, null if nobody has said it. */
      readonly length?: number | null;
    }
  | { readonly kind: 'asked'; readonly isLast: boolean; readonly elided?: number }
  | { readonly kind: 'response'; readonly head: Parameters<HttpWriter['response']>[0] }
  | { readonly kind: 'chunk'; readonly note?: TapNote }
  | { readonly kind: 'elided'; readonly bytes: number }
  | { readonly kind: 'note'; readonly session: string; readonly note: TapNote }
  | { readonly kind: 'end'; readonly how: 'complete' | 'cut' | 'client-closed' }
  | { readonly kind: 'failed'; readonly failure: Parameters<HttpWriter['failed']>[0] };

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
    const bytes = chunkOf(copied).length;
    const isTooMuch = bytes > 0 && this.#held + bytes > this.#options.maxBytes;
    if (isTooMuch) this.#dropped += bytes;
    else {
      this.#held += bytes;
      this.#queued += bytes;
      this.#queue.push(copied);
    }
    // What follows in the same exchange must not be read as if nothing were missing.
    if (isTooMuch && copied.kind === 'http') this.#queue.push({ ...copied, ...elided(copied.event, bytes) });
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

const NOTHING = new Uint8Array();

function chunkOf(copied: Copied): Uint8Array {
  return 'chunk' in copied ? copied.chunk : NOTHING;
}

function elided(event: HttpCopied, bytes: number): { event: HttpCopied; chunk: Uint8Array } {
  if (event.kind === 'asked') return { event: { ...event, elided: bytes }, chunk: NOTHING };
  return { event: event.kind === 'request' ? event : { kind: 'elided', bytes }, chunk: NOTHING };
}

/** What a tap stands before: a process, or a server at an address. */
export type TapWriterData = TapFile &
  (
    | {
        readonly label: string;
        readonly command: string;
        readonly args: readonly string[];
        readonly cwd: string;
      }
    | HttpTapped
  );

export type HttpTapped = {
  readonly label: string;
  /** The names of headers whose values are secrets. */
  readonly secretHeaders: readonly string[];
  readonly insecure: boolean;
};

type TapFile = {
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** What `at` showed at `startedAt`. */
  readonly epoch: number;
  readonly version: string;
};

/** Many small pieces as one buffer, which changes threads without a copy, and one text: a clone of each would cost more. */
export type PackedBatch = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The JSON of the parts. */
  readonly parts: string;
  /** When the last of them was copied. */
  readonly at: number;
};

/** In order: how many bytes it has, -1 for what has none, and all else of it. */
type PackedPart = readonly [length: number, rest: object];

export function packBatch(batch: readonly Copied[]): PackedBatch {
  const bytes = new Uint8Array(batch.reduce((sum, copied) => sum + chunkOf(copied).length, 0));
  let offset = 0;
  const parts = batch.map((copied): PackedPart => {
    if (!('chunk' in copied)) return [-1, copied];
    const { chunk, ...rest } = copied;
    bytes.set(chunk, offset);
    offset += chunk.length;
    return [chunk.length, rest];
  });
  return { bytes, parts: JSON.stringify(parts), at: batch.at(-1)?.at ?? 0 };
}

export function unpackBatch({ bytes, parts }: PackedBatch): Copied[] {
  let offset = 0;
  return (JSON.parse(parts) as PackedPart[]).map(([length, rest]) => {
    if (length < 0) return rest as Copied;
    const chunk = bytes.subarray(offset, offset + length);
    offset += length;
    return Object.assign(rest, { chunk }) as Copied;
  });
}

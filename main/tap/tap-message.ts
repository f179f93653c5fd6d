import type { AnswerChange } from '../../app/frame/answer-change.ts';
import type { HttpWriter } from '../../app/frame/http-writer.ts';
import type { LineText } from '../../app/wire/line-text.ts';
import type { RecordBody } from '../session/record-body.ts';
import type { TelemetryPlan } from '../telemetry/otlp-sender.ts';

/** The tap's own action on an answer, as a sentence. */
export type TapNote = {
  readonly label: string;
  readonly change?: AnswerChange;
  /** The server's line, if the client got a different one or none. */
  readonly original?: LineText;
};

/** Traffic through the tap, copied for the recording. */
export type Copied =
  | {
      readonly kind: 'bytes';
      readonly from: 'client' | 'server' | 'stderr';
      readonly at: number;
      readonly chunk: Uint8Array;
      /** Present if the chunk is one whole line that the tap held or created. */
      readonly note?: TapNote;
    }
  | { readonly kind: 'note'; readonly from: 'server'; readonly at: number; readonly note: TapNote }
  | { readonly kind: 'end'; readonly from: 'client' | 'server' | 'stderr'; readonly at: number }
  | {
      readonly kind: 'http';
      readonly at: number;
      /** The number of the exchange; 0 for none. */
      readonly x: number;
      readonly event: HttpCopied;
      /** A request body, or more of a response body; else empty. */
      readonly chunk: Uint8Array;
    };

/** An event of an HTTP exchange through a tap; its bytes are stored separately. */
export type HttpCopied =
  | { readonly kind: 'session'; readonly session: string; readonly url: string; readonly transport: string }
  | {
      readonly kind: 'request';
      readonly session: string;
      readonly asked: Parameters<HttpWriter['request']>[0];
      /** Present if more of the body follows: its total length, null if unknown. */
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
  /** The limit of buffered bytes; the excess is counted but not recorded. */
  readonly maxBytes: number;
  /** Runs a function soon, after the current forwarding. */
  readonly soon: (work: () => void) => void;
  /** Called with a batch; its bytes count as buffered until `taken` includes them. */
  readonly onCopied: (batch: readonly Copied[]) => void;
  /** How many bytes of all batches are no longer in memory. */
  readonly taken: () => number;
  readonly onDropped: (bytes: number) => void;
};

/**
 * Decouples forwarding from recording: a chunk is forwarded first and recorded later. Never delays forwarding; if
 * recording falls behind, chunks are dropped and counted.
 */
export class CopyQueue {
  readonly #options: CopyQueueOptions;
  #queue: Copied[] = [];
  /** The bytes of all copies so far. */
  #added = 0;
  #dropped = 0;
  #scheduled = false;

  constructor(options: CopyQueueOptions) {
    this.#options = options;
  }

  add(copied: Copied): void {
    const { maxBytes, taken } = this.#options;
    const bytes = chunkOf(copied).length;
    const isTooMuch = bytes > 0 && this.#added - taken() + bytes > maxBytes;
    if (isTooMuch) this.#dropped += bytes;
    else {
      this.#added += bytes;
      this.#queue.push(copied);
    }
    // The rest of the exchange must not be read as if nothing were missing.
    if (isTooMuch && copied.kind === 'http') this.#queue.push({ ...copied, ...elided(copied.event, bytes) });
    this.#schedule();
  }

  drain(): void {
    this.#scheduled = false;
    const [queue, dropped] = [this.#queue, this.#dropped];
    this.#queue = [];
    this.#dropped = 0;
    if (queue.length > 0) this.#options.onCopied(queue);
    if (dropped > 0) this.#options.onDropped(dropped);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.soon(() => this.drain());
  }
}

/** Where a tap records its traffic. `at` is in milliseconds of a monotonic clock. */
export type TapLog = {
  /** Records an event other than traffic. */
  record(body: RecordBody, at: number): void;
  copied(batch: readonly Copied[]): void;
  /** How many of the copied bytes are no longer in memory. */
  readonly taken: number;
  close(): Promise<void>;
};

/** The delay for batching copies, in milliseconds: one batch costs the traffic less than single copies. */
export const COPY_MS = 16;

export const NOTHING = new Uint8Array();

export function chunkOf(copied: Copied): Uint8Array {
  return 'chunk' in copied ? copied.chunk : NOTHING;
}

function elided(event: HttpCopied, bytes: number): { event: HttpCopied; chunk: Uint8Array } {
  if (event.kind === 'asked') return { event: { ...event, elided: bytes }, chunk: NOTHING };
  return { event: event.kind === 'request' ? event : { kind: 'elided', bytes }, chunk: NOTHING };
}

/** The target of a tap: a process, or a server at an address. */
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
  readonly secretHeaders: readonly string[];
  readonly insecure: boolean;
};

type TapFile = {
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The value of `at` at `startedAt`. */
  readonly epoch: number;
  /** Shared memory: the writer counts the bytes in it that it has recorded. */
  readonly taken?: BigInt64Array<SharedArrayBuffer>;
  readonly version: string;
  readonly telemetry?: TelemetryPlan | undefined;
  /** The address of a `tierscope tap --remote` that gets the recording too. */
  readonly to?: string | undefined;
};

/** Many small pieces as one transferable buffer and one text: cloning each would cost more. */
export type PackedBatch = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The JSON of the parts. */
  readonly parts: string;
  /** When the last of them was copied. */
  readonly at: number;
};

/** In order: the number of its bytes, -1 for none, and its other members. */
type PackedPart = readonly [length: number, rest: object];

export function packBatch(batch: readonly Copied[]): PackedBatch {
  const length = batch.reduce((sum, copied) => sum + chunkOf(copied).length, 0);
  // Of its own, so that it can be transferred, and without zeros that are overwritten at once.
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer as ArrayBuffer);
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

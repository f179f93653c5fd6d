/** What passed through the tap, copied for the recording. */
export type Copied =
  | {
      readonly kind: 'bytes';
      readonly from: 'client' | 'server' | 'stderr';
      readonly at: number;
      readonly chunk: Uint8Array;
    }
  | { readonly kind: 'end'; readonly from: 'client' | 'server' | 'stderr'; readonly at: number };

export type CopyQueueOptions = {
  /** Bytes held at the most; what comes beyond is not recorded, and counted. */
  readonly maxBytes: number;
  /** Runs a function soon, after the forwarding of the moment. */
  readonly soon: (work: () => void) => void;
  readonly onCopied: (copied: Copied) => void;
  readonly onDropped: (bytes: number) => void;
};

/**
 * Stands between forwarding and recording: a chunk is forwarded first and recorded later.
 * It never makes the forwarding wait; when recording falls behind, chunks are dropped and counted.
 */
export class CopyQueue {
  readonly #options: CopyQueueOptions;
  #queue: Copied[] = [];
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
        return;
      }
      this.#held += copied.chunk.length;
    }
    this.#queue.push(copied);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.soon(() => this.drain());
  }

  /** Records all that waits, at once. */
  drain(): void {
    this.#scheduled = false;
    const queue = this.#queue;
    this.#queue = [];
    this.#held = 0;
    for (const copied of queue) this.#options.onCopied(copied);
    if (this.#dropped === 0) return;
    this.#options.onDropped(this.#dropped);
    this.#dropped = 0;
  }
}

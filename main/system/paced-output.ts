import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { readEnvelope } from '../../app/wire/envelope.ts';

/** The interval between parts of a throttled line, in milliseconds. */
const TICK_MS = 100;

type Wait = (milliseconds: number) => Promise<unknown>;

/** A server's stdout that can throttle single answers. Each write must be one whole line, or not an answer. */
export class PacedOutput extends Writable {
  readonly #out: Writable;
  readonly #wait: Wait;
  /** Bytes per second, by the id key of the answer. */
  readonly #slow = new Map<string, number>();

  constructor(out: Writable, wait: Wait = pause) {
    // Buffers nothing itself: a writer waits for the pipe.
    super({ decodeStrings: true, highWaterMark: 1 });
    this.#out = out;
    this.#wait = wait;
  }

  /** Throttles the answer to this id, with the key from {@link readEnvelope}, to this many bytes per second. */
  slowDown(idKey: string, bytesPerSecond: number): void {
    this.#slow.set(idKey, bytesPerSecond);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const rate = this.#rateOf(chunk);
    if (rate !== undefined) void this.#trickle(chunk, rate).then(done);
    else if (this.#out.write(chunk)) done();
    else this.#out.once('drain', done);
  }

  #rateOf(chunk: Buffer): number | undefined {
    if (this.#slow.size === 0) return undefined;
    const envelope = readEnvelope(chunk.toString().trimEnd());
    if (envelope.kind !== 'result' && envelope.kind !== 'error') return undefined;
    const key = envelope.id?.key ?? '';
    const rate = this.#slow.get(key);
    this.#slow.delete(key);
    return rate;
  }

  async #trickle(chunk: Buffer, bytesPerSecond: number): Promise<void> {
    const size = Math.max(1, Math.floor((bytesPerSecond * TICK_MS) / 1000));
    for (let start = 0; start < chunk.length; start += size) {
      // The client is gone and reads nothing more.
      if (!this.#out.writable) return;
      const piece = chunk.subarray(start, start + size);
      this.#out.write(piece);
      await this.#wait((piece.length / bytesPerSecond) * 1000);
    }
  }
}

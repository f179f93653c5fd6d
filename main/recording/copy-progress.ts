import type { KnownRecord } from '../../app/frame/record.ts';
import { NO_HEADER } from '../../app/recording/recording-reader.ts';
import { noCounts } from '../../app/session/exchange.ts';
import type { LoadOptions } from './load-recording.ts';
import { ChunkBuffer, type LoadedChunk, type SessionSoFar } from './loaded-chunk.ts';

/**
 * Tells how far another tool's file is read: the first half while it is copied, with its sessions but without rows,
 * the second half while the rows of the copy come.
 */
export class CopyProgress {
  readonly #copy: string;
  readonly #onChunk: LoadOptions['onChunk'];
  /** In the order of their first records, as the copy's reader finds them. */
  readonly #sessions = new Map<string, SessionSoFar>();

  constructor(copy: string, onChunk: LoadOptions['onChunk']) {
    this.#copy = copy;
    this.#onChunk = onChunk;
  }

  /** Takes the next record of the copy. */
  take(record: KnownRecord): void {
    if (record.type === 'mark' || record.type === 'end' || this.#sessions.has(record.session)) return;
    const announced = record.type === 'session' ? record : undefined;
    const empty = { counts: noCounts(), dropped: 0 };
    this.#sessions.set(record.session, { name: record.session, record: announced, ...empty });
  }

  /** Tells how much of the file is copied. */
  async tell(bytesRead: number, bytesTotal: number): Promise<void> {
    // What is copied in one piece is open at once.
    if (bytesRead >= bytesTotal) return;
    const sessions = [...this.#sessions.values()];
    const about = { file: this.#copy, header: NO_HEADER, sessions, bytesRead: bytesRead / 2, bytesTotal };
    await this.#onChunk(new ChunkBuffer().take(about));
  }

  /** Hands a chunk of the copy on. */
  async tellRows(chunk: LoadedChunk): Promise<void> {
    const { bytesRead, bytesTotal } = chunk.about;
    await this.#onChunk({ ...chunk, about: { ...chunk.about, bytesRead: (bytesRead + bytesTotal) / 2 } });
  }
}

import { ok, type Result } from '../../app/base/result.ts';
import { LogTracker } from '../../app/exchange/log-tracker.ts';
import { lineText } from '../../app/exchange/rows.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { SessionFacts } from '../../app/recording/session-facts.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { shownLine } from '../../app/wire/line-text.ts';
import { ChunkBuffer, EVERY_SESSION, type LoadedChunk, type LoadedEnd } from './loaded-chunk.ts';
import { type RecordPlace, streamRecords } from './record-stream.ts';

export type LoadOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Takes each chunk; reading goes on when the promise is fulfilled. */
  readonly onChunk: (chunk: LoadedChunk) => Promise<void> | void;
};

const CHUNK_RECORDS = 5000;

/** Reads a recording and derives its rows, in chunks. Fails with a sentence that names the file. */
export async function loadRecording(path: string, options: LoadOptions): Promise<Result<LoadedEnd>> {
  const load = new Load();
  let sizes = { read: 0, total: 0 };
  const reader = await streamRecords(path, {
    signal: options.signal,
    onRecord: (record, place) => load.take(record, place),
    onPiece: async (read, total) => {
      sizes = { read, total };
      for (const chunk of load.full(read, total)) await options.onChunk(chunk);
    },
  });
  if (!reader.ok) return reader;
  await options.onChunk(load.rest(sizes.read, sizes.total));
  const { header, problems } = reader.value;
  return ok({ header, problems, sessions: load.sessions() });
}

/** One reading of one file. */
class Load {
  #buffer = new ChunkBuffer();
  readonly #full: ChunkBuffer[] = [];
  readonly #tracker = new LogTracker({
    add: (row) => this.#buffer.add(row),
    patch: (seq, patch) => this.#buffer.patch(seq, patch),
  });
  readonly #names: string[] = [];
  readonly #seen = new Map<
    string,
    { readonly number: number; readonly facts: SessionFacts; dropped: number }
  >();

  take(record: KnownRecord, place: RecordPlace): void {
    if (record.type === 'mark' || record.type === 'end') {
      this.#tracker.ingest(record);
      this.#buffer.place(record.seq, place.offset, place.length, EVERY_SESSION);
    } else {
      this.#takeOfSession(record, place);
    }
    if (this.#buffer.length < CHUNK_RECORDS) return;
    this.#full.push(this.#buffer);
    this.#buffer = new ChunkBuffer();
  }

  /** The chunks that are full by now. */
  full(bytesRead: number, bytesTotal: number): LoadedChunk[] {
    return this.#full.splice(0).map((buffer) => buffer.take(this.#names, bytesRead, bytesTotal));
  }

  rest(bytesRead: number, bytesTotal: number): LoadedChunk {
    return this.#buffer.take(this.#names, bytesRead, bytesTotal);
  }

  sessions(): LoadedEnd['sessions'] {
    return [...this.#seen].map(([name, { facts, dropped }]) => ({
      name,
      record: this.#tracker.sessionRecord(name),
      facts: facts.snapshot(),
      counts: { ...this.#tracker.tracker(name).counts },
      dropped,
    }));
  }

  #takeOfSession(record: Exclude<KnownRecord, { type: 'mark' | 'end' }>, place: RecordPlace): void {
    const session = this.#session(record.session);
    this.#buffer.place(record.seq, place.offset, place.length, session.number);
    if (record.type === 'dropped') session.dropped += record.count;
    if (record.type !== 'frame') {
      this.#tracker.ingest(record);
      return;
    }
    const envelope = readEnvelope(shownLine(lineText(record)));
    this.#tracker.ingest(record, envelope);
    session.facts.ingest(record, envelope);
  }

  #session(name: string): { readonly number: number; readonly facts: SessionFacts; dropped: number } {
    const known = this.#seen.get(name);
    if (known !== undefined) return known;
    const session = { number: this.#names.length, facts: new SessionFacts(), dropped: 0 };
    this.#names.push(name);
    this.#seen.set(name, session);
    return session;
  }
}

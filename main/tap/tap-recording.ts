import { type Changed, originalMember } from '../../app/frame/answer-change.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { type Line, LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import type { RecordBody } from '../session/record-body.ts';
import type { Copied, TapNote } from './tap-message.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;
export const TAPPED_SESSION = 's1';

type Pipe = 'client' | 'server' | 'stderr';
export type TapStore = { append(record: KnownRecord): void; close(): Promise<void> };

/** Turns a tap's copied bytes into the records of one session. */
export class TapRecording {
  readonly #store: TapStore;
  readonly #epoch: number;
  readonly #lines = {
    client: new LineSplitter(MAX_LINE_BYTES),
    server: new LineSplitter(MAX_LINE_BYTES),
    stderr: new LineSplitter(MAX_LINE_BYTES),
  };
  #seq = 0;

  /** `epoch` is the clock's value when the recording began; every `at` uses the same clock. */
  constructor(
    store: TapStore,
    epoch: number,
    about: { label: string; command: string; args: readonly string[]; cwd: string },
  ) {
    this.#store = store;
    this.#epoch = epoch;
    this.#write({ type: 'session', origin: 'tap', env: [], ...about, args: [...about.args] }, epoch);
  }

  /** Records an event other than traffic. Before an exit, flushes a last line without a line feed. */
  record(body: RecordBody, at: number): void {
    if (body.type === 'process' && body.event === 'exited')
      for (const from of ['client', 'server', 'stderr'] as const) this.#flush(from, at);
    this.#write(body, at);
  }

  copied(copied: Copied): void {
    if (copied.kind === 'http') return;
    const { from, at } = copied;
    if (copied.kind === 'note') {
      this.#write({ type: 'mark', ...noteMembers(copied.note), label: copied.note.label }, at);
      return;
    }
    if (copied.kind === 'bytes') {
      for (const line of this.#lines[from].push(copied.chunk)) this.#line(from, at, line, copied.note);
      return;
    }
    this.#flush(from, at);
    if (from === 'client') this.#write({ type: 'process', event: 'stdin-closed' }, at);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #flush(from: Pipe, at: number): void {
    const rest = this.#lines[from].flush();
    if (rest !== undefined) this.#line(from, at, rest);
  }

  #line(from: Pipe, at: number, { bytes, truncatedBytes }: Line, note?: TapNote): void {
    const text = lineText(bytes);
    if (from === 'stderr') {
      this.#write({ type: 'stderr', text: shownLine(text).replace(/\r$/, '') }, at);
      return;
    }
    const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
    const frame = {
      type: 'frame',
      direction,
      ...text,
      ...(note === undefined ? {} : noteMembers(note)),
    } as const;
    this.#write(truncatedBytes > 0 ? { ...frame, truncatedBytes } : frame, at);
    if (note !== undefined) this.#write({ type: 'mark', label: note.label, about: this.#seq }, at);
  }

  #write(body: RecordBody, at: number): void {
    this.#seq += 1;
    const placed = Math.round((at - this.#epoch) * 1000) / 1000;
    this.#store.append({ seq: this.#seq, at: placed, session: TAPPED_SESSION, ...body });
  }
}

/** The members of a record for a note, besides its sentence. */
export function noteMembers({ change, original }: TapNote): Changed {
  return {
    ...(change === undefined ? {} : { changed: change }),
    ...(original === undefined ? {} : originalMember(original)),
  };
}

import { open } from 'node:fs/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { MarkRecord } from '../../app/frame/record.ts';
import { encodeRecord } from '../../app/recording/encode-record.ts';
import { fileFailure } from '../system/file-failure.ts';

/** How far a file reached when it was read. */
export type FileReach = {
  readonly file: string;
  readonly lastSeq: number;
  readonly ended: boolean;
  readonly bytes: number;
};

/** A mark as it stands in its file: bytes, the line feed not counted. */
export type PlacedMark = { readonly record: MarkRecord; readonly offset: number; readonly length: number };

/**
 * Adds marks to a recording that was opened. They are appended with the next seq, followed by a new `end` where
 * the file had one: no byte that was recorded is ever written again, and a file that was cut off stays so.
 */
export class RecordingMarks {
  readonly #file: string;
  readonly #ended: boolean;
  #seq: number;
  #bytes: number;
  #adding: Promise<unknown> = Promise.resolve();

  constructor({ file, lastSeq, ended, bytes }: FileReach) {
    this.#file = file;
    this.#seq = lastSeq;
    this.#ended = ended;
    this.#bytes = bytes;
  }

  /** Sets a mark at `at` milliseconds. Fails with a sentence, and then adds nothing. */
  add(label: string, at: number, about: number | undefined): Promise<Result<PlacedMark>> {
    const adding = this.#adding.then(() => this.#add(label, at, about));
    this.#adding = adding;
    return adding;
  }

  async #add(label: string, at: number, about: number | undefined): Promise<Result<PlacedMark>> {
    const seq = this.#seq + 1;
    const record: MarkRecord = { type: 'mark', seq, at, label, ...(about === undefined ? {} : { about }) };
    try {
      const lead = await this.#lead();
      if (lead === undefined) {
        return err(`${this.#file} has changed since it was opened. Open it again to set marks in it.`);
      }
      const line = encodeRecord(record);
      const end = this.#ended ? `${encodeRecord({ type: 'end', seq: seq + 1, at })}\n` : '';
      const bytes = Buffer.from(`${lead}${line}\n${end}`);
      await appended(this.#file, bytes);
      const offset = this.#bytes + lead.length;
      this.#bytes += bytes.length;
      this.#seq = this.#ended ? seq + 1 : seq;
      return ok({ record, offset, length: Buffer.byteLength(line) });
    } catch (error) {
      return err(`The mark cannot be written to ${this.#file}: ${fileFailure(error)}.`);
    }
  }

  /** What must stand before a new line: a line feed after a cut-off one. Undefined where the file has changed. */
  async #lead(): Promise<string | undefined> {
    const handle = await open(this.#file, 'r');
    try {
      if ((await handle.stat()).size !== this.#bytes) return undefined;
      const last = Buffer.alloc(1);
      await handle.read(last, 0, 1, Math.max(0, this.#bytes - 1));
      return this.#bytes === 0 || last[0] === 0x0a ? '' : '\n';
    } finally {
      await handle.close();
    }
  }
}

async function appended(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'a');
  try {
    await handle.appendFile(bytes);
  } finally {
    await handle.close();
  }
}

import { createWriteStream } from 'node:fs';
import { appendFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Header, MarkRecord } from '../../app/frame/record.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { locked } from '../system/file-lock.ts';
import { makeFolder } from '../system/own-folder.ts';
import { readUpTo, streamRegular, withRegular } from '../system/regular-file.ts';
import type { FileReach } from './loaded-chunk.ts';

/** A bookmark in its file: its place in bytes, without the line feed. */
type WrittenBookmark = { readonly record: MarkRecord; readonly offset: number; readonly length: number };

/** Appends bookmarks, and a new `end` if there was one: recorded bytes are never rewritten. */
export class RecordingBookmarks {
  readonly #file: string;
  readonly #ended: boolean;
  #seq: number;
  #bytes: number;

  constructor({ file, lastSeq, ended, bytes }: FileReach) {
    this.#file = file;
    this.#seq = lastSeq;
    this.#ended = ended;
    this.#bytes = bytes;
  }

  /** Adds a bookmark at `at` milliseconds. On failure returns a sentence and adds nothing. */
  async add(label: string, at: number, about: number | undefined): Promise<Result<WrittenBookmark>> {
    try {
      return await locked(this.#file, () => this.#add(label, at, about));
    } catch (error) {
      return err(`The bookmark cannot be written to ${this.#file}: ${fileFailure(error)}.`);
    }
  }

  async #add(label: string, at: number, about: number | undefined): Promise<Result<WrittenBookmark>> {
    const seq = this.#seq + 1;
    const record: MarkRecord = { type: 'mark', seq, at, label, ...(about === undefined ? {} : { about }) };
    const lead = await this.#lead();
    if (lead === undefined) {
      return err(`${this.#file} has changed since it was opened. Open it again to set bookmarks in it.`);
    }
    const line = encodeRecord(record);
    const end = this.#ended ? `${encodeRecord({ type: 'end', seq: seq + 1, at })}\n` : '';
    const bytes = Buffer.from(`${lead}${line}\n${end}`);
    await appendFile(this.#file, bytes);
    const offset = this.#bytes + lead.length;
    this.#bytes += bytes.length;
    this.#seq = this.#ended ? seq + 1 : seq;
    return ok({ record, offset, length: Buffer.byteLength(line) });
  }

  /** The prefix of a new line: a line feed after an incomplete line. Undefined if the file has changed. */
  async #lead(): Promise<string | undefined> {
    return withRegular(this.#file, async (handle) => {
      if ((await handle.stat()).size !== this.#bytes) return undefined;
      const [last = LINE_FEED] = await readUpTo(handle, Math.max(0, this.#bytes - 1), 1);
      return last === LINE_FEED ? '' : '\n';
    });
  }
}

const LINE_FEED = 0x0a;

type CopySource = {
  readonly reach: FileReach;
  /** Replaces the first line; undefined to copy the file unchanged. */
  readonly header?: Header | undefined;
  /** A free path for the copy; called once. */
  readonly newPath: () => string;
};

/** Keeps the bookmarks of a file that cannot contain them: the first one creates a recording for them. */
export class BookmarkedCopy {
  readonly #source: CopySource;
  #path = '';
  #bookmarks: RecordingBookmarks | undefined;
  #adding: Promise<unknown> = Promise.resolve();

  constructor(source: CopySource) {
    this.#source = source;
  }

  /** Where the bookmarks are stored; empty before the first one. */
  get path(): string {
    return this.#path;
  }

  /** Adds a bookmark to the copy. On failure returns a sentence and adds nothing. */
  add(label: string, at: number, about: number | undefined): Promise<Result<null>> {
    const adding = this.#adding.then(() => this.#add(label, at, about));
    this.#adding = adding;
    return adding;
  }

  async #add(label: string, at: number, about: number | undefined): Promise<Result<null>> {
    if (this.#bookmarks === undefined) {
      const made = await copied(this.#source);
      if (!made.ok) return made;
      this.#bookmarks = new RecordingBookmarks(made.value);
      this.#path = made.value.file;
    }
    const added = await this.#bookmarks.add(label, at, about);
    return added.ok ? ok(null) : added;
  }
}

async function copied({ reach, header, newPath }: CopySource): Promise<Result<FileReach>> {
  const path = newPath();
  const part = `${path}.part`;
  try {
    await makeFolder(dirname(path));
    // Later additions, such as earlier bookmarks of this run, belong to the file as read.
    const bytes = await streamRegular(reach.file, { end: Math.max(0, reach.bytes - 1) });
    const pieces = header === undefined ? bytes : withHeader(bytes, encodeHeader(header));
    await pipeline(pieces, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    await rename(part, path);
    return ok({ ...reach, file: path, bytes: (await stat(path)).size });
  } catch (error) {
    await rm(part, { force: true });
    return err(
      `The copy that keeps the bookmarks cannot be written to ${path}: ${writeFailure(error, path)}.`,
    );
  }
}

async function* withHeader(bytes: Readable, line: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${line}\n`);
  let past = false;
  for await (const piece of bytes) {
    if (!(piece instanceof Uint8Array)) throw new Error('a file stream that gives no bytes');
    if (past) yield piece;
    else {
      const end = piece.indexOf(LINE_FEED);
      past = end >= 0;
      if (past) yield piece.subarray(end + 1);
    }
  }
}

import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { SectionReader, SectionWriter } from '../../app/frame/growing-column.ts';
import { readUpTo, withRegular } from '../system/regular-file.ts';

/** Identifies the file type and the layout of its columns; a new layout gets a new number. */
const MAGIC = 'TSIDX003';
/** The magic, the CRC-32 of everything after these two, and the lengths of the name and the head in bytes. */
const FIXED_BYTES = 24;
const SUMMED_FROM = 12;
/** How much is written, read or summed before other work gets a turn, in bytes. */
const PIECE_BYTES = 4 * 1024 * 1024;
const ALIGNMENT = 8;
/** No system has longer paths. */
const MAX_NAME_BYTES = 65_536;

export type Saved<Value> = { readonly value: Value; readonly sections: SectionReader };

type Head = { readonly value: unknown; readonly lengths: readonly number[] };

/** Collects sections without copying their bytes. */
export class SectionList implements SectionWriter {
  readonly sections: (readonly Uint8Array[])[] = [];

  add(pieces: readonly Uint8Array[]): number {
    return this.sections.push(pieces) - 1;
  }
}

/** Atomically replaces an older file with a value and its sections; `name` can be read on its own. */
export async function writeIndexFile(
  path: string,
  { name, value }: { readonly name: string; readonly value: unknown },
  { sections }: SectionList,
): Promise<void> {
  const lengths = sections.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
  const part = `${path}.${process.pid}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    const nameBytes = Buffer.from(name);
    const head = serialize({ value, lengths } satisfies Head);
    const fixed = Buffer.alloc(FIXED_BYTES);
    fixed.write(MAGIC, 'latin1');
    fixed.writeUInt32LE(nameBytes.length, 12);
    fixed.writeUInt32LE(head.length, 16);
    const writer = new SummingWriter(handle, crc32(fixed.subarray(SUMMED_FROM)));
    await writer.add(nameBytes);
    await writer.pad();
    await writer.add(head);
    await writer.pad();
    for (const pieces of sections) {
      for (const piece of pieces) await writer.add(piece);
      await writer.pad();
    }
    await writer.flush();
    fixed.writeUInt32LE(writer.sum, 8);
    await handle.write(fixed, 0, FIXED_BYTES, 0);
    await handle.close();
    await rename(part, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** Writes in large pieces after the fixed part, and computes their sum. */
class SummingWriter {
  sum: number;
  readonly #handle: FileHandle;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #at = FIXED_BYTES;

  constructor(handle: FileHandle, sum: number) {
    this.#handle = handle;
    this.sum = sum;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    if (this.#held >= PIECE_BYTES) await this.flush();
  }

  async pad(): Promise<void> {
    await this.add(new Uint8Array(padding(this.#at + this.#held)));
  }

  async flush(): Promise<void> {
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#held = 0;
    this.sum = crc32(all, this.sum);
    for (let done = 0; done < all.length; ) {
      const { bytesWritten } = await this.#handle.write(all, done, all.length - done, this.#at);
      done += bytesWritten;
      this.#at += bytesWritten;
    }
  }
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT;
}

/** Reads what `writeIndexFile` wrote; the caller validates it. Rejects for a damaged or different file. */
export async function readIndexFile(path: string): Promise<Saved<unknown>> {
  return withRegular(path, async (handle) => {
    const { size } = await handle.stat();
    const fixed = await readUpTo(handle, 0, FIXED_BYTES);
    checkMagic(fixed);
    const nameLength = fixed.readUInt32LE(12);
    const headStart = FIXED_BYTES + nameLength + padding(nameLength);
    const headEnd = headStart + fixed.readUInt32LE(16);
    const start = headEnd + padding(headEnd);
    if (start > size) throw new Error('it is damaged');
    // Apart from the sections, which stay in memory.
    const head = await readSummed(handle, 0, start, 0);
    const { bytes, sum } = await readSummed(handle, start, size, head.sum);
    if (sum !== fixed.readUInt32LE(8)) throw new Error('it is damaged');
    const { value, lengths }: Head = deserialize(head.bytes.subarray(headStart, headEnd));
    const starts: number[] = [];
    let at = 0;
    for (const length of lengths) {
      starts.push(at);
      at += length + padding(at + length);
    }
    if (start + at !== size) throw new Error('it is damaged');
    const section = (number: number) => {
      const [start, length] = [starts[number], lengths[number]];
      if (start === undefined || length === undefined) throw new Error(`it has no section ${number}`);
      return bytes.subarray(start, start + length);
    };
    return { value, sections: { at: section } };
  });
}

/** The bytes from `start` up to `end`, and the sum of the file so far. Rejects if there are fewer. */
async function readSummed(handle: FileHandle, start: number, end: number, before: number) {
  const bytes = new Uint8Array(end - start);
  let sum = before;
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(PIECE_BYTES, bytes.length - at);
    const { bytesRead } = await handle.read(bytes, at, length, start + at);
    if (bytesRead === 0) throw new Error('it is shorter than it was');
    sum = crc32(bytes.subarray(Math.max(at, SUMMED_FROM - start), at + bytesRead), sum);
    at += bytesRead;
    await setImmediate();
  }
  return { bytes, sum };
}

/** The name in an index file. Rejects for any other file. */
export async function nameOfIndexFile(path: string): Promise<string> {
  return withRegular(path, async (handle) => {
    const fixed = await readUpTo(handle, 0, FIXED_BYTES);
    checkMagic(fixed);
    const length = Math.min(fixed.readUInt32LE(12), MAX_NAME_BYTES);
    return (await readUpTo(handle, FIXED_BYTES, length)).toString();
  });
}

function checkMagic(bytes: Uint8Array): void {
  if (Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC)
    throw new Error('it is not an index');
}

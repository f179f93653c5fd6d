import { constants, fstatSync, writeSync } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../system/own-folder.ts';
import { readUpTo } from '../system/regular-file.ts';

export type RecordingSink = {
  /** Writes some or all of the bytes; returns how many. */
  write(bytes: Uint8Array): Promise<number>;
  /** The state of the file, whatever its name; `changed` is the ctime, which no program can set back. */
  now(): Promise<{ readonly size: number; readonly changed: bigint; readonly links: number }>;
  /** Whether its path still leads to it, to another file, or nowhere. */
  place(): Promise<'same' | 'other' | 'none'>;
  /** Up to `length` bytes written before; fewer if the file ends earlier. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Syncs everything to disk, then closes the file. */
  close(): Promise<void>;
};

/**
 * Creates a recording readable by its owner only, or opens the empty file reserved for it. Rejects on disk errors.
 * `waits` is for a thread that does nothing else: it writes in the same turn, so that nothing starves between its steps.
 */
export async function openRecordingSink(file: string, { waits = false } = {}): Promise<RecordingSink> {
  await makeFolder(dirname(file));
  const kept = await lstat(file).catch(() => undefined);
  const isKept = kept?.isFile() === true && kept.size === 0;
  const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDWR } = constants;
  // Does not follow a link. Written data can be read back even if the file was renamed or deleted.
  const handle = await open(file, O_RDWR | O_APPEND | (isKept ? O_NOFOLLOW : O_CREAT | O_EXCL), 0o600);
  return {
    write: async (bytes) => (waits ? writeSync(handle.fd, bytes) : (await handle.write(bytes)).bytesWritten),
    // Takes a microsecond. On a busy machine each turn through the pool would delay the write by tens of milliseconds.
    now: async () => {
      const { size, ctimeNs, nlink } = fstatSync(handle.fd, { bigint: true });
      return { size: Number(size), changed: ctimeNs, links: Number(nlink) };
    },
    place: () => placeOf(file, handle),
    read: (offset, length) => readUpTo(handle, offset, length),
    close: async () => {
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

/** Whether a path leads to the file of an open handle, to another file, or nowhere. */
export async function placeOf(path: string, handle: FileHandle): Promise<'same' | 'other' | 'none'> {
  const mine = await handle.stat({ bigint: true });
  try {
    const there = await stat(path, { bigint: true });
    return there.dev === mine.dev && there.ino === mine.ino ? 'same' : 'other';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'none';
    throw error;
  }
}

/** A change that another program made to a growing recording. */
type FileHarm = 'deleted' | 'renamed or moved' | 'replaced' | 'truncated' | 'overwritten';

/** After this many changes without damage, the file is checked only once its size has doubled. */
const MAX_FALSE_ALARMS = 3;

/** Compares a growing file with what this process wrote to it. */
export class HarmWatch {
  readonly #sink: RecordingSink;
  #size = 0;
  #changed = 0n;
  #falseAlarms = 0;
  #sizeAtAlarm = 0;
  /** True after another program's change, until the file was checked. */
  #isTouched = false;

  constructor(sink: RecordingSink) {
    this.#sink = sink;
  }

  /** Records the state of the file after a write of this process; `bytes` is the number written. */
  async wrote(bytes: number): Promise<void> {
    this.#size += bytes;
    this.#changed = (await this.#sink.now()).changed;
  }

  /** The change to the file since; `place` also checks its path, which costs as much as a write. */
  async harm(place: boolean, isWhole: () => Promise<boolean>): Promise<FileHarm | undefined> {
    const { size, changed, links } = await this.#sink.now();
    if (place) {
      const found = await this.#sink.place();
      if (found === 'other') return 'replaced';
      if (found === 'none') return links === 0 ? 'deleted' : 'renamed or moved';
    }
    if (size < this.#size) return 'truncated';
    if (size > this.#size) return 'overwritten';
    if (size > 0 && changed !== this.#changed) this.#isTouched = true;
    if (!this.#isTouched) return undefined;
    if (this.#falseAlarms >= MAX_FALSE_ALARMS && size < 2 * this.#sizeAtAlarm) return undefined;
    if (!(await isWhole())) return 'overwritten';
    this.#isTouched = false;
    this.#falseAlarms += 1;
    this.#sizeAtAlarm = size;
    this.#changed = changed;
    return undefined;
  }
}

import { constants } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../system/own-folder.ts';
import { readUpTo } from '../system/regular-file.ts';

export type RecordingSink = {
  /** Writes some or all of the bytes and says how many. */
  write(bytes: Uint8Array): Promise<number>;
  /** The file itself, by whatever name; `changed` is the time that no program can set back. */
  now(): Promise<{ readonly size: number; readonly changed: bigint; readonly links: number }>;
  /** Whether its path still leads to it, to another file, or nowhere. */
  place(): Promise<'same' | 'other' | 'none'>;
  /** Up to `length` bytes that were written before; fewer if the file ends earlier. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Brings everything to the disk itself, then lets go of the file. */
  close(): Promise<void>;
};

/** Makes a recording for its owner only, also in the empty file that was kept for it. Rejects as the disk does. */
export async function openRecordingSink(file: string): Promise<RecordingSink> {
  await makeFolder(dirname(file));
  const kept = await lstat(file).catch(() => undefined);
  const isKept = kept?.isFile() === true && kept.size === 0;
  const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDWR } = constants;
  // A link in the file's place is not followed. What was written can be read back when the file has lost its name.
  const handle = await open(file, O_RDWR | O_APPEND | (isKept ? O_NOFOLLOW : O_CREAT | O_EXCL), 0o600);
  return {
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    now: async () => {
      const { size, ctimeNs, nlink } = await handle.stat({ bigint: true });
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

/** Whether a path leads to the file of an open handle, to another one, or nowhere. */
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

/** What another program did to a recording while it grew. */
type FileHarm = 'deleted' | 'renamed or moved' | 'replaced' | 'truncated' | 'overwritten';

/** So often a changed time without damage is looked into, and then only when the file has doubled since. */
const MAX_FALSE_ALARMS = 3;

/** Compares a growing file with what this process wrote to it. */
export class HarmWatch {
  readonly #sink: RecordingSink;
  #size = 0;
  #changed = 0n;
  #falseAlarms = 0;
  #sizeAtAlarm = 0;
  /** True from a change of another program until the file has been looked into. */
  #isTouched = false;

  constructor(sink: RecordingSink) {
    this.#sink = sink;
  }

  /** Takes note of the file after a write of its owner; `bytes` is how many were written. */
  async wrote(bytes: number): Promise<void> {
    this.#size += bytes;
    this.#changed = (await this.#sink.now()).changed;
  }

  /** What was done to the file since; `place` asks for its name too, which costs as much as a write. */
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

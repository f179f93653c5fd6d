import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_PROJECT, type ProjectSettings } from '../../app/session/project/project-file.ts';
import { makeFolder } from '../system/own-folder.ts';
import { withRegular } from '../system/regular-file.ts';
import { nameOfIndexFile, readIndexFile, SectionList, writeIndexFile } from './index-file.ts';
import type { LoadedEnd } from './loaded-chunk.ts';
import { type SavedParts, SessionParts } from './session-parts.ts';

/** A smaller recording is read as quickly as its index. */
const MIN_BYTES = 4_000_000;
/** All indexes together; the oldest are thrown away. */
const MAX_BYTES = 1_000_000_000;
/** More findings and failures take as long to write and to read as the frames. */
const MAX_FOUND = 50_000;
/** A file that was written to this recently may still be. */
const SETTLED_MS = 2000;
/** A part of an index that is older was left by an app that ended early. */
const MAX_WRITING_MS = 3_600_000;
/** The bytes of a file that are compared: its ends, and some in between. */
const END_BYTES = 64 * 1024;
const SAMPLES = 32;
const SAMPLE_BYTES = 4096;
const SUFFIX = '.index';

/** By what a file is known to be the one that was read, by this build of the app. */
type FileStamp = {
  readonly path: string;
  readonly build: string;
  readonly size: string;
  readonly modifiedNs: string;
  readonly inode: string;
  readonly digest: string;
  /** A digest of what the project file said when the file was judged; empty for nothing. */
  readonly project: string;
};

type Kept = { readonly stamp: FileStamp; readonly end: LoadedEnd; readonly parts: SavedParts };

type SavedRecording = { readonly end: LoadedEnd; readonly parts: SessionParts };

type Options = {
  readonly folder: string;
  /** Another text whenever the app, and with it a rule, may have become another. */
  readonly build: string;
  readonly leastBytes?: number;
  readonly mostBytes?: number;
  /** The time in milliseconds since 1970. */
  readonly now?: () => number;
};

/**
 * What large recordings came to when they were read: rows, places, findings and facts, so that the next opening need
 * not read the file again. An index that does not fit its file, or is damaged, is as good as none.
 */
export class KeptIndexes {
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { leastBytes: MIN_BYTES, mostBytes: MAX_BYTES, now: Date.now, ...options };
  }

  /** What the file is by now; undefined for one that gets no index. */
  async stampOf(path: string, settings?: ProjectSettings): Promise<FileStamp | undefined> {
    const { build, leastBytes } = this.#options;
    try {
      const found = await stat(path, { bigint: true });
      if (!found.isFile() || found.size < leastBytes) return undefined;
      const { size, mtimeNs, ino } = found;
      const digest = await sampledDigest(path, Number(size));
      const project = digestOf(settings);
      return { path, build, size: `${size}`, modifiedNs: `${mtimeNs}`, inode: `${ino}`, digest, project };
    } catch {
      // Whoever reads the file says why it cannot be read.
      return undefined;
    }
  }

  /** What a recording came to when it was read last; undefined if it has to be read. */
  async find(stamp: FileStamp): Promise<SavedRecording | undefined> {
    const path = this.#pathOf(stamp);
    try {
      const { value, sections } = await readIndexFile(path);
      const kept = value as Kept;
      if (!isSame(kept.stamp, stamp)) return undefined;
      const now = this.#options.now() / 1000;
      await utimes(path, now, now);
      const parts = new SessionParts();
      parts.restore(kept.parts, sections);
      return { end: kept.end, parts };
    } catch {
      // It is missing, or not to be trusted: the file is read.
      return undefined;
    }
  }

  /** Keeps what the file with this stamp came to, unless it has changed since. Never rejects. */
  async keep(stamp: FileStamp, end: LoadedEnd, parts: SessionParts): Promise<void> {
    const { folder, mostBytes, now } = this.#options;
    if (parts.found > MAX_FOUND || now() - Number(stamp.modifiedNs) / 1e6 < SETTLED_MS) return;
    const sections = new SectionList();
    const kept: Kept = { stamp, end, parts: parts.save(sections) };
    try {
      const found = await this.stampOf(stamp.path);
      if (found === undefined || !isSame({ ...found, project: stamp.project }, stamp)) return;
      await makeFolder(folder);
      await writeIndexFile(this.#pathOf(stamp), { name: stamp.path, value: kept }, sections);
      await this.tidy();
      await dropOldest(folder, mostBytes);
    } catch {
      // An index that cannot be kept costs only time.
    }
  }

  /** Throws away the index of every file that is not there any more. Never rejects. */
  async tidy(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch(() => []);
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const file = name.endsWith(SUFFIX) ? await nameOfIndexFile(path).catch(() => '') : '';
        const isNeeded = name.endsWith(SUFFIX)
          ? await stat(file).catch(() => undefined)
          : // Another start of the app may be writing it.
            this.#options.now() - (await changedAt(path)) < MAX_WRITING_MS;
        if (!isNeeded) await rm(path, { force: true }).catch(() => undefined);
      }),
    );
  }

  #pathOf({ path }: FileStamp): string {
    return join(
      this.#options.folder,
      `${createHash('sha256').update(path).digest('hex').slice(0, 32)}${SUFFIX}`,
    );
  }
}

/** Only what is said of rules and calls decides what is found. */
function digestOf({ rules, expected }: ProjectSettings = NO_PROJECT): string {
  if (Object.keys(rules).length + expected.length === 0) return '';
  return createHash('sha256').update(JSON.stringify({ rules, expected })).digest('hex');
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

function isSame(one: FileStamp, other: FileStamp): boolean {
  return (Object.keys(other) as (keyof FileStamp)[]).every((key) => one[key] === other[key]);
}

async function sampledDigest(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  return withRegular(path, async (handle) => {
    const buffer = Buffer.alloc(END_BYTES);
    const take = async (at: number, length: number): Promise<void> => {
      const { bytesRead } = await handle.read(buffer, 0, length, at);
      hash.update(buffer.subarray(0, bytesRead));
    };
    await take(0, END_BYTES);
    for (let sample = 1; sample < SAMPLES; sample += 1)
      await take(Math.floor((size * sample) / SAMPLES), SAMPLE_BYTES);
    await take(Math.max(0, size - END_BYTES), END_BYTES);
    return hash.digest('hex');
  });
}

async function dropOldest(folder: string, mostBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { path: join(folder, name), size, mtimeMs };
    }),
  );
  let room = mostBytes;
  for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    room -= size;
    if (room < 0) await rm(path, { force: true });
  }
}

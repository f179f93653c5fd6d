import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_PROJECT, type ProjectSettings } from '../../app/session/project/project-file.ts';
import { makeFolder } from '../system/own-folder.ts';
import { withRegular } from '../system/regular-file.ts';
import { nameOfIndexFile, readIndexFile, SectionList, writeIndexFile } from './index-file.ts';
import type { LoadedEnd } from './loaded-chunk.ts';
import { type SavedParts, SessionParts } from './session-parts.ts';

/** A smaller recording is read as fast as its index. */
const MIN_BYTES = 4_000_000;
/** The size limit of all indexes together; the oldest are deleted. */
const MAX_BYTES = 1_000_000_000;
/** More findings take as long to write and read as the frames. */
const MAX_FOUND = 200_000;
/** A file modified this recently may still be written to. */
const SETTLED_MS = 2000;
/** An older partial index was left by an app that ended early. */
const MAX_WRITING_MS = 3_600_000;
/** The bytes of a file that are compared: both ends and some samples in between. */
const END_BYTES = 64 * 1024;
const SAMPLES = 32;
const SAMPLE_BYTES = 4096;
const SUFFIX = '.index';

/** Identifies a file as read by this build of the app. */
type FileStamp = {
  readonly path: string;
  readonly build: string;
  readonly size: string;
  readonly modifiedNs: string;
  readonly inode: string;
  readonly digest: string;
  /** A digest of the project file that applied to the analysis; empty for none. */
  readonly project: string;
};

type Kept = { readonly stamp: FileStamp; readonly end: LoadedEnd; readonly parts: SavedParts };

type SavedRecording = { readonly end: LoadedEnd; readonly parts: SessionParts };

type Options = {
  readonly folder: string;
  /** Changes whenever the app, and thus a rule, may have changed. */
  readonly build: string;
  readonly leastBytes?: number;
  readonly mostBytes?: number;
  /** The current time in milliseconds since 1970. */
  readonly now?: () => number;
};

/**
 * The analysis of large recordings: rows, places, findings and facts, so that the file need not be read again the next
 * time. An index that is damaged or does not match its file is ignored.
 */
export class IndexCache {
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { leastBytes: MIN_BYTES, mostBytes: MAX_BYTES, now: Date.now, ...options };
  }

  /** The current stamp of the file; undefined if it gets no index. */
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
      // The reader of the file reports why it fails.
      return undefined;
    }
  }

  /** The saved analysis of a recording; undefined if the file must be read. */
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
      // Missing or not to be trusted: the file is read.
      return undefined;
    }
  }

  /** Saves the analysis of the file with this stamp, unless it has changed since. Never rejects. */
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
      // A missing index only costs time.
    }
  }

  /** Deletes the indexes of files that no longer exist. Never rejects. */
  async tidy(): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch(() => []);
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const file = name.endsWith(SUFFIX) ? await nameOfIndexFile(path).catch(() => '') : '';
        const isNeeded = name.endsWith(SUFFIX)
          ? await stat(file).catch(() => undefined)
          : // Another instance of the app may be writing it.
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

/** Only the settings for rules and calls affect the analysis. */
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

import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { isSameServer, type ServerTraits, traitsOf } from '../../app/session/same-server.ts';
import { startOf } from '../session/command-line.ts';
import { readUpTo, withRegular } from '../system/regular-file.ts';
import { RecordLines } from './load-recording.ts';
import { probeResultFile } from './recording-file.ts';
import { type ListedRecording, listRecordings } from './recording-shelf.ts';

type RecordedRun = ServerTraits & {
  readonly file: string;
  /** ISO 8601. */
  readonly startedAt: string;
};

type Head = {
  readonly startedAt: string;
  readonly label: string;
  readonly sessions: readonly ServerTraits[];
};

/** The start of a file; undefined for a probe's recording or a file without sessions. */
type ReadStart = {
  readonly head: Head | undefined;
  /** The size of the file when read: an incomplete start is reread once the file has grown. */
  readonly bytes: number;
};

type Listing = { readonly stamp: string; readonly files: readonly ListedRecording[] };

/** The command and the handshake are in the first records. */
const HEAD_BYTES = 256 * 1024;
const MAX_READ = 200;
const MAX_GIVEN = 30;

/** Finds the earlier recordings of a server. A folder is listed again when it changes; each start is read once. */
export class EarlierRecordings {
  readonly #folder: string;
  readonly #list: typeof listRecordings;
  readonly #listings = new Map<string, Listing>();
  readonly #starts = new Map<string, ReadStart>();

  /** `folder` contains the app's own recordings. */
  constructor(folder: string, list: typeof listRecordings = listRecordings) {
    this.#folder = folder;
    this.#list = list;
  }

  /** The recordings of the same server that began before this run, newest first, without probes. */
  async of(run: RecordedRun): Promise<readonly EarlierRecording[]> {
    const own = run.file === '' ? [] : [dirname(resolve(run.file))];
    const folders = new Set([resolve(this.#folder), ...own]);
    const lists = await Promise.all([...folders].map((folder) => this.#filesIn(folder)));
    const newest = lists
      .flat()
      .sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt))
      .slice(0, MAX_READ);
    const found: EarlierRecording[] = [];
    for (const { path, name, sizeBytes } of newest) {
      if (resolve(path) === resolve(run.file || '.')) continue;
      const head = await this.#head(path);
      if (head === undefined || head.startedAt >= run.startedAt) continue;
      const place = head.sessions.findLastIndex((session) => isSameServer(session, run));
      if (place < 0) continue;
      found.push({ path, name, sizeBytes, startedAt: head.startedAt, label: head.label, place });
    }
    return found.sort((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, MAX_GIVEN);
  }

  /** The recordings in a folder, whose modification time changes with each file added, removed or renamed. */
  async #filesIn(folder: string): Promise<readonly ListedRecording[]> {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) return [];
    const stamp = `${found.ino} ${found.mtimeMs}`;
    const known = this.#listings.get(folder);
    if (known?.stamp === stamp) return known.files;
    const files = await this.#list(folder).catch(() => []);
    this.#listings.set(folder, { stamp, files });
    return files;
  }

  async #head(path: string): Promise<Head | undefined> {
    const known = this.#starts.get(path);
    if (known !== undefined && known.bytes >= HEAD_BYTES) return known.head;
    const { size: bytes = 0 } = (await stat(path).catch(() => undefined)) ?? {};
    if (known?.bytes === bytes) return known.head;
    const isProbe = await stat(probeResultFile(path)).catch(() => undefined);
    const head = isProbe === undefined ? await readHead(path).catch(() => undefined) : undefined;
    this.#starts.set(path, { head, bytes });
    return head;
  }
}

async function readHead(path: string): Promise<Head | undefined> {
  const bytes = await withRegular(path, (handle) => readUpTo(handle, 0, HEAD_BYTES));
  const reader = new RecordingReader();
  const log = new LogModel();
  const lines = new RecordLines(reader, (record) => void log.take(record));
  lines.push(bytes);
  if (reader.refusal !== '' || log.sessionNames.length === 0) return undefined;
  const sessions = log.sessionNames.map((name) => {
    const { server } = log.model(name).facts.peers;
    return traitsOf({ ...startOf(log.sessionRecord(name)), server });
  });
  const label = log.sessionNames.map((name) => log.sessionRecord(name)?.label ?? name).join(', ');
  return { startedAt: reader.header.startedAt, label, sessions };
}

import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { EarlierRecording } from '../../app/contract/recording-commands.ts';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { isSameServer, type ServerTraits, traitsOf } from '../../app/session/same-server.ts';
import { startOf } from '../session/recorded-start.ts';
import { openRegular } from '../system/regular-file.ts';
import { RecordLines } from './record-lines.ts';
import { probeResultFile } from './recording-file.ts';
import { listRecordings } from './recording-shelf.ts';

/** The recording whose predecessors are looked for. */
export type RecordedRun = ServerTraits & {
  readonly file: string;
  /** ISO 8601. */
  readonly startedAt: string;
};

type Head = {
  readonly startedAt: string;
  readonly label: string;
  readonly sessions: readonly ServerTraits[];
};

/** The command and the handshake stand in the first records. */
const HEAD_BYTES = 256 * 1024;
const MOST_READ = 200;
const MOST_GIVEN = 30;

/** Finds the earlier recordings of a server; what the start of a file says is read once. */
export class EarlierRecordings {
  readonly #folder: string;
  readonly #heads = new Map<string, { readonly stamp: string; readonly head: Head | undefined }>();

  /** `folder` is that of the app's own recordings. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The recordings of the same server that began before this run, the newest first: from the app's folder and from
   * that of the run's own file. Recordings of probes are left out, and so are files that cannot be read.
   */
  async of(run: RecordedRun): Promise<readonly EarlierRecording[]> {
    const own = run.file === '' ? [] : [dirname(resolve(run.file))];
    const folders = new Set([resolve(this.#folder), ...own]);
    const lists = await Promise.all([...folders].map((folder) => listRecordings(folder).catch(() => [])));
    const newest = lists
      .flat()
      .sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt))
      .slice(0, MOST_READ);
    const found: EarlierRecording[] = [];
    for (const { path, name, sizeBytes, modifiedAt } of newest) {
      if (resolve(path) === resolve(run.file || '.')) continue;
      const head = await this.#head(path, `${sizeBytes} ${modifiedAt}`);
      if (head === undefined || head.startedAt >= run.startedAt) continue;
      if (!head.sessions.some((session) => isSameServer(session, run))) continue;
      found.push({ path, name, sizeBytes, startedAt: head.startedAt, label: head.label });
    }
    return found.sort((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, MOST_GIVEN);
  }

  async #head(path: string, stamp: string): Promise<Head | undefined> {
    const known = this.#heads.get(path);
    if (known?.stamp === stamp) return known.head;
    const isProbe = await stat(probeResultFile(path)).catch(() => undefined);
    const head = isProbe === undefined ? await readHead(path).catch(() => undefined) : undefined;
    this.#heads.set(path, { stamp, head });
    return head;
  }
}

/** What the first records of a file say of its sessions. Rejects for a file that cannot be read. */
async function readHead(path: string): Promise<Head | undefined> {
  const handle = await openRegular(path);
  const bytes = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await handle.read(bytes, 0, HEAD_BYTES, 0).finally(() => handle.close());
  const reader = new RecordingReader();
  const log = new LogModel();
  const lines = new RecordLines(reader, (record) => void log.take(record));
  lines.push(bytes.subarray(0, bytesRead));
  if (reader.refusal !== '' || log.sessionNames.length === 0) return undefined;
  const sessions = log.sessionNames.map((name) => {
    const { server } = log.model(name).facts.peers;
    return traitsOf({ ...startOf(log.sessionRecord(name)), server });
  });
  const label = log.sessionNames.map((name) => log.sessionRecord(name)?.label ?? name).join(', ');
  return { startedAt: reader.header.startedAt, label, sessions };
}

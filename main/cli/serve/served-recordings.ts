import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { foreignText } from '../../../app/base/foreign-text.ts';
import { groupedBy } from '../../../app/base/grouped-by.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { namedBelow } from '../../../app/contract/agent/answer.ts';
import { HostCaller, runningHost } from '../../carrier/running-host.ts';
import { recordingsAt } from '../../recording/import/read-any-recording.ts';
import { listRecordings } from '../../recording/recording-library.ts';
import { runningTaps } from '../../tap/tap-registry.ts';

export type ServedFile = {
  /** The name to request it by, as displayed: its file name, or the typed path if two files share that name. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
};

/** A file, with its state in the running app and taps. */
export type ServedRecording = ServedFile & {
  /** True while the running app or a tap writes it. */
  readonly isLive: boolean;
};

const MAX_NAME_CHARS = 400;

type Place = {
  readonly dataFolder: string;
  /** Recordings and folders to serve in addition to the data folder. */
  readonly paths: readonly string[];
};

/** The recordings of the data folder and those named on the command line; agents can access nothing else. */
export class ServedRecordings {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** All recordings: live ones first, then newest first. Unreadable paths are left out. */
  async list(): Promise<readonly ServedRecording[]> {
    const live = await liveFiles(this.#place.dataFolder);
    const files = await this.files();
    return files
      .map((file) => ({ ...file, isLive: live.has(resolve(file.path)) }))
      .sort((a, b) => Number(b.isLive) - Number(a.isLive) || b.modifiedAt.localeCompare(a.modifiedAt));
  }

  /** The same files in no particular order, without asking the running app which of them it writes. */
  async files(): Promise<readonly ServedFile[]> {
    const { dataFolder, paths } = this.#place;
    const own = await listRecordings(join(dataFolder, 'recordings')).catch(() => []);
    const named = await Promise.all(paths.map(filesAt));
    const seen = new Map<string, Omit<ServedFile, 'name'>>();
    for (const file of [...own, ...named.flat()]) seen.set(resolve(file.path), file);
    const files = [...seen.values()];
    const byName = groupedBy(files, ({ path }) => foreignText(basename(path), MAX_NAME_CHARS));
    return [...byName].flatMap(([name, own]) =>
      own.map((file) => ({
        ...file,
        name: own.length === 1 ? name : foreignText(file.path, MAX_NAME_CHARS),
      })),
    );
  }

  /**
   * The recording with this name; by default the first of the list. Fails with a sentence that says what to do next.
   */
  async find(name?: string): Promise<Result<ServedRecording>> {
    const all = await this.list();
    const [first] = all;
    if (first === undefined)
      return err('There is no recording yet. Connect to a server in the app, or put a tap in front of it.');
    if (name === undefined) return ok(first);
    const found = all.find((one) => one.name === name) ?? only(all.filter((one) => one.name.includes(name)));
    if (found !== undefined) return ok(found);
    return err(
      namedBelow('There is no such recording; list_recordings names them all. The newest is', [first.name]),
    );
  }
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

async function filesAt(path: string): Promise<Omit<ServedFile, 'name'>[]> {
  const files = await recordingsAt(path);
  if (!files.ok) return [];
  const found = await Promise.all(
    files.value.map(async (file) => {
      const known = await stat(file).catch(() => undefined);
      if (known === undefined || !known.isFile()) return [];
      return [{ path: file, sizeBytes: known.size, modifiedAt: known.mtime.toISOString() }];
    }),
  );
  return found.flat();
}

/** A running host answers at once; a hanging one must not block. */
const ANSWER_MS = 1000;

/** The files that a running app or tap on this data folder is writing. An app in an Electron window names none. */
export async function liveFiles(dataFolder: string): Promise<ReadonlySet<string>> {
  const taps = await runningTaps(dataFolder);
  const sessions = await sessionsOfApp(dataFolder);
  return new Set([...taps.map(({ file }) => file), ...sessions].map((file) => resolve(file)));
}

async function sessionsOfApp(dataFolder: string): Promise<string[]> {
  const host = await runningHost(dataFolder);
  if (host === undefined || host.address === null) return [];
  let caller: HostCaller | undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ANSWER_MS);
  });
  try {
    caller = await Promise.race([HostCaller.connect(host.address), late]);
    const { sessions } = await Promise.race([caller.call('hello', {}), late]);
    return sessions.flatMap((one) =>
      one.kind === 'live' && (one.state === 'starting' || one.state === 'ready') ? [one.file] : [],
    );
  } catch {
    // The host does not answer, so no session of an app is live.
    return [];
  } finally {
    clearTimeout(timer);
    caller?.close();
  }
}

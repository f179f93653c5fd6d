import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '../../app/base/json-value.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { versionedName } from '../../app/base/versioned-name.ts';
import type { RecordingFacts } from '../../app/contract/recording-commands.ts';
import { type Counts, noCounts } from '../../app/session/exchange.ts';
import { fileFailure } from '../system/file-failure.ts';
import { readJson, writeJson } from '../system/json-file.ts';
import { loadRecording } from './load-recording.ts';
import type { LoadedEnd, LoadedSession } from './loaded-chunk.ts';
import { loadInWorker } from './opened-recording.ts';

type Entry = { readonly sizeBytes: number; readonly modifiedMs: number; readonly facts: RecordingFacts };

const FILE = '.facts.json';

/** Caches what is in each recording of a folder, until the file or the app's rules change. */
export class FactsCache {
  readonly #folder: string;
  readonly #version: string;
  readonly #read: (path: string) => Promise<Result<RecordingFacts>>;
  #entries: Map<string, Entry> | undefined;

  constructor(folder: string, version: string, read: (path: string) => Promise<Result<RecordingFacts>>) {
    this.#folder = folder;
    this.#version = version;
    this.#read = read;
  }

  /** The facts of the recording with this name. Fails with a sentence that names the file. */
  async facts(name: string): Promise<Result<RecordingFacts>> {
    const path = join(this.#folder, name);
    try {
      const { size, mtimeMs } = await stat(path);
      const entries = await this.#load();
      const known = entries.get(name);
      if (known?.sizeBytes === size && known.modifiedMs === mtimeMs) return ok(known.facts);
      const facts = await this.#read(path);
      if (!facts.ok) return facts;
      entries.set(name, { sizeBytes: size, modifiedMs: mtimeMs, facts: facts.value });
      const kept = { version: this.#version, files: Object.fromEntries(entries) };
      // A missing cache only costs time.
      await writeJson(join(this.#folder, FILE), kept).catch(() => undefined);
      return facts;
    } catch (error) {
      return err(`${path} cannot be opened: ${fileFailure(error)}.`);
    }
  }

  async #load(): Promise<Map<string, Entry>> {
    if (this.#entries !== undefined) return this.#entries;
    const entries = new Map<string, Entry>();
    this.#entries = entries;
    const kept = await readJson(join(this.#folder, FILE));
    if (!isJsonObject(kept) || kept.version !== this.#version || !isJsonObject(kept.files)) return entries;
    // Only the app writes this file, and its content has its own version.
    for (const [name, entry] of Object.entries(kept.files)) entries.set(name, entry as Entry);
    return entries;
  }
}

/** Reads a recording to its end and summarizes it. Fails with a sentence that names the file. */
export async function readFacts(
  path: string,
  workerScript: string | undefined,
): Promise<Result<RecordingFacts>> {
  const options = { onChunk: () => undefined };
  const end =
    workerScript === undefined
      ? await loadRecording(path, options)
      : await loadInWorker(workerScript, path, undefined, options);
  return end.ok ? ok(factsOf(end.value)) : end;
}

function factsOf({ header, sessions, problems, lastAt }: LoadedEnd): RecordingFacts {
  const named = sessions.find((session) => session.facts.server !== null)?.facts.server ?? null;
  return {
    label: sessions.map(({ record, name }) => record?.label ?? name).join(', '),
    server: named === null ? '' : versionedName(named),
    startedAt: header.startedAt,
    lengthMs: Math.max(0, lastAt),
    counts: sumOf(sessions),
    problems: problems.length,
  };
}

function sumOf(sessions: readonly LoadedSession[]): Counts {
  const sum = noCounts();
  for (const { counts } of sessions) {
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
  }
  return sum;
}

import { NO_ENDING } from '../../app/analysis/session-ending.ts';
import { ok, type Result } from '../../app/base/result.ts';
import { importSource } from '../../app/recording/import/import-journal.ts';
import { noCounts } from '../../app/session/exchange.ts';
import { callInThread, startAhead, type WorkerThread } from '../system/worker-channel.ts';
import type { IndexCache } from './index-cache.ts';
import { loadAnyRecording } from './load-any-recording.ts';
import type { LoadOptions } from './load-recording.ts';
import type { FileReach } from './loaded-chunk.ts';
import {
  type FileFacts,
  type LoadedChunk,
  type LoadedEnd,
  type LoadedSession,
  NOTHING_KNOWN,
  type ReadSoFar,
  type SessionSoFar,
} from './loaded-chunk.ts';
import type { ChunkSink, OpenWorker } from './open-worker.ts';
import { FileStore } from './record-store.ts';
import { RecordingBookmarks } from './recording-bookmarks.ts';
import { type SessionPart, SessionParts } from './session-parts.ts';

export type OpenedRecording = FileFacts & {
  readonly path: string;
  readonly bookmarks: RecordingBookmarks;
  readonly reach: FileReach;
  /** At least one: a file without sessions has one without rows. */
  readonly sessions: readonly OpenedSession[];
  /** Resolves when the index of the file is saved or has failed. */
  readonly indexed: Promise<void>;
};

export type OpenedSession = LoadedSession & Omit<SessionPart, 'index'> & { readonly store: FileStore };

type OpenOptions = Pick<LoadOptions, 'chunkRecords' | 'project'> & {
  /** The built worker; without it the file is read in this thread. */
  readonly workerScript?: string | undefined;
  /** Where to convert another tool's file to; without it only Tierscope recordings open. */
  readonly copyTo?: string | undefined;
  /** Where the index of a large recording is saved, so that it opens faster the next time. */
  readonly indexes?: IndexCache | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OpenProgress) => void) | undefined;
};

/** The part of a file read so far, with the rows of each session; they grow while it is read. */
export type OpenProgress = Omit<ReadSoFar, 'sessions'> & {
  readonly sessions: readonly (SessionSoFar & SessionPart)[];
};

/** Opens a recording. If the file is missing or not a recording, fails with a sentence that names it. */
export async function openRecording(
  path: string,
  options: OpenOptions = {},
): Promise<Result<OpenedRecording>> {
  const { indexes, signal, workerScript, copyTo, onProgress, chunkRecords, project } = options;
  const stamp = await indexes?.stampOf(path, project);
  const saved = stamp === undefined ? undefined : await indexes?.find(stamp);
  if (saved !== undefined) return ok(openedRecording(path, saved.end, saved.parts, Promise.resolve()));
  const parts = new SessionParts();
  const load = {
    signal,
    chunkRecords,
    project,
    onChunk: (chunk: LoadedChunk) => {
      parts.take(chunk);
      onProgress?.(progressOf(chunk, parts));
    },
  };
  const end =
    workerScript === undefined
      ? await loadAnyRecording(path, copyTo, load)
      : await loadInWorker(workerScript, path, copyTo, load);
  if (!end.ok) return end;
  // The copy of another tool's file is recreated each time.
  const isOwn = end.value.format === 'tierscope' && end.value.file === path;
  const indexed = stamp !== undefined && isOwn ? indexes?.keep(stamp, end.value, parts) : undefined;
  return ok(openedRecording(path, end.value, parts, indexed ?? Promise.resolve()));
}

function progressOf({ about }: LoadedChunk, parts: SessionParts): OpenProgress {
  const sessions = about.sessions.map((session) => ({ ...session, ...parts.session(session.name) }));
  return { ...about, sessions };
}

function openedRecording(
  path: string,
  end: LoadedEnd,
  parts: SessionParts,
  indexed: Promise<void>,
): OpenedRecording {
  const nothing = { record: undefined, facts: NOTHING_KNOWN, ending: NO_ENDING };
  const empty = { name: '', ...nothing, counts: noCounts(), dropped: 0, errorsCutAt: 0 };
  const found = end.sessions.length === 0 ? [empty] : end.sessions;
  const sessions = found.map((session) => {
    const { index, ...part } = parts.session(session.name);
    return { ...session, ...part, store: new FileStore(end.file, index, end.header.version) };
  });
  const { header, problems, format, file, lastSeq, ended, bytes } = end;
  // A recording converted from another tool's file keeps the notes about what was lost.
  const notes = format === 'tierscope' ? (importSource(header)?.notes ?? []) : end.notes;
  const reach = { file, lastSeq, ended, bytes };
  const bookmarks = new RecordingBookmarks(reach);
  return { path, header, problems, format, notes, sessions, reach, bookmarks, indexed };
}

/** Exchanges survive many minor collections: a larger nursery copies them less often. */
const LIMITS = { maxYoungGenerationSizeMb: 96 };

/** Starts the thread that will read the next recording. */
export function readyToLoad(script: string): void {
  startAhead(script, LIMITS);
}

/** Reads a recording in a worker thread; this thread only takes over the results. */
export function loadInWorker(
  script: string,
  path: string,
  copyTo: string | undefined,
  { onChunk, signal, project }: LoadOptions,
): Promise<Result<LoadedEnd>> {
  const options = {
    script,
    functions: { takeChunk: onChunk },
    faultOf: (message: string) => `${path} cannot be opened: ${message}.`,
    limits: LIMITS,
    signal,
    cancelled: `Opening ${path} was cancelled.`,
  };
  return callInThread(options, (thread: WorkerThread<OpenWorker, ChunkSink>) =>
    thread.call('load', path, copyTo, project),
  );
}

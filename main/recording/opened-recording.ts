import type { Result } from '../../app/base/result.ts';
import { ok } from '../../app/base/result.ts';
import type { Header } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { FormatName } from '../../app/recording/import/formats.ts';
import { importSource } from '../../app/recording/import/import-header.ts';
import type { LineProblem } from '../../app/recording/recording-reader.ts';
import { noCounts } from '../../app/session/exchange.ts';
import { NO_ENDING } from '../../app/session/session-ending.ts';
import { NO_PEERS } from '../../app/session/session-facts.ts';
import { loadAnyRecording } from './load-any-recording.ts';
import { loadInWorker } from './load-in-worker.ts';
import type { LoadedChunk, LoadedEnd, LoadedSession, ReadSoFar, SessionSoFar } from './loaded-chunk.ts';
import { OpenedParts, type SessionPart } from './opened-parts.ts';
import { OpenedStore } from './opened-store.ts';
import { type FileReach, RecordingMarks } from './recording-marks.ts';

/** A recording that was read from its file. */
export type OpenedFile = {
  /** The file that was opened. */
  readonly path: string;
  readonly format: FormatName;
  /** What the format cannot tell, as whole sentences. */
  readonly notes: readonly string[];
  /** Sets marks in the file, or in the copy of another tool's file. */
  readonly marks: RecordingMarks;
  /** The recording that the records are read from, as far as it was read. */
  readonly reach: FileReach;
  readonly header: Header;
  readonly problems: readonly LineProblem[];
  /** At least one: a file without any session gives one without rows. */
  readonly sessions: readonly OpenedSession[];
};

export type OpenedSession = LoadedSession & {
  readonly table: RowTable;
  readonly patched: SessionPart['patched'];
  readonly store: OpenedStore;
};

export type OpenOptions = {
  /** The built worker; without it the file is read in this thread. */
  readonly workerScript?: string | undefined;
  /** Where another tool's file is copied to as a recording; without it only recordings are opened. */
  readonly copyTo?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OpenProgress) => void) | undefined;
};

/** What is read of a file so far, with the rows of each session; they grow while the file is read. */
export type OpenProgress = Omit<ReadSoFar, 'sessions'> & {
  readonly sessions: readonly (SessionSoFar & SessionPart)[];
};

/** Opens a recording. A file that is missing or no recording fails with a sentence that names it. */
export async function openRecording(path: string, options: OpenOptions = {}): Promise<Result<OpenedFile>> {
  const parts = new OpenedParts();
  const load = {
    signal: options.signal,
    onChunk: (chunk: LoadedChunk) => {
      parts.take(chunk);
      options.onProgress?.(progressOf(chunk, parts));
    },
  };
  const end =
    options.workerScript === undefined
      ? await loadAnyRecording(path, options.copyTo, load)
      : await loadInWorker(options.workerScript, path, options.copyTo, load);
  return end.ok ? ok(openedFile(path, end.value, parts)) : end;
}

function progressOf({ about }: LoadedChunk, parts: OpenedParts): OpenProgress {
  const sessions = about.sessions.map((session) => ({ ...session, ...parts.session(session.name) }));
  return { ...about, sessions };
}

function openedFile(path: string, end: LoadedEnd, parts: OpenedParts): OpenedFile {
  const empty = {
    name: '',
    record: undefined,
    facts: NO_PEERS,
    ending: NO_ENDING,
    vocabulary: { guesses: [], layers: {} },
    counts: noCounts(),
    dropped: 0,
    findings: [],
  };
  const found = end.sessions.length === 0 ? [empty] : end.sessions;
  const sessions = found.map((session) => {
    const { table, patched, index } = parts.session(session.name);
    return { ...session, table, patched, store: new OpenedStore(end.file, index, end.header.version) };
  });
  const { header, problems, format, file, lastSeq, ended, bytes } = end;
  // A recording that was made from another tool's file still says what that could not tell.
  const notes = format === 'tierscope' ? (importSource(header)?.notes ?? []) : end.notes;
  const reach = { file, lastSeq, ended, bytes };
  return { path, header, problems, format, notes, sessions, reach, marks: new RecordingMarks(reach) };
}

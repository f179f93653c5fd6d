import { partitionPoint } from '../../app/base/partition-point.ts';
import { ok, type Result } from '../../app/base/result.ts';
import type { Finding } from '../../app/findings/finding.ts';
import { GrowingColumn, StringPool } from '../../app/frame/growing-column.ts';
import type { Header } from '../../app/frame/record.ts';
import type { RowPatch } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import type { FormatName } from '../../app/recording/import/formats.ts';
import { importSource } from '../../app/recording/import/import-header.ts';
import type { LineProblem } from '../../app/recording/recording-reader.ts';
import { noCounts } from '../../app/session/exchange.ts';
import { NO_ENDING } from '../../app/session/session-ending.ts';
import { NO_PEERS } from '../../app/session/session-facts.ts';
import { loadAnyRecording } from './load-any-recording.ts';
import { loadInWorker } from './load-in-worker.ts';
import {
  EVERY_SESSION,
  type LoadedChunk,
  type LoadedEnd,
  type LoadedSession,
  type ReadSoFar,
  type SessionSoFar,
} from './loaded-chunk.ts';
import { RecordIndex } from './record-index.ts';
import { FileStore } from './record-store.ts';
import { type FileReach, RecordingBookmarks } from './recording-bookmarks.ts';

/** A recording that was read from its file. */
export type OpenedRecording = {
  /** The file that was opened. */
  readonly path: string;
  readonly format: FormatName;
  /** What the format cannot tell, as whole sentences. */
  readonly notes: readonly string[];
  /** Sets marks in the file, or in the copy of another tool's file. */
  readonly bookmarks: RecordingBookmarks;
  /** The recording that the records are read from, as far as it was read. */
  readonly reach: FileReach;
  readonly header: Header;
  readonly problems: readonly LineProblem[];
  /** At least one: a file without any session gives one without rows. */
  readonly sessions: readonly OpenedSession[];
};

export type OpenedSession = LoadedSession & {
  readonly findings: readonly Finding[];
  readonly table: RowTable;
  readonly patched: SessionPart['patched'];
  readonly store: FileStore;
};

type OpenOptions = {
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
export async function openRecording(
  path: string,
  options: OpenOptions = {},
): Promise<Result<OpenedRecording>> {
  const parts = new SessionParts();
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
  return end.ok ? ok(openedRecording(path, end.value, parts)) : end;
}

function progressOf({ about }: LoadedChunk, parts: SessionParts): OpenProgress {
  const sessions = about.sessions.map((session) => ({ ...session, ...parts.session(session.name) }));
  return { ...about, sessions };
}

function openedRecording(path: string, end: LoadedEnd, parts: SessionParts): OpenedRecording {
  const empty = {
    name: '',
    record: undefined,
    facts: NO_PEERS,
    ending: NO_ENDING,
    vocabulary: { guesses: [], layers: {} },
    counts: noCounts(),
    dropped: 0,
    fault: '',
  };
  const found = end.sessions.length === 0 ? [empty] : end.sessions;
  const sessions = found.map((session) => {
    const { table, patched, findings, index } = parts.session(session.name);
    return {
      ...session,
      table,
      patched,
      findings,
      store: new FileStore(end.file, index, end.header.version),
    };
  });
  const { header, problems, format, file, lastSeq, ended, bytes } = end;
  // A recording that was made from another tool's file still says what that could not tell.
  const notes = format === 'tierscope' ? (importSource(header)?.notes ?? []) : end.notes;
  const reach = { file, lastSeq, ended, bytes };
  return { path, header, problems, format, notes, sessions, reach, bookmarks: new RecordingBookmarks(reach) };
}

/** One session's share of a file. */
type SessionPart = {
  readonly table: RowTable;
  readonly findings: Finding[];
  readonly index: RecordIndex;
  /** The index of each row that changed after its chunk had come, in the order of the changes. */
  readonly patched: GrowingColumn<Uint32Array>;
};

const indexes = () => new GrowingColumn((room) => new Uint32Array(room));

/** Puts the chunks of a file together, by session. Marks belong to no session, so each session has them all. */
class SessionParts {
  readonly #parts = new Map<string, SessionPart>();
  readonly #numbered: SessionPart[] = [];
  /** The strings of all rows, by the numbers that the reading thread gave them. */
  readonly #pool = new StringPool();
  /** What belongs to every session: later ones begin with that. */
  readonly #common = this.#newPart();
  /** The number of the session that each record belongs to, by its seq. */
  readonly #seqs = new GrowingColumn((room) => new Float64Array(room));
  readonly #owners = new GrowingColumn((room) => new Uint16Array(room));

  take(chunk: LoadedChunk): void {
    const { rows, places, findings, strings, about } = chunk;
    this.#pool.append(strings);
    for (const { name } of about.sessions.slice(this.#numbered.length))
      this.#numbered.push(this.session(name));
    for (const { from, to } of runsOf(rows.session, rows.length)) {
      const name = this.#pool.text(rows.session[from] ?? 0);
      for (const { table } of name === '' ? this.#all() : [this.session(name)])
        table.appendColumns(rows, from, to);
    }
    for (const [seq, patch] of chunk.patches) this.#patch(seq, patch);
    this.#seqs.append(places.seq.subarray(0, places.length));
    this.#owners.append(places.owner.subarray(0, places.length));
    for (const { from, to } of runsOf(places.owner, places.length)) {
      const part = this.#numbered[places.owner[from] ?? EVERY_SESSION];
      for (const { index } of part === undefined ? this.#all() : [part]) index.pushAll(places, from, to);
    }
    if (findings === undefined) return;
    const part = this.session(findings.session);
    for (const finding of findings.findings) part.findings.push(finding);
  }

  /** The part of a session, which starts with what is common to all. */
  session(name: string): SessionPart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const part = this.#newPart();
    const { table, index } = this.#common;
    for (let at = 0; at < table.length; at += 1) {
      const row = table.row(at);
      if (row !== undefined) part.table.add(row);
    }
    for (let at = 0; at < index.length; at += 1)
      part.index.push(index.seqAt(at), index.offsetAt(at), index.lengthAt(at));
    this.#parts.set(name, part);
    return part;
  }

  #newPart(): SessionPart {
    const table = new RowTable(undefined, this.#pool);
    return { table, findings: [], index: new RecordIndex(), patched: indexes() };
  }

  #all(): SessionPart[] {
    return [this.#common, ...this.#parts.values()];
  }

  #patch(seq: number, patch: RowPatch): void {
    const place = partitionPoint(this.#seqs.length, (index) => this.#seqs.at(index) < seq);
    if (place >= this.#seqs.length || this.#seqs.at(place) !== seq) return;
    const owner = this.#numbered[this.#owners.at(place)];
    // A mark stands in every session.
    for (const { table, patched } of owner === undefined ? this.#numbered : [owner]) {
      const index = table.indexOf(seq);
      if (index < 0) continue;
      table.patchAt(index, patch);
      patched.push(index);
    }
  }
}

type Run = { readonly from: number; readonly to: number };

/** The runs of equal numbers among the first `length`. */
function* runsOf(numbers: Uint32Array | Uint16Array, length: number): Generator<Run> {
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && numbers[to] === numbers[from]) to += 1;
    yield { from, to };
    from = to;
  }
}

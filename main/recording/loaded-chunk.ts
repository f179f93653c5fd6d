import type { SessionAnalysis } from '../../app/analysis/log-analyzer.ts';
import { partitionPoint } from '../../app/base/partition-point.ts';
import type { VocabularyGuess, VocabularyLayers } from '../../app/codes/fingerprints/vocabulary-guess.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { Header } from '../../app/frame/record.ts';
import type { Row, RowPatch, RowSink } from '../../app/frame/row.ts';
import { blockOfRows, type RowBlock } from '../../app/frame/row-table.ts';
import type { FormatName } from '../../app/recording/import/formats.ts';
import type { LineProblem } from '../../app/recording/recording-reader.ts';
import { NO_PEERS, type Peers } from '../../app/session/session-facts.ts';
import type { FailureBlock } from './packed-failures.ts';

export type LoadedChunk = {
  readonly about: ReadSoFar;
  readonly parts: readonly ChunkPart[];
  /** Changes to rows of earlier chunks. */
  readonly patches: readonly { readonly session: string; readonly seq: number; readonly patch: RowPatch }[];
  /** More findings and failures of one session; they follow all rows. */
  readonly found?: FoundInSession & { readonly session: string };
};

/** One session's part of a chunk, including marks; without a session, the marks for sessions to come. */
type ChunkPart = { readonly session: string | undefined; readonly rows: RowBlock; readonly places: Places };

/** Record places: seq, offset and length in bytes for each. */
export type Places = Float64Array<ArrayBuffer>;

export type FoundInSession = {
  readonly findings: readonly Finding[];
  readonly hostFindings: readonly Finding[];
  readonly failures: readonly FailureBlock[];
};

export type ReadSoFar = {
  /** The file that records are read from: for another tool's file, its copy. */
  readonly file: string;
  readonly header: Header;
  readonly sessions: readonly SessionSoFar[];
  readonly bytesRead: number;
  readonly bytesTotal: number;
};

export type SessionSoFar = Pick<LoadedSession, 'name' | 'record' | 'counts' | 'dropped'>;

export type LoadedSession = Pick<
  SessionAnalysis,
  'record' | 'ending' | 'counts' | 'dropped' | 'errorsCutAt'
> & { readonly name: string; readonly facts: PeerFacts };

/** Information about both peers from a session's frames, and whether all were analyzed. */
export type PeerFacts = Peers & {
  readonly guesses: readonly VocabularyGuess[];
  readonly layers: VocabularyLayers;
  /** The defect of this app that ended the analysis of the session, as one sentence; empty for none. */
  readonly analysisFault: string;
};

export const NOTHING_KNOWN: PeerFacts = { ...NO_PEERS, guesses: [], layers: {}, analysisFault: '' };

export function peerFacts({ peers, fingerprints, fault }: SessionAnalysis): PeerFacts {
  const { guesses, layers } = fingerprints;
  return { ...peers, guesses, layers, analysisFault: fault };
}

/** What a file says beside its sessions. */
export type FileFacts = {
  readonly format: FormatName;
  readonly header: Header;
  readonly problems: readonly LineProblem[];
  readonly notes: readonly string[];
};

/** How far a file reaches. */
export type FileReach = {
  readonly file: string;
  readonly lastSeq: number;
  /** True if the last record is an `end`. */
  readonly ended: boolean;
  readonly bytes: number;
};

export type LoadedEnd = FileFacts &
  FileReach & {
    /** The latest `at`, in milliseconds. */
    readonly lastAt: number;
    readonly sessions: readonly LoadedSession[];
  };

/** Collects rows and places until they are taken as one chunk; buffered rows can still change. */
export class ChunkBuffer implements RowSink {
  readonly #rows: Row[] = [];
  readonly #patches: LoadedChunk['patches'][number][] = [];
  /** By session; undefined for marks. */
  readonly #places = new Map<string | undefined, number[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(row: Row): void {
    this.#rows.push(row);
  }

  patch(seq: number, patch: RowPatch, session: string): void {
    const row = this.#rowOf(seq);
    if (row === undefined) this.#patches.push({ session, seq, patch });
    else Object.assign(row, patch);
  }

  place(seq: number, offset: number, bytes: number, session: string | undefined): void {
    const places = this.#places.get(session);
    if (places === undefined) this.#places.set(session, [seq, offset, bytes]);
    else places.push(seq, offset, bytes);
    this.#length += 1;
  }

  take(about: ReadSoFar): LoadedChunk {
    const names = about.sessions.map(({ name }) => name);
    // A mark appears in every session, between its other rows.
    const common = this.#places.has(undefined);
    const some = common ? [...names, undefined] : names.filter((name) => this.#places.has(name));
    return { about, parts: some.map((session) => this.#part(session)), patches: this.#patches };
  }

  #part(session: string | undefined): ChunkPart {
    const rows = this.#rows.filter((row) => row.session === session || row.session === '');
    const own = session === undefined ? [] : (this.#places.get(session) ?? []);
    return { session, rows: blockOfRows(rows), places: inOrder(own, this.#places.get(undefined) ?? []) };
  }

  #rowOf(seq: number): Row | undefined {
    const rows = this.#rows;
    const place = partitionPoint(rows.length, (index) => (rows[index]?.seq ?? 0) < seq);
    return rows[place]?.seq === seq ? rows[place] : undefined;
  }
}

function inOrder(one: readonly number[], other: readonly number[]): Places {
  if (one.length === 0 || other.length === 0) return new Float64Array(one.length === 0 ? other : one);
  const places = [...one, ...other];
  const starts = Array.from({ length: places.length / 3 }, (_, at) => 3 * at);
  starts.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  return Float64Array.from(starts.flatMap((start) => places.slice(start, start + 3)));
}

export function emptyChunk(about: ReadSoFar): LoadedChunk {
  return { about, parts: [], patches: [] };
}

export function chunkBuffers({ parts }: LoadedChunk): ArrayBuffer[] {
  return parts.flatMap(({ rows, places }) => [rows.buffer, places.buffer]);
}

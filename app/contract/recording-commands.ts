import { z } from 'zod';
import type { FoundSecrets } from '../recording/export/recording-content.ts';
import type { Counts } from '../session/exchange.ts';
import { command, count, path, session } from './command.ts';

const fileName = z.string().min(1).max(512);

/** What leaves the app: ranges of seqs, first and last included; left out for the whole session. */
const exportScope = {
  session,
  ranges: z
    .array(z.tuple([count, count]))
    .max(200_000)
    .optional(),
  /** Secrets that stay, and texts to replace besides. */
  keep: z.array(z.string().max(100_000)).max(10_000),
  add: z.array(z.string().max(10_000)).max(1000),
};

/** The commands that open files: by path, handed over by a screen, or again from the list of recent ones. */
export const FILE_COMMANDS = {
  openRecording: command({ path }).gives<{ sessions: readonly string[] }>(),
  /** A file that the screen holds, in pieces, for a host that cannot see the screen's disk. */
  uploadStart: command({ name: z.string().max(512), sizeBytes: count }).gives<{ upload: string }>(),
  /** The next bytes of the file, whatever they are. */
  uploadPart: command({ upload: z.string(), base64: z.base64().max(4_000_000) }).gives<null>(),
  uploadEnd: command({ upload: z.string() }).gives<{ sessions: readonly string[] }>(),
  /** The files that were opened, the newest first, also those that are gone by now. */
  listRecent: command({}).gives<readonly RecentFile[]>(),
  /** Takes files off the list; files on disk stay. Without paths, all of them. */
  forgetRecent: command({ paths: z.array(z.string().max(4096)).max(100).optional() }).gives<null>(),
} as const;

/** The commands about recordings: their bookmarks, their files, and what is exported of them. */
export const RECORDING_COMMANDS = {
  /** Sets a bookmark: in a live session now, in an opened recording at `at` milliseconds. `about` is a record's seq. */
  setBookmark: command({
    session,
    label: z.string().min(1).max(2000),
    at: z.number().finite(),
    about: count.optional(),
  }).gives<null>(),
  listRecordings: command({}).gives<readonly RecordingFile[]>(),
  /** Reads one recording of the folder and says what is in it; kept for the next time. */
  recordingFacts: command({ name: fileName }).gives<RecordingFacts>(),
  earlierRecordings: command({ session }).gives<readonly EarlierRecording[]>(),
  renameRecording: command({ name: fileName, to: z.string().min(1).max(120) }).gives<string>(),
  deleteRecordings: command({ names: z.array(fileName).min(1).max(10_000) }).gives<readonly string[]>(),
  /** Puts deleted recordings back; they are kept until the app ends. */
  restoreRecordings: command({ names: z.array(fileName).min(1).max(10_000) }).gives<null>(),
  /** Takes recordings out of the limit, or puts them under it again; a renamed one is kept too. */
  keepRecordings: command({ names: z.array(fileName).min(1).max(10_000), keep: z.boolean() }).gives<null>(),
  recordingLimit: command({}).gives<RecordingLimit>(),
  /** How many bytes the recordings that are not kept may take together; the oldest go first. */
  setRecordingLimit: command({ limitBytes: z.number().int().min(1_000_000) }).gives<RecordingLimit>(),
  /** Where secrets stand in what would be exported. */
  previewExport: command(exportScope).gives<FoundSecrets>(),
  /** Writes an export below the data folder: to keep it there, or to be read by `readExport`. */
  exportSession: command({
    ...exportScope,
    format: z.string().max(40),
    redact: z.boolean(),
    keepFile: z.boolean(),
  }).gives<ExportedFile>(),
  /** The next piece of an export; the last one lets go of the file. */
  readExport: command({ export: z.string().max(64), offset: count }).gives<ExportPiece>(),
} as const;

export type RecordingFile = {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
  /** True for one that the limit of the folder does not count and never lets go. */
  readonly kept: boolean;
};

export type EarlierRecording = {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The labels of its sessions. */
  readonly label: string;
  /** Which of its sessions is the newest of the server, counted from 0. */
  readonly place: number;
};

export type RecordingFacts = {
  readonly label: string;
  /** Name and version, or empty. */
  readonly server: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly lengthMs: number;
  readonly counts: Counts;
  readonly problems: number;
};

export type RecordingLimit = {
  readonly limitBytes: number;
  /** What all take together that are not kept. */
  readonly usedBytes: number;
  /** The names of those that went in this run so that the limit is kept; they can be restored until the app ends. */
  readonly removed: readonly string[];
};

export type ExportedFile = {
  /** For `readExport`; empty if the file stays. */
  readonly export: string;
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
};

/** A piece of a file; `next` is where the next one begins, or null at the end. */
export type ExportPiece = { readonly base64: string; readonly next: number | null };

export type RecentFile = {
  readonly path: string;
  readonly name: string;
  readonly format: string;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** True if a browser handed the file over, so that only a copy of it can be opened again. */
  readonly received: boolean;
  /** One sentence if it cannot be opened again, else empty. */
  readonly missing: string;
};

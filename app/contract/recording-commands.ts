import { z } from 'zod';
import type { FoundSecrets } from '../recording/export/recording-content.ts';
import type { Counts } from '../session/exchange.ts';
import { command, count, path, session } from './command.ts';

const fileName = z.string().min(1).max(512);

/** What is exported: inclusive ranges of seqs; undefined for the whole session. */
const exportScope = {
  session,
  ranges: z
    .array(z.tuple([count, count]))
    .max(200_000)
    .optional(),
  /** Secrets to keep, and additional texts to replace. */
  keep: z.array(z.string().max(100_000)).max(10_000),
  add: z.array(z.string().max(10_000)).max(1000),
};

/** Commands that open files: by path, uploaded by a screen, or from the list of recent files. */
export const FILE_COMMANDS = {
  openRecording: command({ path }).gives<{ sessions: readonly string[] }>(),
  /** Uploads a file from the screen in pieces, for a host that cannot see the screen's disk. */
  uploadStart: command({ name: z.string().max(512), sizeBytes: count }).gives<{ upload: string }>(),
  /** The next bytes of the file, whatever they are. */
  uploadPart: command({ upload: z.string(), base64: z.base64().max(4_000_000) }).gives<null>(),
  uploadEnd: command({ upload: z.string() }).gives<{ sessions: readonly string[] }>(),
  /** The opened files, newest first, including missing ones. */
  listRecent: command({}).gives<readonly RecentFile[]>(),
  /** Removes files from the list; files on disk stay. Without paths, all of them. */
  forgetRecent: command({ paths: z.array(z.string().max(4096)).max(100).optional() }).gives<null>(),
} as const;

/** Commands on recordings: their bookmarks, their files and their exports. */
export const RECORDING_COMMANDS = {
  /** Sets a bookmark: in a live session now, in an opened recording at `at` milliseconds. `about` is a record's seq. */
  setBookmark: command({
    session,
    label: z.string().min(1).max(2000),
    at: z.number().finite(),
    about: count.optional(),
  }).gives<null>(),
  listRecordings: command({}).gives<readonly RecordingFile[]>(),
  /** Reads one recording in the folder and summarizes it; the summary is cached. */
  recordingFacts: command({ name: fileName }).gives<RecordingFacts>(),
  earlierRecordings: command({ session }).gives<readonly EarlierRecording[]>(),
  renameRecording: command({ name: fileName, to: z.string().min(1).max(120) }).gives<string>(),
  deleteRecordings: command({ names: z.array(fileName).min(1).max(10_000) }).gives<readonly string[]>(),
  /** Restores deleted recordings, which are kept until the app ends. */
  restoreRecordings: command({ names: z.array(fileName).min(1).max(10_000) }).gives<null>(),
  /** Exempts recordings from the limit, or ends the exemption; renaming also exempts. */
  keepRecordings: command({ names: z.array(fileName).min(1).max(10_000), keep: z.boolean() }).gives<null>(),
  recordingLimit: command({}).gives<RecordingLimit>(),
  /** The maximum total bytes of recordings that are not exempt; the oldest are deleted first. */
  setRecordingLimit: command({ limitBytes: z.number().int().min(1_000_000) }).gives<RecordingLimit>(),
  previewExport: command(exportScope).gives<FoundSecrets>(),
  /** Writes an export to the data folder: to keep it there, or for `readExport`. */
  exportSession: command({
    ...exportScope,
    format: z.string().max(40),
    redact: z.boolean(),
    keepFile: z.boolean(),
  }).gives<ExportedFile>(),
  /** The next piece of an export; the last one releases the file. */
  readExport: command({ export: z.string().max(64), offset: count }).gives<ExportPiece>(),
} as const;

export type RecordingFile = {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
  /** True for a recording that is exempt from the folder's limit. */
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
  /** The 0-based index of its newest session with the server. */
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
  /** The total size of recordings that are not exempt. */
  readonly usedBytes: number;
  /** The names of recordings deleted in this run because of the limit; they can be restored until the app ends. */
  readonly removed: readonly string[];
};

export type ExportedFile = {
  /** For `readExport`; empty if the file stays. */
  readonly export: string;
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
};

/** A piece of a file; `next` is the offset of the next piece, or null at the end. */
export type ExportPiece = { readonly base64: string; readonly next: number | null };

export type RecentFile = {
  readonly path: string;
  readonly name: string;
  readonly format: string;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** True if a browser uploaded the file, so only a copy of it can be opened again. */
  readonly received: boolean;
  /** One sentence if it cannot be opened again, else empty. */
  readonly missing: string;
};

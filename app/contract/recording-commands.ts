import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { FoundSecrets } from '../recording/export/found-secrets.ts';
import type { Counts } from '../session/exchange.ts';

const session = z.string().min(1).max(64);
const count = z.number().int().min(0);
/** The name of a file in the recordings folder. */
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

/** The inputs of the commands about recordings: their bookmarks, their files, and what is exported of them. */
export const recordingCommandInputs = {
  /** Sets a bookmark: in a live session now, in an opened recording at `at` milliseconds. `about` is a record's seq. */
  setBookmark: z.strictObject({
    session,
    label: z.string().min(1).max(2000),
    at: z.number().finite(),
    about: count.optional(),
  }),
  /** Reads one recording of the folder and says what is in it; kept for the next time. */
  recordingFacts: z.strictObject({ name: fileName }),
  /** The recordings of the same server that began before a session, the newest first. */
  earlierRecordings: z.strictObject({ session }),
  renameRecording: z.strictObject({ name: fileName, to: z.string().min(1).max(120) }),
  deleteRecordings: z.strictObject({ names: z.array(fileName).min(1).max(10_000) }),
  /** Puts deleted recordings back; they are kept until the app ends. */
  restoreRecordings: z.strictObject({ names: z.array(fileName).min(1).max(10_000) }),
  /** Takes recordings out of the limit, or puts them under it again; a renamed one is kept too. */
  keepRecordings: z.strictObject({ names: z.array(fileName).min(1).max(10_000), keep: z.boolean() }),
  recordingLimit: z.strictObject({}),
  /** How many bytes the recordings that are not kept may take together; the oldest go first. */
  setRecordingLimit: z.strictObject({ limitBytes: z.number().int().min(1_000_000) }),
  /** Where secrets stand in what would be exported. */
  previewExport: z.strictObject(exportScope),
  /** Writes an export below the data folder: to keep it there, or to be read by `readExport`. */
  exportSession: z.strictObject({
    ...exportScope,
    format: z.string().max(40),
    redact: z.boolean(),
    keepFile: z.boolean(),
  }),
  /** The next piece of an export; the last one lets go of the file. */
  readExport: z.strictObject({ export: z.string().max(64), offset: count }),
} as const;

/** An earlier recording of a session's server. */
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

/** What is in a recording, over all of its sessions. */
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

export type RecordingCommandOutputs = {
  setBookmark: Result<null>;
  recordingFacts: Result<RecordingFacts>;
  earlierRecordings: Result<readonly EarlierRecording[]>;
  /** The file's new name. */
  renameRecording: Result<string>;
  /** The names that were deleted. */
  deleteRecordings: Result<readonly string[]>;
  restoreRecordings: Result<null>;
  keepRecordings: Result<null>;
  recordingLimit: Result<RecordingLimit>;
  setRecordingLimit: Result<RecordingLimit>;
  previewExport: Result<FoundSecrets>;
  exportSession: Result<ExportedFile>;
  readExport: Result<ExportPiece>;
};

/** The inputs of the commands about the files that were opened before. */
export const recentCommandInputs = {
  /** The files that were opened, the newest first, also those that are gone by now. */
  listRecent: z.strictObject({}),
  /** Takes files off the list; files on disk stay. Without paths, all of them. */
  forgetRecent: z.strictObject({ paths: z.array(z.string().max(4096)).max(100).optional() }),
} as const;

/** A file that was opened before. */
export type RecentFile = {
  readonly path: string;
  readonly name: string;
  /** The title of its format. */
  readonly format: string;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  /** True if a browser handed the file over, so that only a copy of it can be opened again. */
  readonly received: boolean;
  /** One sentence if it cannot be opened again, else empty. */
  readonly missing: string;
};

export type RecentCommandOutputs = {
  listRecent: Result<readonly RecentFile[]>;
  forgetRecent: Result<null>;
};

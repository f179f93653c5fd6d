import { closeSync, existsSync, lstatSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolderNow } from '../system/own-folder.ts';

export const RECORDING_SUFFIX = '.tierscope.jsonl';

const PROBE_RESULT_SUFFIX = '.tierscope-probe.json';

const SLUG_CHARS = 40;

/** A free path for a new recording, `<YYYYMMDD-HHMMSS>-<label>-<session>.tierscope.jsonl` in UTC, numbered if taken. */
export function recordingFile(
  folder: string,
  startedAt: Date,
  label: string,
  session: string,
  taken: (path: string) => boolean = existsSync,
): string {
  const name = `${stamp(startedAt)}-${slug(label)}-${slug(session)}`;
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}${RECORDING_SUFFIX}`);
    if (!taken(path)) return path;
  }
}

/** The same, but reserves the path with an empty file. If the disk refuses, the writer reports why. */
export function claimRecordingFile(folder: string, startedAt: Date, label: string, session: string): string {
  return recordingFile(folder, startedAt, label, session, isTaken);
}

/** A free path next to a recording that another program damaged: its name and a number. */
export function freshFile(file: string): string {
  const name = withoutSuffix(file);
  for (let number = 2; ; number += 1) {
    const path = `${name}-${number}${RECORDING_SUFFIX}`;
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  }
}

export function probeResultFile(recording: string): string {
  return `${withoutSuffix(recording)}${PROBE_RESULT_SUFFIX}`;
}

export function withoutSuffix(recording: string): string {
  return recording.endsWith(RECORDING_SUFFIX) ? recording.slice(0, -RECORDING_SUFFIX.length) : recording;
}

function isTaken(path: string): boolean {
  makeFolderNow(dirname(path));
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** Letters and digits that every file system accepts. */
function slug(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, SLUG_CHARS);
  return name.replaceAll(/^-|-$/g, '') || 'session';
}

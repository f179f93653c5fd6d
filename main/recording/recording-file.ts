import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The end of every recording's file name. */
export const RECORDING_SUFFIX = '.tierscope.jsonl';

const SLUG_CHARS = 40;

/**
 * A free path for a new recording: `<YYYYMMDD-HHMMSS>-<label>-<session>.tierscope.jsonl`, in UTC.
 * A second recording of the same second, label and session gets a number.
 */
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

function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** Letters and digits that every file system takes. */
function slug(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, SLUG_CHARS);
  return words.replaceAll(/^-|-$/g, '') || 'session';
}

import { closeSync, readSync } from 'node:fs';
import { openRegularSync } from '../system/regular-file.ts';

const PIECE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** Some lines of a file, which are overwritten by the next ones. */
export type WholeLines = {
  /** Every line with its line feed; the last of the file may lack it. */
  readonly bytes: Buffer;
  /** Where they begin in the file. */
  readonly offset: number;
};

/**
 * The lines of a file from the first one that begins at `from` or behind it, a piece at a time. It waits for the disk,
 * so it is for a worker or a command line. Throws as the disk does, and for a line of more than `mostBytes`.
 */
export function* wholeLines(file: string, from: number, mostBytes: number): Generator<WholeLines> {
  const handle = openRegularSync(file);
  try {
    let buffer = Buffer.allocUnsafe(PIECE_BYTES);
    // The byte before tells whether a line begins at `from`.
    let offset = Math.max(0, from - 1);
    let isInLine = from > 0;
    let held = 0;
    for (;;) {
      const read = readSync(handle, buffer, held, buffer.length - held, offset + held);
      const filled = held + read;
      const start = isInLine ? buffer.subarray(0, filled).indexOf(LINE_FEED) + 1 : 0;
      if (start > 0) isInLine = false;
      const end = read === 0 ? filled : buffer.subarray(0, filled).lastIndexOf(LINE_FEED) + 1;
      if (end > start && !isInLine) yield { bytes: buffer.subarray(start, end), offset: offset + start };
      if (read === 0) return;
      held = filled - end;
      offset += end;
      if (held > mostBytes) throw new Error('it has a line that is too long');
      const next = held > buffer.length / 2 ? Buffer.allocUnsafe(2 * buffer.length) : buffer;
      buffer.copy(next, 0, end, filled);
      buffer = next;
    }
  } finally {
    closeSync(handle);
  }
}

import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';

const HELD_BYTES = 1024 * 1024;

/** A piece of a file; bytes are taken before the next piece is asked for. */
export type FilePiece = string | Buffer;

/**
 * Writes a new file of pieces and gives its size in bytes. It waits for the disk, and throws as the disk does; the file
 * is then removed.
 */
export function writeFilePieces(path: string, pieces: Iterable<FilePiece>): number {
  const handle = openSync(path, 'wx', 0o600);
  try {
    const held = Buffer.allocUnsafe(HELD_BYTES);
    let filled = 0;
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (bytes.length > held.length - filled) {
        put(handle, held.subarray(0, filled));
        filled = 0;
      }
      if (bytes.length > held.length) put(handle, bytes);
      else filled += bytes.copy(held, filled);
    }
    put(handle, held.subarray(0, filled));
    return fstatSync(handle).size;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** A disk that is nearly full takes a part only. */
function put(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

import { closeSync, constants, fstatSync, openSync, type ReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Prevents that opening a named pipe waits for a writer; Windows has neither. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

type StreamOptions = {
  readonly highWaterMark?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The last byte to read, inclusive. */
  readonly end?: number | undefined;
};

/** Opens a regular file. Rejects at once for anything that may never end, such as a pipe, and says what it is. */
export async function openRegular(path: string): Promise<FileHandle> {
  // Opening a pipe or a device has side effects, so the path is checked first.
  refuse(await stat(path));
  const handle = await open(path, READ);
  try {
    refuse(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same, synchronously: the caller must close the descriptor. */
export function openRegularSync(path: string): number {
  refuse(statSync(path));
  const descriptor = openSync(path, READ);
  try {
    refuse(fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Calls `read` with a regular file, then closes it. Rejects like `openRegular` and `read`. */
export async function withRegular<Value>(
  path: string,
  read: (handle: FileHandle) => Promise<Value>,
): Promise<Value> {
  const handle = await openRegular(path);
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}

/** Up to `length` bytes of an open file; fewer if it ends earlier. */
export async function readUpTo(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** The bytes of a regular file. Rejects like `openRegular`, and for a file of more than `mostBytes`. */
export async function readRegular(
  path: string,
  { signal, mostBytes }: { signal?: AbortSignal | undefined; mostBytes?: number } = {},
): Promise<Buffer> {
  return withRegular(path, async (handle) => {
    if (mostBytes !== undefined) checkSize(await handle.stat(), mostBytes);
    return handle.readFile({ signal });
  });
}

/** Throws if a file exceeds the limit of its kind. */
export function checkSize({ size }: Stats, mostBytes: number): void {
  if (size <= mostBytes) return;
  const [found, most] = [size, mostBytes].map((count) => count.toLocaleString('en'));
  throw new Error(`it has ${found} bytes, more than ${most}`);
}

/** A stream of a regular file's bytes, which closes the file at its end. Rejects like `openRegular`. */
export async function streamRegular(path: string, options: StreamOptions = {}): Promise<ReadStream> {
  return (await openRegular(path)).createReadStream({ start: 0, ...options });
}

/** Throws an error that names the file type, unless it is a regular file. */
export function refuse(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  throw new Error(`it is ${kindOf(found)}, not a file; write what it gives to a file, and open that`);
}

function kindOf(found: Stats): string {
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}

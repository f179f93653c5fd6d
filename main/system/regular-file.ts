import { closeSync, constants, fstatSync, openSync, type ReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Without it the opening of a named pipe waits for a writer; Windows has neither. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

type StreamOptions = {
  readonly highWaterMark?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The last byte to read, included. */
  readonly end?: number | undefined;
};

/** Opens a regular file. Rejects at once for what might never end, such as a pipe, with an error that says what it is. */
export async function openRegular(path: string): Promise<FileHandle> {
  // To open a pipe or a device does something by itself, so the path is looked at first.
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

/** The same, without a promise: the descriptor is the caller's to close. */
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

/** What `read` makes of a regular file, which is closed then. Rejects as `openRegular` and `read` do. */
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

/** Bytes of an open file: as many as there are, if it ends before `length` of them. */
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

/** The bytes of a regular file. Rejects as `openRegular` does, and for a file of more than `mostBytes`. */
export async function readRegular(
  path: string,
  { signal, mostBytes }: { signal?: AbortSignal | undefined; mostBytes?: number } = {},
): Promise<Buffer> {
  return withRegular(path, async (handle) => {
    if (mostBytes !== undefined) checkSize(await handle.stat(), mostBytes);
    return handle.readFile({ signal });
  });
}

/** Throws if a file is larger than what is read of its kind. */
export function checkSize({ size }: Stats, mostBytes: number): void {
  if (size <= mostBytes) return;
  const [found, most] = [size, mostBytes].map((count) => count.toLocaleString('en'));
  throw new Error(`it has ${found} bytes, more than ${most}`);
}

/** A stream of a regular file's bytes, which closes the file at its end. Rejects as `openRegular` does. */
export async function streamRegular(path: string, options: StreamOptions = {}): Promise<ReadStream> {
  return (await openRegular(path)).createReadStream({ start: 0, ...options });
}

/** Throws what a file is, if it is no regular one. */
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

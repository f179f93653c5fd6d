import { createReadStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';

/**
 * The stdin of this process. On Windows `process.stdin` of an Electron process is an ended stream that cannot be
 * replaced (Electron 45, lib/common/init.ts), but file descriptor 0 still works.
 */
export function ownStdin(
  platform: NodeJS.Platform = process.platform,
  isElectron = 'electron' in process.versions,
): Readable {
  return platform === 'win32' && isElectron ? readable(0) : process.stdin;
}

/** A terminal, a pipe and a file each need their own kind of stream (Node's page "Process", stdin). */
function readable(fd: number): Readable {
  if (isatty(fd)) return new ReadStream(fd);
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) return new Socket({ fd, readable: true, writable: false });
  return createReadStream('', { fd });
}

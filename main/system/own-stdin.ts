import { createReadStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';

/**
 * What is written to this process. On Windows `process.stdin` of an Electron process is a stream that has ended, and
 * cannot be replaced (Electron 45, lib/common/init.ts); what Node makes it of is still there, as file descriptor 0.
 */
export function ownStdin(
  platform: NodeJS.Platform = process.platform,
  isElectron = 'electron' in process.versions,
): Readable {
  return platform === 'win32' && isElectron ? readable(0) : process.stdin;
}

/** Node's page "Process" on stdin: a terminal, a pipe or a file, each with its own kind of stream. */
function readable(fd: number): Readable {
  if (isatty(fd)) return new ReadStream(fd);
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) return new Socket({ fd, readable: true, writable: false });
  return createReadStream('', { fd });
}

import type { Writable } from 'node:stream';

/** The two pipes that the lab writes to. Each call is one whole write, so nothing lands inside another line. */
export type LabWire = {
  /** One line on stdout, its line feed added. Settles when the pipe takes more. */
  writeLine(line: string): Promise<void>;
  /** Bytes on stdout as they are. Settles when the pipe takes more. */
  writeRaw(text: string): Promise<void>;
  /** Bytes on stderr as they are. */
  writeStderr(text: string): void;
};

/** A wire over the streams that the SDK's transport uses too: their queue keeps all writes apart. */
export function streamWire(stdout: Writable, stderr: Writable): LabWire {
  const writeRaw = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (stdout.write(text)) resolve();
      else stdout.once('drain', resolve);
    });
  return {
    writeRaw,
    writeLine: (line) => writeRaw(`${line}\n`),
    writeStderr: (text) => {
      stderr.write(text);
    },
  };
}

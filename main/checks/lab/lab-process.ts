import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { PacedOutput } from '../../system/paced-output.ts';

/** The lab's access to its own process; tests replace it. */
export type LabProcess = {
  exit(code: number): void;
  kill(signal: NodeJS.Signals): void;
  /** Closes file descriptor 1; the process continues. */
  closeStdout(): void;
  /** Throws an error that nothing can catch. */
  throwUncaught(error: Error): void;
  /** Waits; a signal ends the wait early without an error. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
};

/** The real process. Its timers do not keep it alive: the lab ends when stdin ends. */
export const realProcess: LabProcess = {
  exit: (code) => process.exit(code),
  kill: (signal) => {
    process.kill(process.pid, signal);
  },
  closeStdout: () => {
    closeSync(1);
    // Takes the free descriptor 1, so that later writes of the SDK do not reach the next opened file.
    openSync(devNull, 'w');
  },
  throwUncaught: (error) => {
    setImmediate(() => {
      throw error;
    });
  },
  sleep: async (milliseconds, signal) => {
    try {
      await delay(milliseconds, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    }
  },
};

/** The two pipes that the lab writes to. Each call is one whole write, so lines never interleave. */
export type LabWire = {
  /** Writes one line and a line feed to stdout. Settles when the pipe accepts more. */
  writeLine(line: string): Promise<void>;
  /** Writes text to stdout unchanged. Settles when the pipe accepts more. */
  writeRaw(text: string): Promise<void>;
  /** Throttles the answer to this request; later output waits. */
  slowDown(id: string | number, bytesPerSecond: number): void;
  writeStderr(text: string): void;
};

/** A wire over the streams that the SDK's transport uses too: their queue keeps all writes separate. */
export function streamWire(stdout: PacedOutput, stderr: Writable): LabWire {
  const writeRaw = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (stdout.write(text)) resolve();
      else stdout.once('drain', resolve);
    });
  return {
    writeRaw,
    writeLine: (line) => writeRaw(`${line}\n`),
    slowDown: (id, bytesPerSecond) =>
      stdout.slowDown(`${typeof id === 'number' ? 'n' : 's'}:${id}`, bytesPerSecond),
    writeStderr: (text) => {
      stderr.write(text);
    },
  };
}

import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { PacedOutput } from '../../system/paced-output.ts';

/** What a tool may do to the lab's own process; tests stand in for it. */
export type LabProcess = {
  exit(code: number): void;
  /** Sends a signal to the lab itself. */
  kill(signal: NodeJS.Signals): void;
  /** Closes the file descriptor 1; the process goes on. */
  closeStdout(): void;
  /** Throws where nobody can catch it. */
  throwUncaught(error: Error): void;
  /** Waits; a signal ends the wait early, without an error. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
};

/** The real process. Its timers keep nothing alive: the lab ends when stdin ends. */
export const realProcess: LabProcess = {
  exit: (code) => process.exit(code),
  kill: (signal) => {
    process.kill(process.pid, signal);
  },
  closeStdout: () => {
    closeSync(1);
    // Takes the free number 1, so that later writes of the SDK reach no file that is opened next.
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

/** The two pipes that the lab writes to. Each call is one whole write, so nothing lands inside another line. */
export type LabWire = {
  /** One line on stdout, its line feed added. Settles when the pipe takes more. */
  writeLine(line: string): Promise<void>;
  /** Bytes on stdout as they are. Settles when the pipe takes more. */
  writeRaw(text: string): Promise<void>;
  /** Lets the answer to this request trickle out; what is written after it waits. */
  slowDown(id: string | number, bytesPerSecond: number): void;
  /** Bytes on stderr as they are. */
  writeStderr(text: string): void;
};

/** A wire over the streams that the SDK's transport uses too: their queue keeps all writes apart. */
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

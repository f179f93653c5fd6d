import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** What a tool may do to the lab's own process; tests stand in for it. */
export type LabProcess = {
  exit(code: number): void;
  /** Sends a signal to the lab itself. */
  kill(signal: NodeJS.Signals): void;
  /** Closes the file descriptor 1; the process lives on. */
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

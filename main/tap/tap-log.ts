import type { Copied } from './copy-queue.ts';

/** Where a tap writes down what passed through it. `at` is in milliseconds of a monotonic clock. */
export type TapLog = {
  spawned(pid: number, at: number): void;
  spawnFailed(message: string, at: number): void;
  exited(exitCode: number | null, signal: string | null, at: number): void;
  /** `taken` is called when these bytes do not wait in memory any more. */
  copied(batch: readonly Copied[], taken: () => void): void;
  /** Bytes that passed through, but could not wait for the recording. */
  dropped(bytes: number, at: number): void;
  /** Resolves when the recording is whole. */
  close(): Promise<void>;
};

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { recordingFile } from '../recording/recording-file.ts';
import { announceTap } from './announce-tap.ts';
import { exitCodeOf, runTap } from './tap.ts';
import { WorkerTapLog } from './worker-tap-log.ts';

/** How long the end of a tap waits to take its announcement back, in milliseconds. */
const UNANNOUNCE_MS = 1000;

export type RunTapOptions = {
  readonly dataFolder: string;
  readonly version: string;
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The built thread that writes the recording. */
  readonly writerScript: string;
  /** Takes the one sentence that a tap says: that the server did not start. */
  readonly writeError: (text: string) => void;
};

/**
 * `tierscope tap`: the server on this process's stdio, recorded. Ends as the server ends: with its
 * exit code, or by its signal; with 3 where it does not start. While the server lives, nothing is
 * written to stdout or stderr but its own bytes.
 */
export async function tapServer(options: RunTapOptions): Promise<number> {
  const { dataFolder, version, label, command, args } = options;
  const folder = join(dataFolder, 'recordings');
  const startedAt = new Date();
  const file = recordingFile(folder, startedAt, label, `tap-${process.pid}`);
  const log = new WorkerTapLog(options.writerScript, {
    file,
    startedAt: startedAt.toISOString(),
    epoch: performance.now(),
    version,
    label,
    command,
    args,
    cwd: process.cwd(),
  });
  // The traffic waits for no disk: a folder that hangs hides the tap, and that is all.
  const announced = announceTap(dataFolder, { pid: process.pid, file, label }).catch(() => undefined);
  const end = await runTap(command, args, process, log);
  await Promise.race([announced.then((unannounce) => unannounce?.()), soon()]);
  if (end.kind === 'not-started') {
    options.writeError(`tierscope: the server cannot be started: ${end.message}.\n`);
    return 3;
  }
  // Node answers SIGUSR1 with its debugger instead of an end.
  if (end.signal !== null && end.signal !== 'SIGUSR1') process.kill(process.pid, end.signal);
  return exitCodeOf(end);
}

function soon(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, UNANNOUNCE_MS).unref());
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createRecorder } from '../recording/recorder.ts';
import { recordingFile } from '../recording/recording-file.ts';
import { exitCodeOf, runTap } from './tap.ts';
import { TapRecording } from './tap-recording.ts';
import { announceTap } from './tap-registry.ts';

export type RunTapOptions = {
  readonly dataFolder: string;
  readonly version: string;
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
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
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const startedAt = new Date();
  const file = recordingFile(folder, startedAt, label, `tap-${process.pid}`);
  const epoch = performance.now();
  let recording: TapRecording | undefined;
  const store = createRecorder({
    file,
    startedAt: startedAt.toISOString(),
    app: { name: 'tierscope', version },
    // A tap must not speak: what the recording lost is counted in the recording.
    onFault: () => undefined,
    onDropped: (count) => recording?.dropped(count, 'records'),
    now: () => performance.now() - epoch,
  });
  recording = new TapRecording(store, () => performance.now(), {
    label,
    command,
    args: [...args],
    cwd: process.cwd(),
  });
  const unannounce = await announceTap(dataFolder, { pid: process.pid, file, label }).catch(() => undefined);
  const end = await runTap(command, args, process, recording);
  await unannounce?.();
  if (end.kind === 'not-started') {
    options.writeError(`tierscope: the server cannot be started: ${end.message}.\n`);
    return 3;
  }
  // Node answers SIGUSR1 with its debugger instead of an end.
  if (end.signal !== null && end.signal !== 'SIGUSR1') process.kill(process.pid, end.signal);
  return exitCodeOf(end);
}

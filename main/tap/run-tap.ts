import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { recordingFile } from '../recording/recording-file.ts';
import type { ProgramCommand } from '../session/reaper-client.ts';
import type { RecordBody } from '../session/record-body.ts';
import { ownFolder } from '../system/own-folder.ts';
import { ownStdin } from '../system/own-stdin.ts';
import { transferring, WorkerThread } from '../system/worker-channel.ts';
import { ControlServer } from './control-server.ts';
import { exitCodeOf, runTap } from './tap.ts';
import { type Copied, packBatch, type TapLog, type TapWriterData } from './tap-message.ts';
import { announceTap, type RunningTap, tapName, tapsFolder } from './tap-registry.ts';
import type { TapOwner, TapWriter } from './tap-writer.ts';

/** How long the end of a tap waits to take its announcement back, in milliseconds. */
const UNANNOUNCE_MS = 1000;

type RunTapOptions = Pick<
  Extract<TapWriterData, { command: string }>,
  'version' | 'label' | 'command' | 'args'
> &
  TapGuardOptions & {
    readonly dataFolder: string;
    readonly writerScript: string;
    /** Takes the one sentence that a tap says: that the server did not start. */
    readonly writeError: (text: string) => void;
  };

/**
 * `tierscope tap`: the server on this process's stdio, recorded. Ends as the server ends: with its
 * exit code, or by its signal; with 3 if it does not start. While the server runs, nothing is
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
  const server = new ControlServer();
  const announced = ownFolder(dataFolder)
    .then((own) =>
      own.ok
        ? announce(server, dataFolder, { pid: process.pid, file, label, cwd: process.cwd() })
        : undefined,
    )
    .catch(() => undefined);
  const streams = { stdin: ownStdin(), stdout: process.stdout, stderr: process.stderr };
  const end = await runTap(command, args, streams, log, {
    guard: (mark) => guardTap(mark, options),
    onControl: (control) => server.attach(control),
    onControlChange: () => server.changed(),
  });
  await Promise.race([
    announced.then((unannounce) => unannounce?.()),
    pause(UNANNOUNCE_MS, undefined, { ref: false }),
  ]);
  if (end.kind === 'not-started') {
    options.writeError(`tierscope: the server cannot be started: ${end.message}.\n`);
    return 3;
  }
  // Node answers SIGUSR1 with its debugger instead of an end.
  if (end.signal !== null && end.signal !== 'SIGUSR1') process.kill(process.pid, end.signal);
  return exitCodeOf(end);
}

/** Opens the channel and announces the tap with it, or without it; the returned function takes both back. */
export async function announce(
  server: ControlServer,
  dataFolder: string,
  tap: RunningTap,
): Promise<() => Promise<void>> {
  const control = await server.listen(tapsFolder(dataFolder), tapName(tap));
  const unannounce = await announceTap(dataFolder, control === undefined ? tap : { ...tap, control });
  return async () => {
    await server.close();
    await unannounce();
  };
}

/** How long the thread may say nothing before its disk counts as stuck, in milliseconds. */
const QUIET_MS = 3000;

/**
 * A log that another thread writes, so that reading lines, making JSON and the disk never hold up the
 * traffic. If the thread fails, the traffic goes on and nothing more is recorded. The traffic cannot wait as
 * other senders do: the queue before this log counts the bytes that are unanswered, and drops what is too much.
 */
export class WorkerTapLog implements TapLog {
  readonly #thread: WorkerThread<TapWriter, TapOwner>;
  #isOnline = false;
  /** How many answers and reports came. */
  #heard = 0;

  constructor(script: string, data: TapWriterData) {
    this.#thread = new WorkerThread<TapWriter, TapOwner>({
      script,
      functions: { working: () => this.#hear() },
      // A tap must not speak: a recording that ends early is all that shows.
      faultOf: (message) => message,
      data,
      isQuiet: true,
    });
    void this.#thread.started().then(() => {
      this.#isOnline = true;
    });
  }

  /** Resolves when the thread takes records, or has failed. */
  async ready(): Promise<void> {
    await this.#thread.call('ready');
  }

  record(body: RecordBody, at: number): void {
    void this.#thread.call('record', body, at);
  }

  copied(batch: readonly Copied[], taken: () => void): void {
    if (this.#thread.fault !== '') {
      taken();
      return;
    }
    const packed = packBatch(batch);
    void this.#thread.call('copied', transferring(packed, [packed.bytes.buffer])).then(() => {
      this.#hear();
      taken();
    });
  }

  /** Resolves when the recording is whole, or when the thread makes no progress with it. */
  async close(): Promise<void> {
    await Promise.race([this.#thread.call('close'), this.#quiet()]);
    await this.#thread.end('the tap has ended');
  }

  #hear(): void {
    this.#heard += 1;
  }

  /** Resolves when the thread says nothing any more: what still waits for it is not going to be written. */
  #quiet(): Promise<void> {
    return new Promise((resolve) => {
      const look = (heardBefore: number): void => {
        setTimeout(() => {
          if (this.#isOnline && this.#heard === heardBefore) resolve();
          else look(this.#heard);
        }, QUIET_MS).unref();
      };
      look(this.#heard);
    });
  }
}

/** Waits for one line; if its input ends without one, becomes the program in its arguments. */
const WAIT = 'trap "" INT TERM HUP; read -r line || exec "$@"';

type TapGuardOptions = {
  /** The program that ends what carries a mark. */
  readonly reaper: ProgramCommand;
};

/**
 * Has what carries a mark ended if this process is killed. A shell waits for that, because a tap may stand in front
 * of each of many servers, and a shell is small. The returned function calls it off. Linux only, as marks are.
 */
function guardTap(mark: string, { reaper }: TapGuardOptions): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const child = spawn('/bin/sh', ['-c', WAIT, 'sh', reaper.command, ...reaper.args, `+${mark}`], {
    // Out of the group of the tap, which is often signaled as one.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  // A tap without a guard is still a tap.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => void child.stdin.end('done\n');
}

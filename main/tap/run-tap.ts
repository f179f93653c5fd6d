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
import { type Copied, chunkOf, packBatch, type TapLog, type TapWriterData } from './tap-message.ts';
import { announceTap, type RunningTap, tapName, tapsFolder } from './tap-registry.ts';
import type { TapWriter } from './tap-writer.ts';

/** How long the end of a tap waits to remove its announcement, in milliseconds. */
const UNANNOUNCE_MS = 1000;

type RunTapOptions = Pick<
  Extract<TapWriterData, { command: string }>,
  'version' | 'label' | 'command' | 'args' | 'telemetry' | 'to'
> &
  TapGuardOptions & {
    readonly dataFolder: string;
    readonly writerScript: string;
    /** Prints the only sentence of a tap: that the server did not start. */
    readonly writeError: (text: string) => void;
  };

/**
 * `tierscope tap`: runs a server on this process's stdio and records it. Ends like the server, with its exit code or
 * signal; with 3 if it does not start. While the server runs, stdout and stderr contain only its bytes.
 */
export async function tapServer(options: RunTapOptions): Promise<number> {
  const { dataFolder, version, label, command, args, telemetry, to } = options;
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
    telemetry,
    to,
  });
  // Traffic never waits for the disk: a hanging folder only hides the tap.
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
  if (log.lost !== '') options.writeError(`tierscope: ${log.lost}\n`);
  if (end.kind === 'not-started') {
    options.writeError(`tierscope: the server cannot be started: ${end.message}.\n`);
    return 3;
  }
  // Node reacts to SIGUSR1 by starting its debugger instead of exiting.
  if (end.signal !== null && end.signal !== 'SIGUSR1') process.kill(process.pid, end.signal);
  return exitCodeOf(end);
}

/** Opens the channel and announces the tap, with or without it; the returned function undoes both. */
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

/** How long the worker may be silent before its disk counts as stuck, in milliseconds. */
const QUIET_MS = 3000;

/**
 * A log written by a worker, so that parsing, encoding and the disk never hold up the traffic. If the worker fails,
 * traffic continues unrecorded. Traffic cannot wait as other senders do: the queue before it counts unanswered bytes
 * and drops the rest.
 */
export class WorkerTapLog implements TapLog {
  readonly #thread: WorkerThread<TapWriter>;
  #isOnline = false;
  readonly #taken = new BigInt64Array(new SharedArrayBuffer(8));
  #copied = 0;
  /** What of telemetry was lost, as a sentence, once the log is closed; empty for nothing. */
  lost = '';

  constructor(script: string, data: TapWriterData) {
    this.#thread = new WorkerThread<TapWriter>({
      script,
      functions: {},
      // A tap must not print anything: all that shows is a recording that ends early.
      faultOf: (message) => message,
      data: { ...data, taken: this.#taken },
      isQuiet: true,
    });
    void this.#thread.started().then(() => {
      this.#isOnline = true;
    });
  }

  /** Resolves when the worker accepts records, or has failed. */
  async ready(): Promise<void> {
    await this.#thread.call('ready');
  }

  record(body: RecordBody, at: number): void {
    void this.#thread.call('record', body, at);
  }

  /** Nothing answers this: with a message back, a small call would cost the traffic a tenth more. */
  copied(batch: readonly Copied[]): void {
    for (const copied of batch) this.#copied += chunkOf(copied).length;
    if (this.#thread.fault !== '') return;
    const packed = packBatch(batch);
    void this.#thread.remote.copied.asEvent(transferring(packed, [packed.bytes.buffer]));
  }

  get taken(): number {
    return this.#thread.fault === '' ? Number(Atomics.load(this.#taken, 0)) : this.#copied;
  }

  /** Resolves when the recording is complete, or the worker stops making progress. */
  async close(): Promise<void> {
    const end = await Promise.race([this.#thread.call('close'), this.#quiet()]);
    if (end?.ok === true) this.lost = end.value;
    await this.#thread.end('the tap has ended');
  }

  /** Resolves when the worker has gone silent: pending records will not be written. */
  #quiet(): Promise<undefined> {
    return new Promise((resolve) => {
      const look = (takenBefore: number): void => {
        setTimeout(() => {
          if (this.#isOnline && this.taken === takenBefore) resolve(undefined);
          else look(this.taken);
        }, QUIET_MS).unref();
      };
      look(this.taken);
    });
  }
}

/** Waits for one line; if its input ends first, becomes the program in its arguments. */
const WAIT = 'trap "" INT TERM HUP; read -r line || exec "$@"';

type TapGuardOptions = {
  readonly reaper: ProgramCommand;
};

/**
 * Ensures that marked processes end if this process is killed. A small shell waits for that, because a tap may run in
 * front of each of many servers. The returned function cancels it. Linux only, like marks.
 */
function guardTap(mark: string, { reaper }: TapGuardOptions): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const child = spawn('/bin/sh', ['-c', WAIT, 'sh', reaper.command, ...reaper.args, `+${mark}`], {
    // In its own process group, because the tap's group is often signaled as a whole.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  // A tap works without its guard.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => void child.stdin.end('done\n');
}

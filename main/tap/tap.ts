import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { endMarked, markVariable, newMark, outlivedText } from '../session/process-tree.ts';
import { exitedBody, type RecordBody } from '../session/record-body.ts';
import { AnswerControl, realClocks } from './answer-control.ts';
import { COPY_MS, type Copied, CopyQueue, type TapLog, type TapNote } from './tap-message.ts';

/** A host ends a server with these, after which any exit code is possible. */
const ENDING_SIGNALS: readonly string[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
/** How long the server's pipes may be silent after its exit before they are given up, in milliseconds. */
const TRAIL_MS = 2000;
/** How long the end of the tap waits for its recording, in milliseconds. */
const CLOSE_MS = 30_000;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** How the tapped server ended, so that the tap can end the same way. */
export type TapEnd =
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'not-started'; readonly message: string };

type TapHooks = {
  /** Ensures that marked processes end if this process is killed; the returned function cancels it. */
  readonly guard?: (mark: string) => () => void;
  /** Called with the control over the server's answers; without it, all bytes pass unchanged. */
  readonly onControl?: (control: AnswerControl) => void;
  readonly onControlChange?: () => void;
};

/**
 * Runs a server behind a transparent proxy: bytes are forwarded both ways before anything reads them; only while there
 * are orders, server lines are examined first. Resolves when the server has ended, its last bytes have left, and the
 * recording is complete or timed out. Processes that the server left behind are ended and noted.
 */
export async function runTap(
  command: string,
  args: readonly string[],
  streams: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable },
  log: TapLog,
  { guard = () => () => undefined, onControl, onControlChange = () => undefined }: TapHooks = {},
): Promise<TapEnd> {
  const mark = newMark();
  const queue = copyQueue(log);
  const child = spawn(command, [...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    env: { ...process.env, ...markVariable(mark) },
  });
  const callOff = guard(mark);
  child.once('spawn', () => log.record({ type: 'process', event: 'spawned', pid: child.pid ?? 0 }, now()));
  const forwarding = new Forwarding((copied) => queue.add(copied));
  const ended = ending(child, forwarding);
  const control = new AnswerControl({
    note: (note) => queue.add({ kind: 'note', from: 'server', at: now(), note }),
    ...realClocks,
    onChange: onControlChange,
  });
  const channel = control.channel({ send: forwarding.sender(child.stdout, streams.stdout, 'server') });
  onControl?.(control);
  if (child.stdin !== null) forwarding.forward(streams.stdin, child.stdin, 'client', channel);
  if (child.stdout !== null)
    forwarding.forwardThrough(child.stdout, {
      fromServer: channel.fromServer,
      serverEnded: () => control.serverEnded(),
    });
  if (child.stderr !== null) forwarding.forward(child.stderr, streams.stderr, 'stderr');
  const stopForwardingSignals = forwardSignals(child, (signal) => {
    queue.drain();
    const message = `the tap got ${signal} and passed it on to the server`;
    log.record({ type: 'client', event: 'closed', message }, now());
  });
  const end = await ended;
  stopForwardingSignals();
  control.serverEnded();
  // Anything that still holds these pipes would keep the tap alive.
  for (const pipe of [streams.stdin, child.stdin, child.stdout, child.stderr]) pipe?.destroy();
  queue.drain();
  log.record(endBody(end), now());
  for (const one of await endMarked(mark)) log.record({ type: 'mark', label: outlivedText(one) }, now());
  callOff();
  await Promise.all([left(streams.stdout), left(streams.stderr), inTime(log.close())]);
  return end;
}

/** What passes a tap, on its way to the log; what a log cannot keep up with is counted there. */
export function copyQueue(log: TapLog): CopyQueue {
  return new CopyQueue({
    maxBytes: MAX_WAITING_BYTES,
    soon: (work) => void setTimeout(work, COPY_MS).unref(),
    onCopied: (batch) => log.copied(batch),
    taken: () => log.taken,
    onDropped: (count) => log.record({ type: 'dropped', count, reason: NOT_RECORDED }, now()),
  });
}

const NOT_RECORDED = 'bytes passed while the recording could not keep up';

function endBody(end: TapEnd): RecordBody {
  return end.kind === 'ended'
    ? exitedBody(end.exitCode, end.signal)
    : { type: 'process', event: 'spawn-failed', message: end.message };
}

function now(): number {
  return performance.now();
}

function forwardSignals(child: ChildProcess, onEnding: (signal: string) => void): () => void {
  const handlers = FORWARDED_SIGNALS.map((signal) => {
    const handler = (): void => {
      if (ENDING_SIGNALS.includes(signal)) onEnding(signal);
      child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const off of handlers) off();
  };
}

function ending(child: ChildProcess, forwarding: Forwarding): Promise<TapEnd> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      if (child.pid === undefined) resolve({ kind: 'not-started', message });
    });
    child.once('close', (exitCode, signal) => resolve({ kind: 'ended', exitCode, signal }));
    // A process that the server left behind may hold its pipes open forever.
    child.once('exit', (exitCode, signal) => {
      const whenSilent = (bytesBefore: number): void => {
        setTimeout(() => {
          if (forwarding.isWaiting || forwarding.bytes > bytesBefore) whenSilent(forwarding.bytes);
          else resolve({ kind: 'ended', exitCode, signal });
        }, TRAIL_MS).unref();
      };
      whenSilent(forwarding.bytes);
    });
  });
}

/** Resolves when all output has left this process, or never can. */
function left(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, CLOSE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The exit code of a shell for an end by signal: 128 plus the signal's number. */
export function exitCodeOf(end: Extract<TapEnd, { kind: 'ended' }>): number {
  if (end.exitCode !== null) return end.exitCode;
  return end.signal === null ? 1 : 128 + (constants.signals[end.signal] ?? 0);
}

type Pipe = 'client' | 'server' | 'stderr';

/** Moves bytes from one pipe to another, at the reader's pace, and copies them for the recording. */
export class Forwarding {
  readonly #copy: (copied: Copied) => void;
  /** The total of forwarded bytes, over all pipes. */
  bytes = 0;
  #waiting = 0;

  constructor(copy: (copied: Copied) => void) {
    this.#copy = copy;
  }

  /** Whether a reader is slower than its writer, so that bytes are queued in a pipe. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Forwards until `from` ends. `watcher` sees forwarded bytes. The end is forwarded to the server's stdin. */
  forward(
    from: Readable,
    to: Writable,
    name: 'client' | 'stderr',
    watcher?: { fromClient(chunk: Uint8Array): void },
  ): void {
    const send = this.sender(from, to, name);
    from.on('data', (chunk: Buffer) => {
      send(chunk);
      watcher?.fromClient(chunk);
    });
    this.#onEnd(from, name, () => {
      if (name === 'client') to.end();
    });
  }

  /** Passes the server's bytes to `way` until `from` ends. */
  forwardThrough(from: Readable, way: { fromServer(chunk: Uint8Array): void; serverEnded(): void }): void {
    from.on('data', (chunk: Buffer) => way.fromServer(chunk));
    this.#onEnd(from, 'server', () => way.serverEnded());
  }

  /** A writer to `to`; while that is full, `from` is paused. A note comes with a whole line. */
  sender(from: Readable | null, to: Writable, name: Pipe): (bytes: Uint8Array, note?: TapNote) => void {
    let isPaused = false;
    const resume = (): void => {
      if (!isPaused) return;
      isPaused = false;
      this.#waiting -= 1;
      from?.resume();
    };
    to.on('drain', resume);
    // Either side may close first: the tap must survive its own broken pipe.
    to.on('error', resume);
    to.on('close', resume);
    return (chunk, note) => {
      const at = performance.now();
      this.bytes += chunk.length;
      if (to.writable && !to.write(chunk) && !isPaused) {
        isPaused = true;
        this.#waiting += 1;
        from?.pause();
      }
      this.#copy(
        note === undefined
          ? { kind: 'bytes', from: name, at, chunk }
          : { kind: 'bytes', from: name, at, chunk, note },
      );
    };
  }

  #onEnd(from: Readable, name: Pipe, act: () => void): void {
    const end = (): void => {
      act();
      this.#copy({ kind: 'end', from: name, at: performance.now() });
    };
    from.once('end', end);
    from.once('error', end);
  }
}

import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { CopyQueue } from './copy-queue.ts';
import type { TapRecording } from './tap-recording.ts';

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
/** How long the server's pipes are read on after its exit, in milliseconds. */
const TRAIL_MS = 2000;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

export type TapStreams = { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };

/** How the tapped server ended, for the tap to end in the same way. */
export type TapEnd = { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null };

/**
 * Runs a server behind a transparent proxy: bytes are forwarded as they come, both ways, before
 * anything reads them. Resolves when the server has ended and the recording is whole.
 */
export async function runTap(
  command: string,
  args: readonly string[],
  streams: TapStreams,
  recording: TapRecording,
): Promise<TapEnd> {
  const queue = new CopyQueue({
    maxBytes: MAX_WAITING_BYTES,
    soon: setImmediate,
    onCopied: (copied) => recording.copied(copied),
    onDropped: (bytes) => recording.dropped(bytes, 'bytes'),
  });
  const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const ended = ending(child, recording);
  forward(streams.stdin, child.stdin, 'client', queue);
  forward(child.stdout, streams.stdout, 'server', queue);
  forward(child.stderr, streams.stderr, 'stderr', queue);
  const stopForwarding = forwardSignals(child);
  const end = await ended;
  stopForwarding();
  queue.drain();
  recording.exited(end.exitCode, end.signal);
  await recording.close();
  return end;
}

function forward(
  from: Readable | null,
  to: Writable | null,
  name: 'client' | 'server' | 'stderr',
  queue: CopyQueue,
): void {
  if (from === null || to === null) return;
  // The agent may close its end first: the server must not die of the tap's broken pipe.
  to.on('error', () => from.resume());
  from.on('data', (chunk: Buffer) => {
    const at = performance.now();
    if (to.writable && !to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    queue.add({ kind: 'bytes', from: name, at, chunk });
  });
  from.once('end', () => {
    if (name === 'client') to.end();
    queue.add({ kind: 'end', from: name, at: performance.now() });
  });
}

function forwardSignals(child: ChildProcess): () => void {
  const handlers = FORWARDED_SIGNALS.map((signal) => {
    const handler = () => void child.kill(signal);
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const off of handlers) off();
  };
}

function ending(child: ChildProcess, recording: TapRecording): Promise<TapEnd> {
  return new Promise((resolve) => {
    child.once('spawn', () => recording.spawned(child.pid ?? 0));
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      recording.spawnFailed(error.message);
      resolve({ exitCode: 'code' in error && error.code === 'ENOENT' ? 127 : 126, signal: null });
    });
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
    // A grandchild may hold the pipes open for ever.
    child.once('exit', (exitCode, signal) => setTimeout(() => resolve({ exitCode, signal }), TRAIL_MS));
  });
}

/** The exit code that a shell gives for an end by signal: 128 and the signal's number. */
export function exitCodeOf(end: TapEnd): number {
  if (end.exitCode !== null) return end.exitCode;
  return end.signal === null ? 1 : 128 + (constants.signals[end.signal] ?? 0);
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import spawn from 'cross-spawn';
import { type Line, LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { hostTurns, type TurnSlices } from '../system/turn-slices.ts';
import { endMarked, markVariable, newMark, type Outlived, ServerTree } from './process-tree.ts';
import type { ProcessSpec } from './record-body.ts';

/** Longer lines are cut, and the cut is recorded. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** How long output may lag behind an exit, or an exit behind the end of output, in milliseconds. */
const TRAIL_MS = 300;
/** A pipe holds less: output beyond this comes from a process that outlived the server. */
const MAX_TRAILING_BYTES = 1024 * 1024;

/** Longer lines are processed incrementally, with a possible turn of the event loop per step. */
export const LONG_LINE_BYTES = 16 * 1024;
/** For a write into a pipe with room. */
const WRITTEN = Promise.resolve();
/** Longer stderr lines are cut too. */
const MAX_STDERR_LINE_BYTES = 1024 * 1024;
/** An unterminated line, such as a prompt, is shown after this long, in milliseconds. */
const IDLE_MS = 1000;
/** A server that waits for a message uses less than this share of a CPU. */
const IDLE_SHARE = 0.05;

/**
 * The environment of a server: what the official clients inherit by default (SDK 1.32 client/stdio.js: HOME, LOGNAME,
 * PATH, SHELL, TERM, USER), and the session's own variables.
 */
export function serverEnvironment(spec: ProcessSpec): Record<string, string> {
  return { ...getDefaultEnvironment(), ...spec.env };
}

export type ServerProcessEvents = {
  spawned(pid: number): void;
  spawnFailed(message: string): void;
  /** Handles the line, or returns the steps for a long one. Nothing else is reported before the last step. */
  line(line: Line): Iterator<unknown> | undefined;
  stderrLine(text: string): void;
  stdoutClosed(): void;
  exited(exitCode: number | null, signal: string | null): void;
  /** After the exit: no process that the server started is left, except those that could not be ended. */
  restEnded(outlived: readonly Outlived[]): void;
  /** A defect of this app in handling an event; later events are still reported. */
  defect(error: unknown): void;
};

/** One child process and its byte lines: the lossless layer below every SDK. */
export class ServerProcess {
  /** Tells the descendants of this run of the server from all other processes. */
  readonly mark = newMark();
  readonly #events: ServerProcessEvents;
  readonly #child: ChildProcess;
  readonly #tree: ServerTree | undefined;
  readonly #graceMs: number | undefined;
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  readonly #stderr: StderrLines;
  readonly #intake: Intake;
  readonly #gone: Promise<void>;
  readonly #started: Promise<unknown>;
  #stdoutEnded = false;
  #exited = false;
  #bytes = 0;
  /** Resolves when the full pipe to the server accepts more. */
  #drained: Promise<void> | undefined;
  #ended: Promise<void> | undefined;
  #restEnded: Promise<void> | undefined;
  #taken = false;
  #refused = false;

  /** Starts the server at once; the outcome arrives as `spawned` or `spawnFailed`. */
  constructor(spec: ProcessSpec, events: ServerProcessEvents, turns = hostTurns) {
    this.#events = events;
    this.#graceMs = spec.graceMs;
    this.#stderr = new StderrLines(
      (text) => this.#report(() => events.stderrLine(text)),
      (flush) => this.#intake.do(flush),
    );
    this.#child = spawn(spec.command, [...spec.args], {
      env: { ...serverEnvironment(spec), ...markVariable(this.mark) },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // Its own process group, so that the whole tree can be ended.
      detached: process.platform !== 'win32',
      ...(spec.cwd === '' ? {} : { cwd: spec.cwd }),
    });
    const { pid, stdout, stderr } = this.#child;
    this.#tree = pid === undefined ? undefined : new ServerTree(pid);
    const streams = [stdout, stderr].filter((stream) => stream !== null);
    this.#intake = new Intake(turns, streams);
    this.#started = once(this.#child, 'spawn').catch(() => undefined);
    this.#gone = new Promise((resolve) => this.#listen(spec, resolve));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves when the start was reported, successful or not. */
  async started(): Promise<void> {
    await this.#started;
  }

  get running(): boolean {
    return this.#child.pid !== undefined && !this.#exited;
  }

  /** True if the pipe was closed before it accepted anything: no byte has reached the server. */
  get unheard(): boolean {
    return this.#refused && !this.#taken;
  }

  /** Writes raw bytes; resolves when the pipe has accepted them, even if it is broken. */
  write(text: string | Uint8Array): Promise<void> {
    const stdin = this.#child.stdin;
    if (stdin === null || !stdin.writable) {
      this.#refused = true;
      return WRITTEN;
    }
    if (stdin.writableCorked === 0) {
      // Messages sent within one turn go into the pipe together, so the server wakes once.
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    if (stdin.write(text, this.#taken ? undefined : this.#reported)) return WRITTEN;
    // One listener for all pending writes: a server that reads nothing can cause thousands.
    this.#drained ??= new Promise((resolve) => {
      stdin.once('drain', () => {
        this.#drained = undefined;
        resolve();
      });
      void this.#gone.then(resolve);
    });
    return this.#drained;
  }

  readonly #reported = (error: Error | null | undefined): void => {
    if (error) this.#refused = true;
    else this.#taken = true;
  };

  /** True if the server writes or computes in the next `ms` milliseconds: it is still busy. */
  async isBusyFor(ms: number): Promise<boolean> {
    const bytes = this.#bytes;
    const before = await this.#cpuMs();
    await pause(ms, undefined, { ref: false });
    return this.#bytes > bytes || (await this.#cpuMs()) - before > ms * IDLE_SHARE;
  }

  async #cpuMs(): Promise<number> {
    const alive = (await this.#tree?.see()) ?? [];
    return alive.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  }

  /** Closes stdin, then ends the whole process tree; resolves when the exit was reported. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    if (this.#tree === undefined) return;
    if (!this.#exited) {
      await this.#tree.see();
      this.#child.stdin?.end();
      await this.#tree.end(this.#graceMs);
    }
    await this.#gone;
    await this.#restEnded;
  }

  #listen(spec: ProcessSpec, gone: () => void): void {
    const { stdin, stdout, stderr } = this.#child;
    this.#child.once('spawn', () => this.#report(() => this.#events.spawned(this.#child.pid ?? 0)));
    this.#child.once('error', (error) => {
      if (this.#child.pid !== undefined) return;
      this.#report(() => this.#events.spawnFailed(spawnFailure(spec, error)));
      gone();
    });
    // A write to a dead server fails here; its exit is reported.
    stdin?.on('error', () => undefined);
    stdout?.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      this.#intake.take(this.#take(this.#lines.lines(chunk)));
    });
    stdout?.once('end', () => this.#stdoutEnd());
    stderr?.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      this.#intake.take(this.#stderr.lines(chunk));
    });
    this.#child.once('exit', (code, signal) => this.#exit(code, signal, gone));
  }

  *#take(lines: Iterable<Line>): Generator<undefined> {
    for (const line of lines) {
      try {
        const steps = this.#events.line(line);
        while (steps?.next().done === false) yield;
      } catch (error) {
        this.#events.defect(error);
      }
      yield;
    }
  }

  *#takeRest(): Generator<undefined> {
    const rest = this.#lines.flush();
    if (rest !== undefined) yield* this.#take([rest]);
  }

  #report(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#events.defect(error);
    }
  }

  #stdoutEnd(): void {
    this.#stdoutEnded = true;
    this.#intake.take(this.#takeRest());
    const closed = (): void => {
      if (this.running) this.#report(() => this.#events.stdoutClosed());
    };
    setTimeout(() => this.#intake.do(closed), TRAIL_MS).unref();
  }

  #exit(code: number | null, signal: string | null, gone: () => void): void {
    this.#exited = true;
    const seen = this.#tree?.exited();
    let isReported = false;
    const reportNow = (): void => {
      if (isReported) return;
      isReported = true;
      this.#stderr.flush();
      this.#report(() => this.#events.exited(code, signal));
      this.#restEnded = this.#endRest(seen);
      gone();
    };
    const report = (): void => this.#intake.do(reportNow);
    if (this.#stdoutEnded && this.#child.stderr?.readableEnded !== false) report();
    // A grandchild may hold the pipes open: do not wait for their end forever.
    this.#child.once('close', report);
    const most = this.#bytes + MAX_TRAILING_BYTES;
    const look = (): void => {
      // Output that this app was too slow to read was written before the exit.
      if (this.#intake.wasBehind() && this.#bytes < most) setTimeout(look, TRAIL_MS);
      else report();
    };
    setTimeout(look, TRAIL_MS);
  }

  /** The server's descendants must not outlive it. */
  async #endRest(seen: Promise<void> | undefined): Promise<void> {
    const outlived = await endMarked(this.mark, { graceMs: this.#graceMs });
    await seen;
    await this.#tree?.end(0);
    this.#report(() => this.#events.restEnded(outlived));
  }
}

function spawnFailure(spec: ProcessSpec, error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') {
    if (spec.cwd !== '') {
      return `"${spec.command}" was not found, or the folder "${spec.cwd}" does not exist. Check the command and the working directory.`;
    }
    return `"${spec.command}" was not found. Check the command's spelling, or give its full path.`;
  }
  if (code === 'EACCES') {
    const place = spec.cwd === '' ? '' : `, or the folder "${spec.cwd}" may not be entered`;
    return `"${spec.command}" may not be executed${place}. Check the permissions.`;
  }
  return `"${spec.command}" could not be started: ${error.message}`;
}

/** Turns stderr chunks into lines, joining lines split across chunks. */
class StderrLines {
  readonly #splitter = new LineSplitter(MAX_STDERR_LINE_BYTES);
  readonly #onLine: (text: string) => void;
  readonly #inOrder: (flush: () => void) => void;
  #timer: NodeJS.Timeout | undefined;

  /** `inOrder` runs its argument after all earlier output. */
  constructor(onLine: (text: string) => void, inOrder: (flush: () => void) => void) {
    this.#onLine = onLine;
    this.#inOrder = inOrder;
  }

  *lines(chunk: Uint8Array): Generator<void> {
    clearTimeout(this.#timer);
    for (const line of this.#splitter.lines(chunk)) {
      this.#emit(line);
      yield;
    }
    if (this.#splitter.pendingBytes > 0) {
      this.#timer = setTimeout(() => this.#inOrder(() => this.flush()), IDLE_MS);
      this.#timer.unref();
    }
  }

  /** Emits the unterminated line. */
  flush(): void {
    clearTimeout(this.#timer);
    const rest = this.#splitter.flush();
    if (rest !== undefined) this.#emit(rest);
  }

  #emit(line: { readonly bytes: Uint8Array; readonly truncatedBytes: number }): void {
    const text = shownLine(lineText(line.bytes)).replace(/\r$/, '');
    this.#onLine(line.truncatedBytes > 0 ? `${text} … (${line.truncatedBytes} bytes more)` : text);
  }
}

/** A readable stream with back-pressure. */
type Source = { pause(): unknown; resume(): unknown };

/**
 * The output of one process, handled in order of arrival and no faster than the turns allow. Its sources pause while it
 * is behind, so at most two pieces are queued here, and one in the buffer of each source.
 */
export class Intake {
  readonly #turns: TurnSlices;
  readonly #sources: readonly Source[];
  readonly #pieces: Iterator<unknown>[] = [];
  #isHeld = false;
  #wasHeld = false;

  constructor(turns: TurnSlices, sources: readonly Source[]) {
    this.#turns = turns;
    this.#sources = sources;
  }

  /** Queues a piece as short steps, after the earlier pieces. */
  take(steps: Iterator<unknown>): void {
    this.#pieces.push(steps);
    if (this.#pieces.length === 1) void this.#turns.run(this.#steps());
    else this.#hold();
  }

  /** The same for a piece with a single step. */
  do(step: () => void): void {
    const next = (): IteratorResult<unknown> => {
      step();
      return { done: true, value: undefined };
    };
    this.take({ next });
  }

  /** True if sources had to wait since the last call, or still do. */
  wasBehind(): boolean {
    const was = this.#wasHeld;
    this.#wasHeld = this.#isHeld;
    return was;
  }

  *#steps(): Generator<void> {
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      while (piece.next().done !== true) yield;
      this.#pieces.shift();
    }
    this.#release();
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#wasHeld = true;
    for (const source of this.#sources) source.pause();
  }

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const source of this.#sources) source.resume();
  }
}

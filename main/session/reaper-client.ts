import { type ChildProcess, spawn } from 'node:child_process';

export type ProgramCommand = { readonly command: string; readonly args: readonly string[] };

/** Tells a second process which servers run, so that it ends them if the app is killed. */
export class ReaperClient {
  readonly #reaper: ProgramCommand;
  readonly #watched = new Set<string>();
  #child: ChildProcess | undefined;

  /** The process starts with the first server. */
  constructor(reaper: ProgramCommand) {
    this.#reaper = reaper;
  }

  /** A server runs, and its descendants carry this mark. */
  watch(pid: number, mark: string): void {
    const isRunning = this.#child !== undefined;
    for (const one of [String(pid), mark]) {
      this.#watched.add(one);
      if (isRunning) this.#say(`+${one}`);
    }
    if (!isRunning) this.#start();
  }

  /** A server has ended, given by its process id, or all processes with a mark have. */
  forget(one: number | string): void {
    if (this.#watched.delete(String(one))) this.#say(`-${one}`);
  }

  /** Lets the process exit; it ends servers that are still watched. */
  close(): void {
    this.#child?.stdin?.end();
    this.#child = undefined;
  }

  #start(): void {
    const child = spawn(this.#reaper.command, this.#reaper.args, {
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const gone = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin?.on('error', gone);
    child.unref();
    this.#child = child;
    for (const one of this.#watched) this.#say(`+${one}`);
  }

  #say(line: string): void {
    this.#child?.stdin?.write(`${line}\n`);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';

/** A program and its first arguments. */
export type ProgramCommand = { readonly command: string; readonly args: readonly string[] };

/** Keeps a second process informed of the servers that run, so that it ends them if the app is killed. */
export class ReaperClient {
  readonly #reaper: ProgramCommand;
  readonly #watched = new Set<string>();
  #child: ChildProcess | undefined;

  /** The process starts with the first server. */
  constructor(reaper: ProgramCommand) {
    this.#reaper = reaper;
  }

  /** A server runs, and what it starts carries this mark. */
  watch(pid: number, mark: string): void {
    const isRunning = this.#child !== undefined;
    for (const one of [String(pid), mark]) {
      this.#watched.add(one);
      if (isRunning) this.#say(`+${one}`);
    }
    if (!isRunning) this.#start();
  }

  /** A server has ended, by its process id, or nothing that carries a mark is left. */
  forget(one: number | string): void {
    if (this.#watched.delete(String(one))) this.#say(`-${one}`);
  }

  /** Lets the process end; servers that are still watched are ended by it. */
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

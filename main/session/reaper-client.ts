import { type ChildProcess, spawn } from 'node:child_process';

/** Keeps a second process informed of the servers that run, so that it ends them if the app is killed. */
export class ReaperClient {
  readonly #script: string;
  readonly #node: { readonly command: string; readonly env: Readonly<Record<string, string>> };
  /** Process ids and marks. */
  readonly #watched = new Set<string>();
  #child: ChildProcess | undefined;

  /** `node` says how a script is run; the process starts with the first server. */
  constructor(script: string, node: { command: string; env: Readonly<Record<string, string>> }) {
    this.#script = script;
    this.#node = node;
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

  /** The server has ended; what it started may go on. */
  forget(pid: number): void {
    this.#forget(String(pid));
  }

  /** Nothing that carries this mark is left. */
  forgetRest(mark: string): void {
    this.#forget(mark);
  }

  #forget(one: string): void {
    if (this.#watched.delete(one)) this.#say(`-${one}`);
  }

  /** Lets the process end; servers that are still watched are ended by it. */
  close(): void {
    this.#child?.stdin?.end();
    this.#child = undefined;
  }

  #start(): void {
    const child = spawn(this.#node.command, [this.#script], {
      detached: true,
      windowsHide: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ...this.#node.env },
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

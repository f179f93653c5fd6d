import { type ChildProcess, spawn } from 'node:child_process';

/** Keeps a second process informed of the servers that run, so that it ends them if the app is killed. */
export class ReaperClient {
  readonly #script: string;
  readonly #node: { readonly command: string; readonly env: Readonly<Record<string, string>> };
  readonly #servers = new Set<number>();
  #child: ChildProcess | undefined;

  /** `node` says how a script is run; the process starts with the first server. */
  constructor(script: string, node: { command: string; env: Readonly<Record<string, string>> }) {
    this.#script = script;
    this.#node = node;
  }

  watch(pid: number): void {
    this.#servers.add(pid);
    if (this.#child === undefined) this.#start();
    else this.#say(`+${pid}`);
  }

  forget(pid: number): void {
    if (this.#servers.delete(pid)) this.#say(`-${pid}`);
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
    for (const pid of this.#servers) this.#say(`+${pid}`);
  }

  #say(line: string): void {
    this.#child?.stdin?.write(`${line}\n`);
  }
}

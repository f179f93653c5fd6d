import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '../../../app/base/json-value.ts';
import type { Plan, Step } from './plan.ts';

const ANSWER_MS = 5000;
const SETTLE_MS = 600;
const END_MS = 8000;
const clientInfo = { name: 'corpus-driver', version: '1.0.0' };

/** The lines sent by the driver, in order: as recorded, with a description. */
type Sent = { readonly line: string; readonly what: string };

/** A server behind the tap, and the driver that executes a plan. Only the tap records the traffic. */
export class DrivenServer {
  readonly sent: Sent[] = [];
  readonly #plan: Plan;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<string, () => void>();
  #id = 0;

  /** `tap` is the command line of the tap, up to its `--`. */
  constructor(plan: Plan, tap: readonly string[]) {
    this.#plan = plan;
    const { command, args, cwd, env } = plan;
    this.#child = spawn(process.execPath, [...tap, '--', command, ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    this.#exited = once(this.#child, 'close');
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.resume();
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
  }

  /** Executes the steps, closes the server's stdin, waits for it to exit, and kills it if it does not. */
  async run(): Promise<void> {
    await once(this.#child, 'spawn');
    for (const step of this.#plan.steps) {
      if (this.#child.exitCode !== null) break;
      await this.#do(step);
    }
    await pause(SETTLE_MS);
    this.#child.stdin.end();
    await Promise.race([this.#exited, pause(END_MS, undefined, { ref: false })]);
    if (this.#child.exitCode === null) this.#child.kill();
    await this.#exited;
  }

  async #do(step: Step): Promise<void> {
    if ('pauseMs' in step) return pause(step.pauseMs);
    if ('handshake' in step) {
      const { handshake: protocolVersion, capabilities = {} } = step;
      await this.#request({
        request: 'initialize',
        params: { protocolVersion, capabilities, clientInfo },
        waitMs: 60_000,
      });
      this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' }, 'notifications/initialized');
      return pause(100);
    }
    if ('notify' in step) {
      const { notify: method, params, what = method } = step;
      this.#send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }, what);
      return pause(SETTLE_MS);
    }
    if ('line' in step) {
      this.#write(step.line, step.what ?? 'a line as it stands');
      return pause(step.waitMs ?? SETTLE_MS);
    }
    return this.#request(step);
  }

  async #request(step: Extract<Step, { request: string }>): Promise<void> {
    const { request: method, params, what = method, waitMs = ANSWER_MS, cancelAfterMs, reason } = step;
    if (step.id === undefined) this.#id += 1;
    const id = step.id ?? this.#id;
    const answered = new Promise<void>((resolve) => this.#waiting.set(JSON.stringify(id), resolve));
    this.#send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }, what);
    if (cancelAfterMs !== undefined) {
      await Promise.race([answered, pause(cancelAfterMs)]);
      const cancel = { requestId: id, reason: reason ?? 'the user cancelled it' };
      this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: cancel }, `cancel of: ${what}`);
    }
    await Promise.race([answered, this.#exited, pause(waitMs, undefined, { ref: false })]);
  }

  #send(message: object, what: string): void {
    this.#write(JSON.stringify(message), what);
  }

  #write(line: string, what: string): void {
    this.sent.push({ line, what });
    if (this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }

  #hear(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    for (const one of Array.isArray(message) ? message : [message]) {
      if (!isJsonObject(one)) continue;
      if (typeof one.method === 'string' && one.id !== undefined) this.#answer(one.method, one.id);
      else this.#waiting.get(JSON.stringify(one.id))?.();
    }
  }

  #answer(method: string, id: unknown): void {
    const answer = this.#plan.answers?.[method];
    if (answer === null) return;
    const refused = { error: { code: -32601, message: 'Method not found' } };
    const given = answer ?? (method === 'ping' ? { result: {} } : refused);
    this.#send({ jsonrpc: '2.0', id, ...given }, `answer to ${method}`);
  }
}

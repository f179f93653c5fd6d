import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { KnownRecord } from '../../app/frame/record.ts';
import { encodeHeader, encodeRecord } from '../../app/recording/encode-record.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import type { NeutralText } from './neutral-text.ts';
import type { Step } from './step.ts';

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const ANSWER_MS = 15_000;
const GIVE_UP_MS = 300;
/** Long enough for a server to answer what it should have ignored. */
const SETTLE_MS = 400;

type Body = KnownRecord extends infer Kind
  ? Kind extends unknown
    ? Omit<Kind, 'seq' | 'at' | 'session'>
    : never
  : never;

type RecordedServer = {
  readonly label: string;
  /** The arguments of `node`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
  readonly neutral: NeutralText;
};

/** A client that writes raw lines, and records every line, stderr line and event as the app does. */
export class RecordedClient {
  readonly #server: RecordedServer;
  readonly #startedAt = performance.now();
  readonly #lines: string[];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<string, () => void>();
  readonly #exited: Promise<unknown>;
  #seq = 0;
  #id = 0;

  constructor(server: RecordedServer) {
    this.#server = server;
    const app = { name: 'tierscope', version: '0.1.0' };
    const startedAt = new Date().toISOString();
    this.#lines = [
      encodeHeader({
        type: 'header',
        format: 'tierscope',
        version: FORMAT_VERSION,
        startedAt,
        app,
        redaction: 'none',
      }),
    ];
    const { label, cwd, env } = server;
    const args = server.args.map((arg) => server.neutral.of(arg));
    const session = {
      label,
      origin: 'connect',
      command: 'node',
      args,
      cwd: '/srv/app',
      env: Object.keys(env),
    } as const;
    this.#write({ type: 'session', ...session });
    this.#child = spawn(process.execPath, server.args, { cwd, env: { PATH: process.env.PATH, ...env } });
    this.#exited = this.#listen(this.#child);
  }

  /** Executes the steps, ends the server, and returns the lines of the recording. */
  async run(steps: readonly Step[]): Promise<readonly string[]> {
    await once(this.#child, 'spawn');
    this.#write({ type: 'process', event: 'spawned', pid: this.#child.pid ?? 0 });
    for (const step of steps) await this.#do(step);
    if (this.#child.exitCode === null) {
      await pause(SETTLE_MS);
      this.#write({ type: 'process', event: 'stdin-closed' });
      this.#child.stdin.end();
    }
    await Promise.race([this.#exited, pause(ANSWER_MS, undefined, { ref: false })]);
    if (this.#child.exitCode === null) this.#child.kill();
    await this.#exited;
    this.#lines.push(encodeRecord({ type: 'end', seq: this.#nextSeq(), at: this.#now() }));
    return this.#lines;
  }

  async #do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'request':
        return this.#request(step);
      case 'notification':
        this.#send({ jsonrpc: '2.0', method: step.method, params: step.params });
        return;
      case 'malformed':
        this.#sendLine(step.line, true);
        await pause(SETTLE_MS);
        return;
    }
  }

  async #request({ method, params, until }: Extract<Step, { kind: 'request' }>): Promise<void> {
    this.#id += 1;
    const id = this.#id;
    const answered = new Promise<void>((resolve) => this.#waiting.set(String(id), resolve));
    this.#send({ jsonrpc: '2.0', id, method, params });
    switch (until) {
      case 'answer':
        await this.#inTime(answered, method);
        return;
      case 'exit':
        await this.#inTime(this.#exited, method);
        return;
      case 'cancel':
      case 'time-out':
        return this.#giveUp(id, method, until);
    }
  }

  /** Like the official clients: a cancelled or timed-out call is cancelled on the wire too. */
  async #giveUp(id: number, method: string, why: 'cancel' | 'time-out'): Promise<void> {
    await pause(GIVE_UP_MS);
    const cancelled = why === 'cancel';
    const message = cancelled ? 'cancelled by the user' : `timed out after ${GIVE_UP_MS} ms`;
    this.#send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: message },
    });
    this.#write({ type: 'client', event: cancelled ? 'cancelled' : 'timeout', id, method, message });
    await pause(SETTLE_MS);
  }

  async #inTime(done: Promise<unknown>, method: string): Promise<void> {
    const late = pause(ANSWER_MS, 'late', { ref: false });
    if ((await Promise.race([done, this.#exited, late])) === 'late')
      throw new Error(`no answer to ${method}`);
  }

  #send(message: object): void {
    this.#sendLine(JSON.stringify(message), false);
  }

  #sendLine(line: string, malformed: boolean): void {
    this.#write({
      type: 'frame',
      direction: 'client-to-server',
      raw: this.#server.neutral.of(line),
      ...(malformed ? { deliberate: true } : {}),
    });
    this.#child.stdin.write(`${line}\n`);
  }

  #listen(child: ChildProcessWithoutNullStreams): Promise<unknown> {
    const stdout = new LineSplitter(MAX_LINE_BYTES);
    const stderr = new LineSplitter(MAX_LINE_BYTES);
    const decoder = new TextDecoder();
    child.stdout.on('data', (chunk: Uint8Array) => {
      for (const { bytes } of stdout.push(chunk)) this.#hear(decoder.decode(bytes));
    });
    child.stdout.on('end', () => this.#write({ type: 'process', event: 'stdout-closed' }));
    child.stderr.on('data', (chunk: Uint8Array) => {
      for (const { bytes } of stderr.push(chunk)) {
        this.#write({ type: 'stderr', text: this.#server.neutral.of(decoder.decode(bytes)) });
      }
    });
    return once(child, 'close').then(([exitCode, signal]) => {
      this.#write({ type: 'process', event: 'exited', exitCode, signal });
    });
  }

  #hear(line: string): void {
    const raw = this.#server.neutral.of(line);
    const envelope = readEnvelope(raw);
    this.#write({ type: 'frame', direction: 'server-to-client', raw });
    if (envelope.kind === 'request') this.#answer(envelope);
    else if ('id' in envelope && envelope.id !== undefined) this.#waiting.get(envelope.id.text)?.();
  }

  /** The user refuses sampling with the code of the specification's own example (2025-11-25, client/sampling). */
  #answer(request: Extract<Envelope, { kind: 'request' }>): void {
    const id = Number(request.id.text);
    if (request.method === 'sampling/createMessage') {
      this.#send({ jsonrpc: '2.0', id, error: { code: -1, message: 'User rejected sampling request' } });
    } else if (request.method === 'roots/list') this.#send({ jsonrpc: '2.0', id, result: { roots: [] } });
    else this.#send({ jsonrpc: '2.0', id, result: {} });
  }

  #write(body: Body): void {
    const record = { ...body, seq: this.#nextSeq(), at: this.#now(), session: 's1' };
    this.#lines.push(encodeRecord(record as KnownRecord));
  }

  #nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  #now(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}

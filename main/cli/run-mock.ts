import { closeSync } from 'node:fs';
import { groupedBy } from '../../app/base/grouped-by.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { targetOf } from '../../app/frame/target.ts';
import { type Fault, FaultPlan, type FaultStep } from '../../app/lab/faults/fault.ts';
import {
  type MockExchange,
  MockMatcher,
  type MockStep,
  mockScript,
  progressToken,
} from '../../app/recording/mock/mock-script.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import { replaceMember } from '../../app/wire/json-scan.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { readAnyRecording } from '../recording/import/read-any-recording.ts';
import { HttpLineServer, serveLines } from '../system/http-line-server.ts';
import type { ServedOptions } from '../system/loopback-gate.ts';
import { ownStdin } from '../system/own-stdin.ts';
import { PacedOutput } from '../system/paced-output.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;

export type RunMockOptions = MockOptions & {
  /** A recording in any format that the app opens. */
  readonly file: string;
  /** The session of the file to replay; by default the first. */
  readonly session?: string;
  readonly writeError: (text: string) => void;
};

/** Replays a recorded server on stdio. Resolves when every answer is sent, or with 3 if there is no such session. */
export async function runMock(options: RunMockOptions): Promise<number> {
  const script = await readScript(options);
  if (script === undefined) return 3;
  const stage = new ProcessStage();
  const server = new MockServer(script, options, stage);
  await eachLine((line) => server.take(line));
  await stage.whenIdle();
  await stage.whenWritten();
  return 0;
}

/** The same as an HTTP server on 127.0.0.1; each session starts from the beginning. Returns 3 if it cannot listen. */
export async function runHttpMock(options: RunMockOptions & ServedOptions): Promise<number> {
  const script = await readScript(options);
  if (script === undefined) return 3;
  const lines = new HttpLineServer((write) => {
    const stage = new SessionStage(write);
    const server = new MockServer(script, options, stage);
    return { take: (line) => server.take(line), close: () => stage.closeStdout() };
  });
  return serveLines(lines, options);
}

/** The exchanges of the recorded session; undefined, after a sentence for the user, if there are none. */
async function readScript(options: RunMockOptions): Promise<readonly MockExchange[] | undefined> {
  const sessions = new Map<string, KnownRecord[]>();
  const read = await readAnyRecording(options.file, { onRecord: (record) => keep(record, sessions) });
  if (!read.ok) {
    options.writeError(`tierscope: ${read.error}\n`);
    return undefined;
  }
  const chosen = options.session ?? sessions.keys().next().value ?? '';
  const records = sessions.get(chosen);
  if (records !== undefined) return mockScript(records);
  const named = options.session === undefined ? 'session to answer as' : `session "${chosen}"`;
  const there = [...sessions.keys()].join(', ') || 'none';
  options.writeError(`tierscope: ${options.file} has no ${named}. It has: ${there}.\n`);
  return undefined;
}

function keep(record: KnownRecord, sessions: Map<string, KnownRecord[]>): void {
  if (record.type === 'mark' || record.type === 'end') return;
  const records = sessions.get(record.session) ?? [];
  records.push(record);
  sessions.set(record.session, records);
}

async function eachLine(take: (line: string) => void): Promise<void> {
  const lines = new LineSplitter(MAX_LINE_BYTES);
  for await (const chunk of ownStdin()) {
    for (const line of lines.push(chunk as Buffer)) take(shownLine(lineText(line.bytes)));
  }
  const rest = lines.flush();
  if (rest !== undefined) take(shownLine(lineText(rest.bytes)));
}

class ProcessStage implements MockStage {
  readonly #out = new PacedOutput(process.stdout);
  #planned = 0;
  #onIdle: (() => void) | undefined;

  constructor() {
    // A client that is gone reads no answers; the end of stdin handles that.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
  }

  stdout(text: string): void {
    this.#out.write(text);
  }

  slowDown(idKey: string, bytesPerSecond: number): void {
    this.#out.slowDown(idKey, bytesPerSecond);
  }

  stderr(text: string): void {
    process.stderr.write(text);
  }

  closeStdout(): void {
    process.stdout.uncork();
    closeSync(1);
  }

  exit(exitCode: number, signal: string | null): void {
    // Output written before the crash was read before it, even through a slow pipe.
    process.stdout.write('', () => {
      if (signal !== null) process.kill(process.pid, signal);
      else process.exit(exitCode);
    });
  }

  later(work: () => void, milliseconds: number): void {
    this.#planned += 1;
    setTimeout(() => {
      // In one write: a client may answer the first line before a second write.
      process.stdout.cork();
      work();
      process.stdout.uncork();
      this.#planned -= 1;
      if (this.#planned === 0) this.#onIdle?.();
    }, milliseconds);
  }

  /** Resolves when nothing is scheduled. */
  whenWritten(): Promise<void> {
    return new Promise((resolve) => this.#out.end(() => resolve()));
  }

  /** Resolves when nothing is scheduled any more. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#planned === 0) resolve();
      else this.#onIdle = resolve;
    });
  }
}

/** The mock's effects on one HTTP session. A crash ends the whole server, as a real one would. */
class SessionStage implements MockStage {
  readonly #write: (line: string) => void;
  #isClosed = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  stdout(text: string): void {
    if (!this.#isClosed) for (const line of text.split('\n')) if (line !== '') this.#write(line);
  }

  /** Over HTTP no response waits behind another. */
  slowDown(): void {}

  stderr(text: string): void {
    process.stderr.write(text);
  }

  closeStdout(): void {
    this.#isClosed = true;
  }

  exit(exitCode: number, signal: string | null): void {
    if (signal !== null) process.kill(process.pid, signal);
    else process.exit(exitCode);
  }

  later(work: () => void, milliseconds: number): void {
    setTimeout(() => {
      if (!this.#isClosed) work();
    }, milliseconds).unref();
  }
}

/** The side effects of a mock: on the process in production, recorded in a list in tests. */
type MockStage = {
  /** Writes text to stdout unchanged. */
  stdout(text: string): void;
  /** Throttles the answer to this id. */
  slowDown(idKey: string, bytesPerSecond: number): void;
  stderr(text: string): void;
  closeStdout(): void;
  exit(exitCode: number, signal: string | null): void;
  /** Runs `work` after a delay in milliseconds; what it writes to stdout goes out in one piece. */
  later(work: () => void, milliseconds: number): void;
};

type MockOptions = {
  /** Each recorded call answers only once. */
  readonly strict?: boolean;
  /** 2 replays twice as fast as recorded; Infinity removes every delay. */
  readonly speed: number;
  /** Injected faults; none by default. */
  readonly faults?: readonly Fault[];
};

type RequestEnvelope = Extract<Envelope, { kind: 'request' }>;

/** A stdio server that answers as recorded: ids are rewritten, all other bytes are unchanged. */
export class MockServer {
  readonly #matcher: MockMatcher;
  readonly #stage: MockStage;
  readonly #options: MockOptions;
  readonly #plan: FaultPlan;

  constructor(exchanges: readonly MockExchange[], options: MockOptions, stage: MockStage) {
    this.#matcher = new MockMatcher(exchanges, options.strict === true);
    this.#options = options;
    this.#plan = new FaultPlan(options.faults ?? []);
    this.#stage = stage;
  }

  /** Handles one line from the client; notifications and answers have no effect. */
  take(raw: string): void {
    const envelope = readEnvelope(raw);
    if (envelope.kind === 'batch') {
      const error = { code: -32600, message: 'The mock takes one request a line, not a batch.' };
      this.#stage.stdout(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
      return;
    }
    if (envelope.kind !== 'request') return;
    const { id, method, params } = envelope;
    const step = this.#plan.take({ method, target: targetOf(method, params), params }, id.text);
    if (step === undefined) this.#answer(envelope, id.text);
    else this.#fail(step, envelope);
  }

  #answer({ method, params }: RequestEnvelope, idText: string): void {
    const found = this.#matcher.match(method, params);
    if (!found.ok) {
      // A client that probes for methods learns from the code whether a method exists.
      const code = this.#matcher.knows(method) ? -32602 : -32601;
      const error = JSON.stringify({ code, message: found.error });
      this.#stage.stdout(`{"jsonrpc":"2.0","id":${idText},"error":${error}}\n`);
      return;
    }
    this.#play(found.value, { id: idText, token: progressToken(params) });
  }

  #fail(step: FaultStep, request: RequestEnvelope): void {
    switch (step.kind) {
      case 'delay':
        this.#stage.later(() => this.#answer(request, request.id.text), step.milliseconds);
        return;
      case 'renamed':
        this.#answer(request, step.idText);
        return;
      case 'slow':
        this.#stage.slowDown(request.id.key, step.bytesPerSecond);
        this.#answer(request, request.id.text);
        return;
      case 'line':
        this.#stage.stdout(`${step.line}\n`);
        return;
      case 'close-stdout':
        this.#stage.closeStdout();
        return;
      case 'crash':
        this.#stage.exit(step.exitCode, null);
        return;
      case 'never':
    }
  }

  #play(exchange: MockExchange, names: { id: string; token: string }): void {
    const byDelay = groupedBy(exchange.steps, ({ afterMs }) => afterMs / this.#options.speed);
    for (const [milliseconds, steps] of byDelay) {
      this.#stage.later(() => {
        for (const step of steps) this.#do(step, exchange, names);
      }, milliseconds);
    }
  }

  #do(step: MockStep, exchange: MockExchange, names: { id: string; token: string }): void {
    switch (step.kind) {
      case 'answer':
        this.#stage.stdout(`${replaceMember(step.raw, ['id'], names.id)}\n`);
        return;
      case 'line':
        this.#stage.stdout(`${withToken(step.raw, exchange, names.token)}\n`);
        return;
      case 'stderr':
        this.#stage.stderr(`${step.text}\n`);
        return;
      case 'stdout-closed':
        this.#stage.closeStdout();
        return;
      case 'exit':
        this.#stage.exit(step.exitCode, step.signal);
    }
  }
}

/** Rewrites progress of the recorded call to the token of this one. */
function withToken(raw: string, exchange: MockExchange, token: string): string {
  if (exchange.token === '' || token === '') return raw;
  const envelope = readEnvelope(raw);
  if (envelope.kind !== 'notification' || envelope.method !== 'notifications/progress') return raw;
  return replaceMember(raw, ['params', 'progressToken'], token);
}

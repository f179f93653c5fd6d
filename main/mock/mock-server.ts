import { MockMatcher } from '../../app/recording/mock/mock-matcher.ts';
import { type MockExchange, type MockStep, progressToken } from '../../app/recording/mock/mock-script.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { replaceMember } from '../../app/wire/member-span.ts';

/** What a mock may do to the world; the process in real life, a list in tests. */
export type MockStage = {
  /** Writes to stdout as it is. */
  stdout(text: string): void;
  stderr(text: string): void;
  closeStdout(): void;
  exit(exitCode: number, signal: string | null): void;
  /** Runs something after some milliseconds. */
  later(work: () => void, milliseconds: number): void;
};

export type MockOptions = {
  /** Each recorded call answers once only. */
  readonly strict: boolean;
  /** 2 is twice as fast as recorded; Infinity leaves out every delay. */
  readonly speed: number;
};

/** A stdio server that answers as recorded: ids are rewritten, all else is the recorded bytes. */
export class MockServer {
  readonly #matcher: MockMatcher;
  readonly #stage: MockStage;
  readonly #options: MockOptions;

  constructor(exchanges: readonly MockExchange[], options: MockOptions, stage: MockStage) {
    this.#matcher = new MockMatcher(exchanges, options.strict);
    this.#options = options;
    this.#stage = stage;
  }

  /** Takes one line of the client; notifications and answers have no effect. */
  take(raw: string): void {
    const envelope = readEnvelope(raw);
    if (envelope.kind === 'batch') {
      const error = { code: -32600, message: 'The mock takes one request a line, not a batch.' };
      this.#stage.stdout(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
      return;
    }
    if (envelope.kind !== 'request') return;
    const found = this.#matcher.match(envelope.method, envelope.params);
    if (!found.ok) {
      // A client that probes for methods reads from the code that there is none.
      const code = this.#matcher.knows(envelope.method) ? -32602 : -32601;
      const error = JSON.stringify({ code, message: found.error });
      this.#stage.stdout(`{"jsonrpc":"2.0","id":${envelope.id.text},"error":${error}}\n`);
      return;
    }
    const names = { id: envelope.id.text, token: progressToken(envelope.params) };
    this.#play(found.value, names);
  }

  #play(exchange: MockExchange, names: { id: string; token: string }): void {
    for (const step of exchange.steps) {
      const milliseconds = step.afterMs / this.#options.speed;
      this.#stage.later(() => this.#do(step, exchange, names), milliseconds);
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

/** Progress of the recorded call becomes progress of this one. */
function withToken(raw: string, exchange: MockExchange, token: string): string {
  if (exchange.token === '' || token === '') return raw;
  const envelope = readEnvelope(raw);
  if (envelope.kind !== 'notification' || envelope.method !== 'notifications/progress') return raw;
  return replaceMember(raw, ['params', 'progressToken'], token);
}

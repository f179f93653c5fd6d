import { shortened } from '../base/wrapped-text.ts';
import type { Exchange } from '../session/exchange.ts';
import type { MalformedEvent } from '../session/session-event.ts';
import type { Failure } from './failure.ts';
import { MAX_MESSAGE } from './light-answer.ts';

/** Why and when the client stopped waiting by itself; `at` in milliseconds since the recording began. */
export type GivenUp = Pick<Failure, 'brokenLine' | 'text'> & {
  readonly by: Failure['givenUpBy'];
  readonly at: number;
};

/** Remembers of each call that its client gave up why it did, and what came until then that was no message. */
export class GivenUpCalls {
  readonly #calls = new Map<Readonly<Exchange>, GivenUp>();
  /** The last line of the server that was no message. */
  #line: { readonly seq: number; readonly at: number; readonly likeMessage: boolean } | undefined;

  of(exchange: Readonly<Exchange>): GivenUp | undefined {
    return this.#calls.get(exchange);
  }

  /** Takes a line of the server that is no message. */
  seeLine({ record: { seq, at }, text }: MalformedEvent): void {
    this.#line = { seq, at, likeMessage: text.trimStart().startsWith('{') };
  }

  add(exchange: Readonly<Exchange>, by: GivenUp['by'], at: number, text: string): void {
    const line = this.#line;
    const brokenLine =
      line === undefined || line.seq < exchange.requestSeq
        ? undefined
        : { seq: line.seq, afterMs: line.at - exchange.startedAt, likeMessage: line.likeMessage };
    this.#calls.set(exchange, { by, at, text: shortened(text, MAX_MESSAGE), brokenLine });
  }
}

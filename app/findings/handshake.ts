import { isJsonObject, stringAt } from '../base/json-value.ts';
import type { AnswerEvent } from '../session/session-event.ts';

/** What `initialize` came to: the version that was asked for, and the one that the server named. */
export type Agreement = { readonly seq: number; readonly asked: string; readonly given: string };

/** How far the two sides of a run have come with `initialize`, beyond what the facts of the session say. */
export class HandshakeProgress {
  /** The server's last answer to `initialize` with a result, in this run; 0 for none. */
  answeredSeq = 0;
  /** True if the server has refused `initialize` in this run. */
  refused = false;
  /** True from `notifications/initialized` on, until a new `initialize` is answered. */
  complete = false;
  /** What was agreed on, until the client's next message. */
  agreement: Agreement | undefined;

  startRun(): void {
    this.answeredSeq = 0;
    this.refused = false;
    this.complete = false;
    this.agreement = undefined;
  }

  /** The server answers `initialize`. */
  answer({ record, envelope, exchange }: AnswerEvent): void {
    if (envelope.kind === 'error') this.refused = true;
    else if (isJsonObject(envelope.result)) {
      this.answeredSeq = record.seq;
      this.complete = false;
      const given = stringAt(envelope.result, 'protocolVersion');
      const asked = stringAt(exchange?.params, 'protocolVersion') ?? '';
      if (given !== undefined) this.agreement = { seq: record.seq, asked, given };
    }
  }

  /** The client sends `notifications/initialized`. */
  confirm(): void {
    this.complete = this.answeredSeq > 0;
  }
}

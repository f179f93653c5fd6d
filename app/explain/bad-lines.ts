import type { MalformedEvent } from '../session/session-event.ts';
import { hasLspHeader } from '../wire/envelope.ts';
import type { BrokenLine, Failure } from './failure.ts';
import { type BadLine, ListsBySeq } from './failure-notes.ts';

/** The lines of a session that are no messages. */
export class BadLines extends ListsBySeq<BadLine> {
  /** The last one of the client. */
  ofClient: Failure['badLine'];
  #ofServer: (Omit<BrokenLine, 'afterMs'> & { readonly at: number }) | undefined;

  /** Takes a line, or the message of this place in its batch. */
  take({ record, envelope, reason, text }: MalformedEvent, part: number | undefined): void {
    const { seq, at, direction } = record;
    const isNested = envelope.kind === 'not-json-rpc' && envelope.reason === '';
    const isCut = envelope.kind === 'not-json' && record.truncatedBytes !== undefined;
    this.add(seq, { part, fault: isNested ? 'nested-batch' : isCut ? 'cut' : envelope.kind });
    if (direction === 'client-to-server') this.ofClient = { seq, reason };
    else {
      const isHeader = this.#ofServer?.isHeader === true || hasLspHeader(text);
      this.#ofServer = { seq, at, likeMessage: text.trimStart().startsWith('{'), isHeader };
    }
  }

  /** The last one of the server, if it is not older than the record `first`; its time counts from `since`. */
  ofServer(first: number, since: number): Failure['brokenLine'] {
    const line = this.#ofServer;
    if (line === undefined || line.seq < first) return undefined;
    const { at, ...rest } = line;
    return { ...rest, afterMs: at - since };
  }
}

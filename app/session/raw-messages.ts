import { parseJson } from '../base/json-value.ts';
import { readRpcId } from '../wire/envelope.ts';
import type { Exchange } from './exchange.ts';

/** How long after a raw message an answer may belong to it, in milliseconds. */
const WINDOW_MS = 10_000;
/** Messages this close together were sent as one, in milliseconds. */
const TOGETHER_MS = 50;
/** More than a person sends; in a longer recording, the newest are kept. */
const MAX_KEPT = 200;

export type RawMessage = {
  readonly seq: number;
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** The id that a lenient reader finds in it, as `RpcId.key`; empty for none. */
  readonly idKey: string;
  /** The exchange that it starts, if it is a readable request. */
  readonly exchange: Exchange | undefined;
};

/** The user's intentionally malformed messages without an answer so far, oldest first. */
export class RawMessages {
  readonly #messages: RawMessage[] = [];

  /** True if no message waits, which is nearly always the case. */
  get none(): boolean {
    return this.#messages.length === 0;
  }

  add(message: RawMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MAX_KEPT) this.#messages.shift();
  }

  /**
   * Takes the only message that an answer at `at` can belong to: the one with its id or, for an answer without a usable
   * id, the first of the latest group. Messages up to the record `readSeq` are excluded: they were read, and unreadable
   * ones are rejected at once.
   */
  take(idKey: string | undefined, at: number, readSeq: number): RawMessage | undefined {
    const open = ({ exchange }: RawMessage) => exchange === undefined || exchange.outcome === 'pending';
    const newest = this.#messages.findLast(open)?.at ?? Number.NEGATIVE_INFINITY;
    const index = this.#messages.findIndex((message) => {
      if (!open(message)) return false;
      if (idKey !== undefined) return message.exchange === undefined && message.idKey === idKey;
      return message.seq > readSeq && at - newest < WINDOW_MS && newest - message.at <= TOGETHER_MS;
    });
    return index < 0 ? undefined : this.#messages.splice(index, 1)[0];
  }
}

const ID = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})/;

/** The id in a line that is not a request: servers read it even if the message is otherwise invalid JSON-RPC. */
export function lenientId(value: unknown, raw: string): string {
  if (typeof value === 'object' && value !== null && 'id' in value) {
    return readRpcId(value.id, raw)?.key ?? '';
  }
  const written = ID.exec(raw.slice(0, 4000))?.[1];
  if (written === undefined) return '';
  // With an escape unknown to JSON it is not an id: no server repeats it.
  return readRpcId(parseJson(written), written)?.key ?? '';
}

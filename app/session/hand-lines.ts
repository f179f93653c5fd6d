import { readRpcId } from '../wire/rpc-id.ts';
import type { Exchange } from './exchange.ts';

/** Answers that come this soon after a line sent by hand may be answers to it, in milliseconds. */
const WINDOW_MS = 10_000;
/** Lines this close together were sent as one, in milliseconds. */
const TOGETHER_MS = 50;
/** More than a person sends; of a longer recording the newest are kept. */
const MOST_LINES = 200;

export type HandLine = {
  readonly seq: number;
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** The id that a lenient reader finds in it, as `RpcId.key`; empty for none. */
  readonly idKey: string;
  /** The exchange that it opens, where it is a request that can be read. */
  readonly exchange: Exchange | undefined;
};

/** The lines that were written by hand and got no answer so far, oldest first. */
export class HandLines {
  readonly #lines: HandLine[] = [];

  /** True where no line waits, as it nearly always is. */
  get none(): boolean {
    return this.#lines.length === 0;
  }

  add(line: HandLine): void {
    this.#lines.push(line);
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  /**
   * Takes the line that an answer at `at` can only be meant for: the one with its id or, for an answer
   * without a usable id, the first of those that were sent last.
   */
  take(idKey: string | undefined, at: number): HandLine | undefined {
    const open = (line: HandLine) => line.exchange === undefined || line.exchange.outcome === 'pending';
    const newest = this.#lines.findLast(open)?.at ?? Number.NEGATIVE_INFINITY;
    const index = this.#lines.findIndex((line) => {
      if (!open(line)) return false;
      if (idKey !== undefined) return line.exchange === undefined && line.idKey === idKey;
      return at - newest < WINDOW_MS && newest - line.at <= TOGETHER_MS;
    });
    return index < 0 ? undefined : this.#lines.splice(index, 1)[0];
  }
}

const ID = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})/;

/** The id of a line that is no request: servers read it also where the message breaks JSON-RPC elsewhere. */
export function lenientId(value: unknown, raw: string): string {
  if (typeof value === 'object' && value !== null && 'id' in value) {
    return readRpcId(value.id, raw)?.key ?? '';
  }
  const written = ID.exec(raw.slice(0, 4000))?.[1];
  if (written === undefined) return '';
  try {
    return readRpcId(JSON.parse(written), written)?.key ?? '';
  } catch {
    // An escape that JSON does not know: no server repeats such an id.
    return '';
  }
}

import { readRpcId } from '../wire/rpc-id.ts';

/** Answers that come this soon after a line sent by hand may be answers to it, in milliseconds. */
const WINDOW_MS = 10_000;
/** More than a person sends; a recording of a prober keeps the newest. */
const MOST_LINES = 200;

export type HandLine = {
  readonly seq: number;
  /** Milliseconds since the recording began. */
  readonly at: number;
  /** The id that a lenient reader finds in it, as `RpcId.key`; empty for none. */
  readonly idKey: string;
};

/** The lines that were malformed on purpose and got no answer so far. */
export class HandLines {
  readonly #lines: HandLine[] = [];

  add(seq: number, at: number, value: unknown, raw: string): void {
    this.#lines.push({ seq, at, idKey: lenientId(value, raw) });
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  /**
   * Takes the line that an answer at `at` can only be meant for: the one with its id,
   * or, for an answer without a usable id, the oldest of the last seconds.
   */
  take(idKey: string | undefined, at: number): HandLine | undefined {
    const index = this.#lines.findIndex((line) =>
      idKey === undefined ? at - line.at < WINDOW_MS : line.idKey === idKey,
    );
    return index < 0 ? undefined : this.#lines.splice(index, 1)[0];
  }
}

const ID = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})/;

/** Servers read an id also out of a message that breaks JSON-RPC in another place. */
function lenientId(value: unknown, raw: string): string {
  if (typeof value === 'object' && value !== null && 'id' in value)
    return readRpcId(value.id, raw)?.key ?? '';
  const written = ID.exec(raw.slice(0, 4000))?.[1];
  if (written === undefined) return '';
  try {
    return readRpcId(JSON.parse(written), written)?.key ?? '';
  } catch {
    // An escape that JSON does not know: no server repeats such an id.
    return '';
  }
}

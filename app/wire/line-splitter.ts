/** One line of a byte stream, without its line feed. */
export type Line = {
  readonly bytes: Uint8Array;
  /** Bytes cut off the end of the line by the limit; 0 for a whole line. */
  readonly truncatedBytes: number;
};

const LINE_FEED = 0x0a;

/** Splits bytes into lines at line feeds; carriage returns stay. Bytes beyond `maxLineBytes` are only counted. */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #parts: Uint8Array[] = [];
  #held = 0;
  #truncated = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Takes the next chunk and returns the lines that it completes, in order. */
  push(chunk: Uint8Array): Line[] {
    return [...this.lines(chunk)];
  }

  /** Like {@link LineSplitter.push}, but lazily; the chunk is consumed once the last line has been taken. */
  *lines(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end < 0) break;
      this.#hold(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  get pendingBytes(): number {
    return this.#held + this.#truncated;
  }

  flush(): Line | undefined {
    return this.pendingBytes === 0 ? undefined : this.#take();
  }

  #hold(part: Uint8Array): void {
    const room = this.#maxLineBytes - this.#held;
    if (part.length > room) {
      this.#truncated += part.length - room;
      part = part.subarray(0, room);
    }
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#held += part.length;
  }

  #take(): Line {
    const line = { bytes: joined(this.#parts), truncatedBytes: this.#truncated };
    this.#parts = [];
    this.#held = 0;
    this.#truncated = 0;
    return line;
  }
}

/** Parts as one array: a single part is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only !== undefined) return only;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

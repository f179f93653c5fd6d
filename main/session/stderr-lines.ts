import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';

const MAX_LINE_BYTES = 1024 * 1024;
/** A line without an end, a prompt for example, is shown after this long. */
const IDLE_MS = 1000;

/** Turns stderr chunks into lines: halves of a line that come apart become one again. */
export class StderrLines {
  readonly #splitter = new LineSplitter(MAX_LINE_BYTES);
  readonly #onLine: (text: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onLine: (text: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    clearTimeout(this.#timer);
    for (const line of this.#splitter.push(chunk)) this.#emit(line);
    if (this.#splitter.pendingBytes > 0) {
      this.#timer = setTimeout(() => this.flush(), IDLE_MS);
      this.#timer.unref();
    }
  }

  /** Gives out what has no line end yet. */
  flush(): void {
    clearTimeout(this.#timer);
    const rest = this.#splitter.flush();
    if (rest !== undefined) this.#emit(rest);
  }

  #emit(line: { readonly bytes: Uint8Array; readonly truncatedBytes: number }): void {
    const text = shownLine(lineText(line.bytes)).replace(/\r$/, '');
    this.#onLine(line.truncatedBytes > 0 ? `${text} … (${line.truncatedBytes} bytes more)` : text);
  }
}

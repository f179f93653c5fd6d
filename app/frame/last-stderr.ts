import { stripAnsi } from './ansi.ts';

const KEPT = 3;

/** What a stack trace says beside the error itself, in the words of Node, Python, Java, Go and Rust. */
const TRACE =
  /^(?:at \S.*|File ".*", line \d+.*|\^[\^~]*|~+\^[\^~]*|Node\.js v\d.*|\.\.\. \d+ (?:more|lines).*|\d+: (?:0x[\da-f]+ - )?\S+::\S+|\S+\.go:\d+.*|stack backtrace:|note: run with `RUST_BACKTRACE.*)$/;

/**
 * The last lines that a server wrote to stderr before it ended. Lines of a stack trace give way to the error that
 * stands above them; if there is nothing else, the last of them is kept.
 */
export class LastStderr {
  #said: string[] = [];
  #traced = '';

  /** Takes one line, as it came. */
  take(text: string): void {
    const line = stripAnsi(text).trim();
    if (line === '') return;
    if (TRACE.test(line)) this.#traced = line;
    else this.#said = [...this.#said.slice(1 - KEPT), line];
  }

  /** At most three lines in one, parted by points; empty if nothing was written. */
  get text(): string {
    return this.#said.length === 0 ? this.#traced : this.#said.join(' · ');
  }
}

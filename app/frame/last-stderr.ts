import { pickStderr } from './stderr-pick.ts';
import { stripAnsi } from './stderr-text.ts';

/** So many lines are kept: the frames of a deep stack stand below the error that they belong to. */
const KEPT = 300;
const SHOWN = 3;

/** The sentence about a server's last lines on stderr; empty if there are none. */
export function lastWords(text: string): string {
  return text === '' ? '' : `Its last words on stderr: ${text}`;
}

/** What a server wrote before its end: the line that says most, and the lines that say much. */
export function lastWordsOf(stderr: readonly string[]): {
  readonly line: string | undefined;
  /** The same if it is an exception or a crash. */
  readonly crash: string | undefined;
  readonly lines: readonly string[];
} {
  const candidates = stderr
    .filter((line) => SAYS_SOMETHING.test(line))
    .map((text) => ({ text, names: false }));
  const { lines, crashes } = pickStderr(candidates, true);
  const crash = crashes.at(-1);
  return { line: crash ?? lines.at(-1), crash, lines };
}

/** A bracket alone says nothing, nor does the place in Node where an exception was thrown. */
const SAYS_SOMETHING = /^(?!node:internal\/).*\p{L}{2}/u;

/** The last lines that a server wrote to stderr before it ended, without colours. */
export class LastStderr {
  #lines: string[] = [];

  /** Takes one line, as it came. */
  take(text: string): void {
    const line = stripAnsi(text).trimEnd();
    if (line === '') return;
    this.#lines.push(line);
    if (this.#lines.length > 2 * KEPT) this.#lines = this.#lines.slice(-KEPT);
  }

  /** The lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines.slice(-KEPT);
  }

  /**
   * The exception or crash that they tell of; if they tell of none, at most three lines in one, parted by points.
   * Empty if nothing was written.
   */
  get text(): string {
    const { lines } = this;
    const { crash, lines: telling } = lastWordsOf(lines);
    if (crash !== undefined) return crash;
    return telling.length === 0 ? (lines.at(-1)?.trim() ?? '') : telling.slice(-SHOWN).join(' · ');
  }
}

import { stripAnsi } from './stderr-text.ts';

/** Kept lines; deep stacks print their frames below the error. */
const KEPT = 300;
const MAX_CHARS = 2000;

/** The stderr lines that may explain why a server ended: those after its last answer, without stragglers. */
export class LastStderr {
  #lines: string[] = [];
  #isAnswered = false;
  taken = 0;
  /** True until the server has answered anything. */
  isStart = true;

  take(text: string): void {
    this.taken += 1;
    for (const line of text.split('\n', KEPT)) this.#lines.push(line.slice(0, MAX_CHARS));
    if (this.#lines.length > 2 * KEPT) this.#lines = this.#lines.slice(-KEPT);
  }

  answered(): void {
    this.isStart = false;
    this.#isAnswered = true;
    this.#clear();
  }

  asked(): void {
    if (!this.#isAnswered) return;
    this.#isAnswered = false;
    this.#clear();
  }

  get lines(): readonly string[] {
    return this.#lines
      .slice(-KEPT)
      .map((line) => stripAnsi(line).trimEnd())
      .filter((line) => line !== '');
  }

  #clear(): void {
    if (this.#lines.length > 0) this.#lines = [];
  }
}

import { stripAnsi } from './stderr-text.ts';

/** How many lines are kept: the frames of a deep stack stand below the error that they belong to. */
const KEPT = 300;
const MAX_CHARS = 2000;

/** The lines of stderr that can say why a server ended: those after its last answer, without stragglers. */
export class LastStderr {
  #lines: string[] = [];
  #isAnswered = false;
  taken = 0;

  take(text: string): void {
    this.taken += 1;
    for (const line of text.split('\n', KEPT)) this.#lines.push(line.slice(0, MAX_CHARS));
    if (this.#lines.length > 2 * KEPT) this.#lines = this.#lines.slice(-KEPT);
  }

  answered(): void {
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

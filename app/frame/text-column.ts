/** A text for each row, by its index. */
export type TextColumn = {
  push(text: string): void;
  /** The text at `index`; empty beyond the end. */
  at(index: number): string;
  set(index: number, text: string): void;
};

/** Holds the texts as they came: quick to read, and never let go. */
export class HeldTexts implements TextColumn {
  readonly #texts: string[] = [];

  push(text: string): void {
    this.#texts.push(text);
  }

  at(index: number): string {
    return this.#texts[index] ?? '';
  }

  set(index: number, text: string): void {
    this.#texts[index] = text;
  }
}

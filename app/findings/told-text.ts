import { TextMemo } from '../base/text-memo.ts';

let questions = 0;

/** A text of an error, with the answers to what rules have asked about it so far. */
export class ToldText {
  readonly text: string;
  readonly answers: unknown[];

  constructor(text: string) {
    this.text = text;
    this.answers = new Array(questions).fill(undefined);
  }
}

const known = new TextMemo((text) => new ToldText(text));

/** The text that rules ask about; the same object again for a text that was told shortly before. */
export function toldText(text: string): ToldText {
  return known.of(text);
}

/** The text of an answer, looked up when the first rule asks about it. */
export function toldBy(answer: { readonly text: string; told: ToldText | undefined }): ToldText {
  answer.told ??= toldText(answer.text);
  return answer.told;
}

/**
 * A question about a text. Servers repeat their errors, so it is answered once for each text.
 * The answer must depend on nothing but the text. Ask for a question while a module loads, not for each text.
 */
export function aboutText<Said extends string | number | boolean | object | null>(
  say: (text: string) => Said,
): (told: ToldText) => Said {
  const place = questions;
  questions += 1;
  return ({ answers, text }) => {
    const before = answers[place];
    if (before !== undefined) return before as Said;
    const said = say(text);
    answers[place] = said;
    return said;
  };
}

import { stringAt } from '../base/json-value.ts';
import { TextMemo } from '../base/text-memo.ts';
import { TRAIT, textTraits } from './trait.ts';

let questions = 0;

/** A text of an error, with the answers to the rules' questions about it so far. */
export class ErrorText {
  readonly text: string;
  /** What it shows at first sight (trait.ts). */
  readonly traits: number;
  answers: unknown[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.traits = textTraits(text);
    this.answers = undefined;
  }
}

const known = new TextMemo((text) => new ErrorText(text));

/** The text that rules ask about; the same object again for a text that came shortly before. */
export function errorText(text: string): ErrorText {
  return known.of(text);
}

/** The text of an answer, looked up when the first rule asks about it. */
export function errorTextOf(answer: { readonly text: string; errorText: ErrorText | undefined }): ErrorText {
  answer.errorText ??= errorText(answer.text);
  return answer.errorText;
}

/**
 * A question about a text. Servers repeat their errors, so it is answered once for each text.
 * The answer must depend on nothing but the text. Ask for a question while a module loads, not for each text.
 */
export function aboutText<Answer extends string | number | boolean | object | null>(
  ask: (text: string) => Answer,
): (text: ErrorText) => Answer {
  const place = questions;
  questions += 1;
  return (about) => {
    const before = about.answers?.[place];
    if (before !== undefined) return before as Answer;
    const answer = ask(about.text);
    about.answers ??= new Array(questions).fill(undefined);
    about.answers[place] = answer;
    return answer;
  };
}

const UNKNOWN =
  /not found|unknown|not exist|no such|nonexistent|not registered|not available|no (tool|prompt|resource) (named|called)|disabled/i;

const statesUnknown = aboutText((text) => UNKNOWN.test(text.slice(0, 2000)));

/** True if a message says that the thing requested is not there. It reads the first 2,000 characters. */
export function saysUnknown(text: ErrorText): boolean {
  return (text.traits & TRAIT.unknown) !== 0 && statesUnknown(text);
}

/** The detail that some servers put beside a general message: `data` as a text, or `data.message`; empty for none. */
export function detailIn(data: unknown): string {
  return typeof data === 'string' ? data : (stringAt(data, 'message') ?? '');
}

import type { Document } from '../../base/document/document.ts';
import { agentText } from '../../base/document/text-writer.ts';
import { shortened } from '../../base/wrapped-text.ts';

/** What a tool of `tierscope serve` answers: words for the model, and the same as data. */
export type ServeAnswer<Data> = { readonly text: string; readonly data: Data };

/** One text of an answer: a model pays for each character, and the recording holds the rest. */
const MAX_TEXT_CHARS = 600;
/** The words of one answer. */
const MAX_ANSWER_CHARS = 20_000;

/** A text on one line, cut to what an answer has room for. */
export function brief(text: string, most = MAX_TEXT_CHARS): string {
  return shortened(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), most);
}

/** A document as one text; the end of a long one says how much is left out. */
export function answerText(document: Document): string {
  return cutAnswer(agentText(document));
}

export function cutAnswer(text: string): string {
  if (text.length <= MAX_ANSWER_CHARS) return text;
  const rest = text.length - MAX_ANSWER_CHARS;
  return `${text.slice(0, MAX_ANSWER_CHARS)}\n… ${rest.toLocaleString('en')} characters more: ask for less, or for a part.`;
}

/** The first of a list, and how many more there are. */
export function firstOf<Item>(
  items: readonly Item[],
  limit: number,
): { shown: readonly Item[]; more: number } {
  return { shown: items.slice(0, limit), more: Math.max(0, items.length - limit) };
}

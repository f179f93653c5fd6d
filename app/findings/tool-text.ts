import { type JsonObject, stringAt } from '../base/json-value.ts';
import { TEXT_LIMIT } from './message.ts';

const MAX_BLOCKS = 50;

/** The text blocks of a tool's result, one below the other, at most `TEXT_LIMIT` characters. */
export function toolText(result: JsonObject): string {
  if (!Array.isArray(result.content)) return '';
  // By far the most results have one text.
  if (result.content.length === 1) return (stringAt(result.content[0], 'text') ?? '').slice(0, TEXT_LIMIT);
  const texts: string[] = [];
  let room = TEXT_LIMIT;
  for (const block of result.content.slice(0, MAX_BLOCKS)) {
    const text = stringAt(block, 'text');
    if (text === undefined) continue;
    texts.push(text.slice(0, room));
    room -= text.length;
    if (room <= 0) break;
  }
  return texts.join('\n').slice(0, TEXT_LIMIT);
}

import { compactJson, memberText } from '../../wire/json-scan.ts';

/** A message that the file holds as JSON: its own text, put on one line if the file spreads it over several. */
function messageText(text: string): string {
  return text.includes('\n') ? compactJson(text) : text;
}

/** The message at `key` of the entry's text, or undefined if it has none. */
export function messageAt(entryText: string, key: string): string | undefined {
  const text = memberText(entryText, key);
  return text === undefined || text === 'null' ? undefined : messageText(text);
}

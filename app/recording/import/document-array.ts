import { isJsonObject, type JsonObject, parseJson } from '../../base/json-value.ts';
import { arrayElements } from '../../wire/json-scan.ts';
import type { Entry } from './entry.ts';
import type { ImportJournal } from './import-journal.ts';

export type DocumentItem = {
  /** The item as JSON text, exactly as it stands. */
  readonly text: string;
  readonly value: JsonObject;
  /** The number of the line that it begins in. */
  readonly line: number;
};

/** The objects of an array that begins at or after `from`; what is damaged becomes a problem. */
export function documentItems(text: string, journal: ImportJournal, from = 0): DocumentItem[] {
  const items: DocumentItem[] = [];
  const lines = new LineCounter(text);
  let index = 0;
  for (const { start, end, whole } of arrayElements(text, from)) {
    const line = lines.at(start);
    const value = whole ? parseJson(text.slice(start, end)) : undefined;
    if (isJsonObject(value)) items.push({ text: text.slice(start, end), value, line });
    else journal.problem(line, damage(index, whole));
    index += 1;
  }
  return items;
}

/** The entries in the order of their times; those of one time stay in the order of the file. */
export function byTime(entries: readonly Entry[]): readonly Entry[] {
  if (entries.some(({ epochMs }) => epochMs === undefined)) return entries;
  return [...entries].sort((left, right) => (left.epochMs ?? 0) - (right.epochMs ?? 0));
}

/** The items from oldest to newest, for a format that lists the newest first. */
export function oldestFirst(items: readonly DocumentItem[]): readonly DocumentItem[] {
  return [...items].reverse();
}

function damage(index: number, whole: boolean): string {
  if (whole) return `Entry ${index + 1} is damaged and was left out.`;
  return `The file ends in the middle of entry ${index + 1}: it was cut off here, and this entry is lost.`;
}

/** Counts lines in one pass, for places in ascending order. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  /** The line feed that was found last, past the places so far: a document may have none and a million entries. */
  #feed: number;

  constructor(text: string) {
    this.#text = text;
    this.#feed = text.indexOf('\n');
  }

  at(place: number): number {
    while (this.#feed >= 0 && this.#feed < place) {
      this.#line += 1;
      this.#feed = this.#text.indexOf('\n', this.#feed + 1);
    }
    return this.#line;
  }
}

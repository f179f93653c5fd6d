import { isJsonObject, type JsonObject, parseBounded, parseJson } from '../../base/json-value.ts';
import { errorMessage, type Result } from '../../base/result.ts';
import type { Direction } from '../../frame/record.ts';
import { arrayElements } from '../../wire/json-scan.ts';
import { type Entry, frameEntry } from './entry.ts';
import type { FileHead } from './file-head.ts';
import type { ImportJournal } from './import-journal.ts';

/** One line of a file: its text without line feed, its 1-based number, and whether its end was there. */
export type ForeignLine = { readonly text: string; readonly line: number; readonly whole: boolean };

export type ImportTools = {
  /** Reads one YAML document with the safe core schema; returns its readable part as JSON text. */
  readonly yamlToJson?: ((text: string) => Result<{ json: string; problems: readonly string[] }>) | undefined;
};

type Common = {
  readonly title: string;
  readonly notes: readonly string[];
  readonly recognizes: (head: FileHead) => boolean;
  /** The problem of a file that shows no record but lines; none if such a file is complete. */
  readonly emptyProblem?: string;
};

/** A line format: a record's seq is its line number, unless earlier lines produced more records than lines. */
export type LineFormat = Common & {
  readonly kind: 'lines';
  /** Starts a file; the returned function takes its lines in order. */
  readonly start: (journal: ImportJournal) => (line: ForeignLine) => Entry | readonly Entry[] | undefined;
};

/** A single-document format: read as a whole, with records numbered from 1. */
export type DocumentFormat = Common & {
  readonly kind: 'document';
  readonly read: (text: string, journal: ImportJournal, tools: ImportTools) => readonly Entry[];
  /** Decodes a file in another encoding; undefined if the bytes are not in this format. */
  readonly textOf?: (bytes: Uint8Array) => string | undefined;
  /** Recognizes such a file by its first bytes. */
  readonly recognizesBytes?: (head: Uint8Array) => boolean;
};

export const REWRITTEN =
  'The tool parsed the messages and wrote them again: key order, number forms and white space may differ from the wire.';
export const NO_STDERR = 'This format does not record stderr.';
export const NO_PROCESS = 'This format does not record how the server process started or ended.';

const CUT_OFF = 'The file ends in the middle of this line: it was cut off here, and this entry is lost.';

/** Reads lines with one JSON object each; a line without one becomes a problem. */
export function objectLines(
  journal: ImportJournal,
  read: (value: JsonObject, line: ForeignLine) => Entry | readonly Entry[] | undefined,
): (line: ForeignLine) => Entry | readonly Entry[] | undefined {
  return (line) => {
    const value = jsonLine(line, journal);
    return value === undefined ? undefined : read(value, line);
  };
}

function jsonLine(line: ForeignLine, journal: ImportJournal): JsonObject | undefined {
  let value: unknown;
  try {
    value = parseBounded(line.text);
  } catch (error) {
    const reason = errorMessage(error);
    const message = `This line is not JSON and was left out: ${reason}.`;
    journal.problem(line.line, line.whole ? message : CUT_OFF);
    return undefined;
  }
  if (isJsonObject(value)) return value;
  journal.problem(line.line, 'This line is not a JSON object and was left out.');
  return undefined;
}

/** Reports a line that is JSON but not an entry of its format. */
export function strangeLine(line: ForeignLine, journal: ImportJournal, what: string): undefined {
  journal.problem(line.line, `This line was left out: ${what}.`);
  return undefined;
}

const CLIENT = new Set(['c2s', 'client-to-server', 'client->server', 'in', 'send', 'client_to_server']);
const SERVER = new Set([
  's2c',
  'server-to-client',
  'server->client',
  'out',
  'recv',
  'receive',
  'server_to_client',
]);

/** The frame of a line that names a direction in any format's words; without one, or a message, a problem. */
export function lineFrame(
  { line, journal }: { readonly line: ForeignLine; readonly journal: ImportJournal },
  from: unknown,
  raw: string | undefined,
  place: Pick<Entry, 'epochMs' | 'session'>,
): Entry | undefined {
  const direction = readDirection(from);
  if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
  if (raw === undefined) return strangeLine(line, journal, 'it has no message');
  return frameEntry(direction, raw, place);
}

/** Parses a direction in any format's words; `send` is from the client's point of view. */
export function readDirection(value: unknown): Direction | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase();
  if (CLIENT.has(word)) return 'client-to-server';
  return SERVER.has(word) ? 'server-to-client' : undefined;
}

export type DocumentItem = {
  /** The item as JSON text, exactly as written. */
  readonly text: string;
  readonly value: JsonObject;
  readonly line: number;
};

/** The objects of an array that starts at or after `from`; damaged ones become problems. */
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

/** Sorts entries by time; entries with equal times keep the file's order. */
export function byTime(entries: readonly Entry[]): readonly Entry[] {
  if (entries.some(({ epochMs }) => epochMs === undefined)) return entries;
  return [...entries].sort((left, right) => (left.epochMs ?? 0) - (right.epochMs ?? 0));
}

/** The items from oldest to newest, for formats with the newest first. */
export function oldestFirst(items: readonly DocumentItem[]): readonly DocumentItem[] {
  return [...items].reverse();
}

function damage(index: number, whole: boolean): string {
  if (whole) return `Entry ${index + 1} is damaged and was left out.`;
  return `The file ends in the middle of entry ${index + 1}: it was cut off here, and this entry is lost.`;
}

/** Counts lines in one pass, for ascending positions. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  /** The last line feed found, beyond earlier positions: a document may have none and a million entries. */
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

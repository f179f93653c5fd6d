import type { Result } from '../../base/result.ts';
import type { Entry } from './entry.ts';
import type { FileHead } from './file-head.ts';
import type { ImportJournal } from './import-journal.ts';

/** One line of a file: its text without the line feed, its number from 1, and whether its end was there. */
export type ForeignLine = { readonly text: string; readonly line: number; readonly whole: boolean };

/** What an importer needs from outside. */
export type ImportTools = {
  /** Reads one YAML document with the safe core schema and gives it as JSON text, as far as it can be read. */
  readonly yamlToJson?: ((text: string) => Result<{ json: string; problems: readonly string[] }>) | undefined;
};

type Common = {
  /** The tool's name, as the window shows it. */
  readonly title: string;
  /** What the format can never hold, as whole sentences. */
  readonly notes: readonly string[];
  readonly recognises: (head: FileHead) => boolean;
};

/** A format of one entry per line: it is read line by line, and a record's seq is its line's number. */
export type LineFormat = Common & {
  readonly kind: 'lines';
  /** Begins a file; the function that comes back takes its lines in order. */
  readonly start: (journal: ImportJournal) => (line: ForeignLine) => Entry | undefined;
};

/** A format that is one document: it is read as a whole, and its records are numbered from 1. */
export type DocumentFormat = Common & {
  readonly kind: 'document';
  readonly read: (text: string, journal: ImportJournal, tools: ImportTools) => readonly Entry[];
};

export const REWRITTEN =
  'The tool parsed the messages and wrote them again: key order, number forms and white space may differ from the wire.';
export const NO_STDERR = 'This format does not record stderr.';
export const NO_PROCESS = 'This format does not record how the server process started or ended.';

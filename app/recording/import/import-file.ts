import type { Header, KnownRecord } from '../../frame/record.ts';
import type { LineProblem } from '../recording-reader.ts';
import type { Entry } from './entry.ts';
import type { DocumentFormat, ForeignLine, ImportTools, LineFormat } from './foreign-format.ts';
import { FOREIGN_FORMATS, type ForeignFormatName } from './formats.ts';
import { ImportJournal } from './import-journal.ts';

type ImportOptions = ImportTools & {
  /** Without its folder; the name of a session that the file does not name. */
  readonly fileName: string;
};

type ImportedFile = {
  readonly header: Header;
  readonly records: readonly KnownRecord[];
  readonly problems: readonly LineProblem[];
  readonly notes: readonly string[];
};

/** Reads another tool's whole file. Never throws, whatever its content. */
export function importFile(name: ForeignFormatName, text: string, options: ImportOptions): ImportedFile {
  const format: LineFormat | DocumentFormat = FOREIGN_FORMATS[name];
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (format.kind === 'document') return importDocument(format, unmarked, options);
  const importer = new LineImporter(name, options.fileName);
  const records: KnownRecord[] = [];
  const lines = unmarked.split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) records.push(...importer.read(line));
  if (last !== '') records.push(...importer.read(last, false));
  records.push(...importer.end());
  const { header, problems, notes } = importer;
  return { header, records, problems, notes };
}

/** Reads a line-based file incrementally; a record's seq is its line number if that is still free. */
export class LineImporter {
  readonly #journal: ImportJournal;
  readonly #format: LineFormat;
  readonly #take: (line: ForeignLine) => ReturnType<ReturnType<LineFormat['start']>>;
  #line = 0;

  constructor(name: ForeignFormatName, fileName: string) {
    const format: LineFormat | DocumentFormat = FOREIGN_FORMATS[name];
    if (format.kind !== 'lines') throw new Error(`${name} is not read line by line`);
    this.#format = format;
    this.#journal = new ImportJournal(labelOf(fileName));
    this.#take = format.start(this.#journal);
  }

  /** Complete once the first line with a time was read. */
  get header(): Header {
    return this.#journal.header;
  }

  get problems(): readonly LineProblem[] {
    return this.#journal.problems;
  }

  get notes(): readonly string[] {
    return [...this.#format.notes, ...this.#journal.notes];
  }

  /** Takes the next line without its line feed; `whole` is false if the last line had none. */
  read(text: string, whole = true): readonly KnownRecord[] {
    this.#line += 1;
    if (text.trim() === '') return [];
    const taken = this.#take({ text, line: this.#line, whole });
    if (taken === undefined) return [];
    const journal = this.#journal;
    const place = (entry: Entry, line: number) => journal.place(entry, Math.max(line, journal.seq + 1));
    if (!isEntries(taken)) return place(taken, this.#line);
    // An announcement gets the number before its line, if that is free.
    return taken.flatMap((entry) => place(entry, this.#line - (entry.body.type === 'session' ? 1 : 0)));
  }

  end(): readonly KnownRecord[] {
    return this.#journal.placeLabel(this.#format);
  }
}

function isEntries(taken: Entry | readonly Entry[]): taken is readonly Entry[] {
  return Array.isArray(taken);
}

function importDocument(format: DocumentFormat, text: string, options: ImportOptions): ImportedFile {
  const journal = new ImportJournal(labelOf(options.fileName));
  // One number is left free before a session's first entry, for its announcement.
  const records = format.read(text, journal, options).flatMap((entry) => {
    const announced = entry.body.type === 'session' || journal.knows(entry);
    return journal.place(entry, journal.seq + (announced ? 1 : 2));
  });
  records.push(...journal.placeLabel(format));
  return {
    header: journal.header,
    records,
    problems: journal.problems,
    notes: [...format.notes, ...journal.notes],
  };
}

function labelOf(fileName: string): string {
  return fileName.replace(/\.(?:jsonl|ndjson|json|log|ya?ml|har|txt)$/i, '') || 'import';
}

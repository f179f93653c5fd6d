import { isJsonObject } from '../../base/json-value.ts';
import type { Header } from '../../frame/record.ts';

/** What a recording says of the file that it was made from. */
type ImportSource = {
  /** The title of the other tool's format. */
  readonly format: string;
  /** What that format cannot hold, as whole sentences. */
  readonly notes: readonly string[];
};

/** The header of a recording that was made from another tool's file: the notes of its import stay. */
export function importHeader(header: Header, format: string, notes: readonly string[]): Header {
  return { ...header, import: { format, notes: [...notes] } };
}

/** Reads that from a header; undefined for a recording that was recorded. */
export function importSource(header: Header): ImportSource | undefined {
  const { import: source } = header;
  if (!isJsonObject(source) || typeof source.format !== 'string') return undefined;
  const notes = Array.isArray(source.notes) ? source.notes.filter((note) => typeof note === 'string') : [];
  return { format: source.format, notes };
}

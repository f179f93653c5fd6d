import { isJsonObject, type JsonObject } from '../../app/base/json-value.ts';
import { type ByteFilter, recordWords } from '../../app/frame/query/text-matcher.ts';
import type { KnownRecord } from '../../app/frame/record.ts';

/** What a search makes of lines and texts. */
export type PartSearch = {
  readonly filter: ByteFilter | undefined;
  readonly matches: (seq: number, text: string) => boolean;
  /** The text of the record in a line, by all rules of the format; undefined if the line holds none. */
  readonly textOf: (line: string) => Promise<string | undefined>;
  /** The version of the format that is read without upgrades. */
  readonly version: number;
};

type ParsedLine = { readonly text: string; readonly value: JsonObject };

const strict = new TextDecoder('utf-8', { fatal: true });

/** The object in a line; undefined if it holds none. */
export function parsedLine(bytes: Uint8Array): ParsedLine | undefined {
  try {
    const text = strict.decode(bytes);
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? { text, value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the record in a line has a text, and whether that matches. */
export async function searchedLine(
  { text: line, value }: ParsedLine,
  seq: number,
  { textOf, matches }: PartSearch,
): Promise<{ readonly hasText: boolean; readonly isHit: boolean }> {
  // A record in the usual form is known to be one; others are read by all rules, if they may match at all.
  const isUsual = isUsualFrame(value) || isUsualStderr(value);
  const text = value.type === 'frame' && !isUsual ? await textOf(line) : looseText(value);
  if (text === undefined || text === '') return { hasText: false, isHit: false };
  if (!matches(seq, text)) return { hasText: true, isHit: false };
  const isHit = isUsual || value.type === 'frame' || (await textOf(line)) !== undefined;
  return { hasText: true, isHit };
}

/** The text that a record has if it is one. */
function looseText(value: JsonObject): string {
  const record = value as unknown as KnownRecord;
  return record.type === 'frame' ? (record.raw ?? '') : recordWords(record);
}

/** As their schemas have it; what else is in them does not matter to a search. */
function isUsualFrame(value: JsonObject): boolean {
  const { type, raw, rawBase64, truncatedBytes, direction } = value;
  return (
    type === 'frame' &&
    typeof raw === 'string' &&
    rawBase64 === undefined &&
    truncatedBytes === undefined &&
    (direction === 'server-to-client' || direction === 'client-to-server') &&
    isPlaced(value)
  );
}

function isUsualStderr(value: JsonObject): boolean {
  return value.type === 'stderr' && typeof value.text === 'string' && isPlaced(value);
}

function isPlaced({ at, session }: JsonObject): boolean {
  return Number.isFinite(at) && typeof session === 'string';
}

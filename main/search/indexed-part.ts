import { partitionPoint } from '../../app/base/partition-point.ts';
import type { ByteFilter } from '../../app/frame/query/text-matcher.ts';
import { isRecordType } from '../../app/frame/record-type.ts';
import { wholeLines } from '../recording/record-runs.ts';
import { placesOf } from './line-places.ts';
import { MAX_LINE_BYTES, type SearchedPart } from './search-part.ts';
import { type PartSearch, parsedLine, searchedLine } from './searched-line.ts';

/** A part of a recording with an index of its records. */
export type IndexedPart = SearchedPart & {
  /** Where lines begin, in order, that are read whatever their bytes: see `isComposed`. */
  readonly composed: readonly number[];
};

/** Lines of a part that match, in order; an index of the records says which of them are records. */
export type FoundLines = {
  readonly seqs: readonly number[];
  /** Where each of them begins, in bytes. */
  readonly offsets: readonly number[];
  /** How far the part is searched: an offset in the file. */
  readonly reached: number;
};

/**
 * Looks in a part for lines of the session, or of none, that match, whatever stands between them. It ends before the
 * end of the part if the file does, or cannot be read: the reading of the whole file says what is wrong with it.
 */
export async function* linesIn(
  { file, session, from, to, composed }: IndexedPart,
  search: PartSearch,
  filter: ByteFilter,
): AsyncGenerator<FoundLines> {
  try {
    for (const { bytes, offset } of wholeLines(file, from, MAX_LINE_BYTES)) {
      const seqs: number[] = [];
      const offsets: number[] = [];
      for (const { start, end } of linesAt(allPlaces(filter, composed, bytes, offset), bytes)) {
        const line = offset + start < to ? parsedLine(bytes.subarray(start, end)) : undefined;
        const { seq, type, session: owner = session } = line?.value ?? {};
        if (line === undefined || typeof seq !== 'number' || owner !== session || !isRecordType(type))
          continue;
        if (!(await searchedLine(line, seq, search)).isHit) continue;
        seqs.push(seq);
        offsets.push(offset + start);
      }
      const reached = offset + bytes.length;
      yield { seqs, offsets, reached: Math.min(reached, to) };
      if (reached >= to) return;
    }
  } catch {
    // It is gone, or has a line that is too long.
  }
}

/** Where a line may match, in order: by its text, or because its bytes cannot tell. */
function allPlaces(filter: ByteFilter, composed: readonly number[], bytes: Buffer, offset: number): number[] {
  const places = placesOf(filter, bytes);
  const byText = places.length;
  for (let at = bytes.indexOf(BASE64_KEY); at >= 0; at = bytes.indexOf(BASE64_KEY, at + 1)) places.push(at);
  const isBefore = (end: number) => (at: number) => (composed[at] ?? 0) < end;
  const first = partitionPoint(composed.length, isBefore(offset));
  const last = partitionPoint(composed.length, isBefore(offset + bytes.length));
  for (const start of composed.slice(first, last)) places.push(start - offset);
  return places.length === byText ? places : places.sort((left, right) => left - right);
}

const LINE_FEED = 0x0a;
/** The end of a key of frames that are no text. Written with escapes it is found by those. */
const BASE64_KEY = 'Base64"';

/** The lines that hold these places, which come in order. */
function* linesAt(places: readonly number[], bytes: Buffer): Generator<{ start: number; end: number }> {
  let end = -1;
  for (const place of places) {
    if (place <= end) continue;
    const start = bytes.lastIndexOf(LINE_FEED, place) + 1;
    const feed = bytes.indexOf(LINE_FEED, place);
    end = feed < 0 ? bytes.length : feed;
    yield { start, end };
  }
}

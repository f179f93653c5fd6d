import { isAscii } from 'node:buffer';
import type { ByteFilter } from '../../app/query/text-matcher.ts';

/** Texts of this length stay among the engine's young objects, and their bytes in the processor's cache. */
const SLICE_BYTES = 64 * 1024;
const BACKSLASH = 0x5c;

/** Where in some bytes a line may match, in order. */
export function placesOf(filter: ByteFilter, bytes: Buffer): number[] {
  const places: number[] = [];
  const expression = isAscii(bytes) ? filter.ascii : filter.any;
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    const text = bytes.toString('latin1', start, start + SLICE_BYTES + filter.mostBytes);
    expression.lastIndex = 0;
    while (expression.test(text)) places.push(start + expression.lastIndex - 1);
  }
  const written = places.length;
  for (const beginning of filter.escapes) {
    for (let at = bytes.indexOf(beginning, 1); at > 0; at = bytes.indexOf(beginning, at + 1))
      if (isEscaped(bytes, at)) places.push(at);
  }
  // Both ways to write the text are found each in order, and a slice reaches into the next one.
  return written === places.length && places.length < 2 ? places : places.sort((left, right) => left - right);
}

/** True behind an odd number of backslashes: two of them stand for one. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

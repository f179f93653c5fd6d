import { isJsonObject } from '../../app/base/json-value.ts';
import type { CallEnd } from '../../app/contract/commands.ts';

/** Of a result a screen gets so much with the end of its call, in characters of JSON. */
const MAX_CHARS = 100_000;
/** What a name, a number or a bracket counts beside its text. */
const CHARS_OF_VALUE = 8;

/**
 * The end of a call as a screen gets it: of a large result only the first members that fit, such as its task or
 * `isError`. Its text is in the log, and a second copy of many megabytes would hold the host.
 */
export function handedEnd(end: CallEnd): CallEnd {
  const { result } = end;
  if (!isJsonObject(result) || sizeWithin(result, MAX_CHARS) !== undefined) return end;
  const kept: { [name: string]: unknown } = {};
  let left = MAX_CHARS;
  for (const name in result) {
    const size = sizeWithin(result[name], left - name.length);
    if (size !== undefined) kept[name] = result[name];
    // A member that does not fit was read as far as there was room: a few of them are enough.
    left -= size ?? left / 2;
    if (left < CHARS_OF_VALUE) break;
  }
  return { ...end, result: kept };
}

/** About how many characters a value has as JSON; undefined for more than `most`, found without reading on. */
function sizeWithin(value: unknown, most: number): number | undefined {
  const open: unknown[] = [value];
  let size = 0;
  while (open.length > 0 && size <= most) {
    const one = open.pop();
    size += CHARS_OF_VALUE;
    if (typeof one === 'string') size += one.length;
    else if (typeof one === 'object' && one !== null) {
      for (const name in one) {
        size += CHARS_OF_VALUE + name.length;
        if (size > most) break;
        open.push(Reflect.get(one, name));
      }
    }
  }
  return size <= most ? size : undefined;
}

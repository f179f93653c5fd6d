/** A JSON-RPC id: `key` tells ids apart (5 is not "5"), `text` is the id as the wire shows it. */
export type RpcId = { readonly key: string; readonly text: string };

/**
 * Reads an id that JSON.parse gave. Null is no id.
 * `raw` is the whole line: a number that JSON.parse rounds, or writes otherwise, is read from it.
 */
export function readRpcId(value: unknown, raw: string): RpcId | undefined {
  if (typeof value === 'string') return { key: `s:${value}`, text: JSON.stringify(value) };
  if (typeof value !== 'number') return undefined;
  if (Number.isSafeInteger(value)) return numberId(value);
  const text = numberText(raw, 'id', value) ?? String(value);
  // 1.5 and 1.50 are one id; digits beyond 2^53 are not, although JSON.parse makes them so.
  return { key: `n:${/^-?\d+$/.test(text) ? text : value}`, text };
}

/** The id of a number as the SDK's client counts them. */
export function numberId(value: number): RpcId {
  return { key: `n:${value}`, text: String(value) };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
const NUMBER_VALUE = /\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

/**
 * How the line writes the number that JSON.parse reads as `value`, at its outermost member of this name;
 * members of the same name inside params or results are others.
 */
export function numberText(raw: string, member: string, value: number): string | undefined {
  const wanted = JSON.stringify(member);
  let depth = 0;
  let found: string | undefined;
  let foundDepth = Number.POSITIVE_INFINITY;
  for (const token of raw.matchAll(TOKEN)) {
    const text = token[0];
    if (text === '{' || text === '[') depth += 1;
    else if (text === '}' || text === ']') depth -= 1;
    if (text !== wanted || depth > foundDepth) continue;
    NUMBER_VALUE.lastIndex = token.index + text.length;
    const digits = NUMBER_VALUE.exec(raw)?.[1];
    if (digits === undefined || Number(digits) !== value) continue;
    found = digits;
    foundDepth = depth;
  }
  return found;
}

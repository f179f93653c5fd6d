import { JsonTokens } from './json-tokens.ts';

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
function numberId(value: number): RpcId {
  return { key: `n:${value}`, text: String(value) };
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * How the line writes the number that JSON.parse reads as `value`, at its outermost member of this name;
 * members of the same name inside params or results are others.
 */
export function numberText(raw: string, member: string, value: number): string | undefined {
  const wanted = JSON.stringify(member);
  const tokens = new JsonTokens(raw);
  let depth = 0;
  let found: string | undefined;
  let foundDepth = Number.POSITIVE_INFINITY;
  /** What of `"member": number` the tokens before were. */
  let before: 'name' | 'colon' | undefined;
  while (tokens.nextSolid()) {
    const { kind } = tokens;
    if (kind === '{' || kind === '[') depth += 1;
    else if (kind === '}' || kind === ']') depth -= 1;
    if (kind === 'scalar' && before === 'colon') {
      const digits = tokens.text;
      if (NUMBER.test(digits) && Number(digits) === value) {
        found = digits;
        foundDepth = depth;
      }
    }
    if (kind === ':' && before === 'name') before = 'colon';
    else before = kind === 'string' && depth <= foundDepth && tokens.text === wanted ? 'name' : undefined;
  }
  return found;
}

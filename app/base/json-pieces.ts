/**
 * `JSON.stringify(value, null, 2)` in pieces: the members of objects and lists are written one by one down to `depth`.
 * As a whole it could be longer than a string of V8, which ends at 512 MB. `value` must not have a `toJSON`.
 */
export function* jsonPieces(value: unknown, depth = 6, indent = ''): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
    return;
  }
  const isList = Array.isArray(value);
  const start = isList ? '[' : '{';
  const inner = `${indent}  `;
  let before = start;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    yield `${before}\n${inner}${isList ? '' : `${JSON.stringify(key)}: `}`;
    yield* jsonPieces(member, depth - 1, inner);
    before = ',';
  }
  yield `${before === start ? start : `\n${indent}`}${isList ? ']' : '}'}`;
}

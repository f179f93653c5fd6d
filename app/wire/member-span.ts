/** Where the value of a member stands in a text: `start` inclusive, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Finds the value of a member by its path of keys from the outermost object, without parsing the rest.
 * Undefined where the text is no object or has no such member; of duplicate keys the last counts,
 * as JSON.parse has it. Expects well-formed JSON.
 */
export function memberSpan(raw: string, path: readonly string[]): Span | undefined {
  let span: Span | undefined = { start: 0, end: raw.length };
  for (const key of path) {
    span = span === undefined ? undefined : directMember(raw, span, key);
  }
  return span;
}

/** The text with the value of one member replaced, every other byte as it was. */
export function replaceMember(raw: string, path: readonly string[], value: string): string {
  const span = memberSpan(raw, path);
  return span === undefined ? raw : raw.slice(0, span.start) + value + raw.slice(span.end);
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

function directMember(raw: string, within: Span, key: string): Span | undefined {
  TOKEN.lastIndex = within.start;
  let depth = 0;
  let name: string | undefined;
  let valueStart = -1;
  let found: Span | undefined;
  let previousEnd = within.start;
  for (let match = TOKEN.exec(raw); match !== null && match.index < within.end; match = TOKEN.exec(raw)) {
    const token = match[0];
    const closes = token === '}' || token === ']';
    if (depth === 1 && (token === ',' || closes) && valueStart >= 0) {
      if (name === key) found = { start: valueStart, end: previousEnd };
      name = undefined;
      valueStart = -1;
    } else if (depth === 1 && name !== undefined && valueStart < 0 && token !== ':') valueStart = match.index;
    else if (depth === 1 && name === undefined && token.startsWith('"')) name = keyOf(token);
    if (token === '{' || token === '[') {
      if (depth === 0 && token === '[') return undefined;
      depth += 1;
    }
    if (closes) depth -= 1;
    previousEnd = match.index + token.length;
    if (depth === 0) break;
  }
  return found;
}

function keyOf(token: string): string | undefined {
  try {
    const key: unknown = JSON.parse(token);
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}

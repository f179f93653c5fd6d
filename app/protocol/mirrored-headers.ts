import { isJsonObject, stringAt } from '../base/json-value.ts';
import { revisionIn } from './meta-keys.ts';

/** Methods whose name or URI is mirrored in a header, with the member that holds it (2026-07-28, basic/transports). */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** A number is not allowed there, but servers that declare one compare its header anyway. */
const MIRRORED_TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];
/** Deeper schemas are not followed. */
const MAX_DEPTH = 32;

/** An argument of a tool that goes into a header as well: its path in the arguments, and the name behind `Mcp-Param-`. */
export type MirroredArgument = { readonly path: readonly string[]; readonly header: string };

/** The member of the params that `Mcp-Name` repeats; empty for none. */
export function namedMember(method: string): string {
  return NAMED[method] ?? '';
}

/** The headers that repeat what a message says (2026-07-28, basic/transports, "Standard Request Headers"). */
export function mirroredHeaders(
  method: string,
  params: unknown,
  argumentsOf: (tool: string) => readonly MirroredArgument[],
): [string, string][] {
  const name = stringAt(params, namedMember(method));
  const args = isJsonObject(params) ? params.arguments : undefined;
  const mirrored = method === 'tools/call' && name !== undefined ? argumentsOf(name) : [];
  return [
    ['MCP-Protocol-Version', revisionIn(params) ?? ''],
    ['Mcp-Method', encodedValue(method)],
    ...(name === undefined ? [] : [['Mcp-Name', encodedValue(name)] as [string, string]]),
    ...mirrored.flatMap(({ path, header }): [string, string][] => {
      const text = textOf(path.reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), args));
      return text === undefined ? [] : [[`Mcp-Param-${header}`, encodedValue(text)]];
    }),
  ];
}

/**
 * The arguments that a tool's schema marks with `x-mcp-header`; undefined if it does so where it must not, which makes
 * the tool invalid over HTTP (2026-07-28, basic/transports, "Schema Extension").
 */
export function mirroredArguments(inputSchema: unknown): readonly MirroredArgument[] | undefined {
  const found: MirroredArgument[] = [];
  const visit = (schema: unknown, path: readonly string[], isReachable: boolean, depth: number): boolean => {
    if (depth > MAX_DEPTH) return true;
    if (Array.isArray(schema)) return schema.every((one) => visit(one, path, false, depth + 1));
    if (!isJsonObject(schema)) return true;
    const header = schema['x-mcp-header'];
    if (header !== undefined && isReachable) {
      if (!isHeaderName(header) || !MIRRORED_TYPES.includes(schema.type) || path.length === 0) return false;
      if (found.some((one) => one.header.toLowerCase() === header.toLowerCase())) return false;
      found.push({ path, header });
    } else if (header !== undefined) return false;
    return Object.entries(schema).every(([key, below]) => {
      if (VALUES.includes(key)) return true;
      if (key !== 'properties' || !isJsonObject(below)) return visit(below, path, false, depth + 1);
      return Object.entries(below).every(([name, one]) =>
        visit(one, [...path, name], isReachable, depth + 1),
      );
    });
  };
  return visit(inputSchema, [], true, 0) ? found : undefined;
}

/** Keywords that hold values, and no schemas. */
const VALUES: readonly string[] = ['default', 'const', 'enum', 'examples', 'x-mcp-header'];

function isHeaderName(name: unknown): name is string {
  return typeof name === 'string' && TOKEN.test(name);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact ? String(value) : undefined;
}

/** What a header cannot carry as it is goes as Base64 of its UTF-8 (2026-07-28, basic/transports, "Encoding"). */
function encodedValue(text: string): string {
  const isPlain =
    /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  if (isPlain) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** True for a value in its Base64 form. */
export function isEncoded(value: string): boolean {
  return ENCODED.test(value);
}

/** What a mirrored header says, in whichever form it came; a wrong form is left as it is. */
export function decodedHeader(value: string): string {
  const [, base64] = ENCODED.exec(value) ?? [];
  if (base64 === undefined) return value;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  } catch {
    return value;
  }
}

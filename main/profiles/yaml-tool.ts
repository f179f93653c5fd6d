import { Document, isMap, isScalar, LineCounter, type Pair, parseDocument, visit, type YAMLMap } from 'yaml';
import { type JsonObject, jsonEqual, MAX_LEVELS } from '../../app/base/json-value.ts';
import { perKey } from '../../app/base/per-key.ts';
import { err, errorMessage, ok, type Result } from '../../app/base/result.ts';
import type { YamlReading, YamlTool } from '../../app/hosts/goose.ts';
import type { HostProblem } from '../../app/hosts/host.ts';
import { yamlTooDeep } from '../system/yaml-depth.ts';

/** The limit of values that aliases may expand to: a small file must not grow to gigabytes. */
const MAX_ALIASES = 100;

/** Reads YAML with the core schema, which creates only plain values, and edits it in place. */
export const yamlTool: YamlTool = { read: readYaml, set: setYaml };

function open(text: string): { readonly document: Document.Parsed; readonly lines: LineCounter } {
  const lines = new LineCounter();
  // The package compares each key with all earlier ones; here each is looked up once.
  const options = { schema: 'core', uniqueKeys: false, logLevel: 'silent' } as const;
  const document = parseDocument(text, { ...options, lineCounter: lines });
  return { document, lines };
}

function readYaml(text: string): YamlReading {
  const deep = yamlTooDeep(text);
  if (deep !== undefined) {
    const message = `The file is nested more than ${MAX_LEVELS} levels deep from here: no configuration is.`;
    return { value: undefined, lineOf: () => 1, problems: [{ message, line: deep, column: 1 }] };
  }
  const opened = open(text);
  const problems = opened.document.errors.map((error): HostProblem => {
    const { line, col } = opened.lines.linePos(error.pos[0]);
    return { message: sentence(error.message), line, column: col };
  });
  visit(opened.document, {
    Map: (_, map) => {
      for (const offset of duplicateKeys(map)) {
        const { line, col } = opened.lines.linePos(offset);
        problems.push({ message: 'Map keys must be unique.', line, column: col });
      }
    },
  });
  const lineOf = (path: readonly string[]) => {
    const start = startOf(pairAt(opened.document, path));
    return start === undefined ? 1 : opened.lines.linePos(start).line;
  };
  try {
    return { value: opened.document.toJS({ maxAliasCount: MAX_ALIASES }), lineOf, problems };
  } catch (error) {
    const message = sentence(errorMessage(error));
    return { value: undefined, lineOf, problems: [...problems, { message, line: 1, column: 1 }] };
  }
}

/** Works on whole lines: replaces the entry's lines, or adds new ones at the end of the mapping. */
function setYaml(text: string, path: readonly [string, string], value: JsonObject): Result<string> {
  const [damage] = readYaml(text).problems;
  if (damage !== undefined) return err(`Line ${damage.line}: ${damage.message}`);
  const { document } = open(text);
  const [outer, inner] = path;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const base = text === '' || text.endsWith('\n') ? text : text + eol;
  if (document.contents !== null && !isMap(document.contents))
    return err('Line 1: The file is not a mapping.');
  const held = pairAt(document, [outer]);
  if (held === undefined) return ok(base + block({ [outer]: { [inner]: value } }, '', eol));
  const mapping = held.value;
  if (isScalar(mapping) && mapping.value === null) return ok(afterKey(base, held, { [inner]: value }, eol));
  if (!isMap(mapping)) return err(`"${outer}" is not a mapping.`);
  if (mapping.flow === true) {
    return mapping.items.length === 0
      ? ok(afterKey(base, held, { [inner]: value }, eol, mapping.range?.[1]))
      : err(`"${outer}" is written in braces; Tierscope edits it only where each entry has its own lines.`);
  }
  const entry = pairAt(document, path);
  if (entry !== undefined && jsonEqual(jsOf(entry.value), value)) return ok(text);
  return ok(replaced(base, mapping, entry, { [inner]: value }, eol));
}

function replaced(
  text: string,
  mapping: YAMLMap,
  entry: Pair | undefined,
  value: JsonObject,
  eol: string,
): string {
  const first = startOf(mapping.items[0]) ?? 0;
  const indent = text.slice(text.lastIndexOf('\n', first - 1) + 1, first);
  const end = contentEnd(text, entry === undefined ? mapping : entry.value);
  const start = startOf(entry) ?? end;
  const body = block(value, indent, eol);
  return text.slice(0, start) + (entry === undefined ? body : body.slice(indent.length)) + text.slice(end);
}

/** Inserts a mapping after a key with an empty value or `{}`. */
function afterKey(text: string, held: Pair, value: JsonObject, eol: string, valueEnd?: number): string {
  const key = isScalar(held.key) ? held.key.range : undefined;
  const colon = text.indexOf(':', key?.[1] ?? 0) + 1;
  const lineEnd = nextLine(text, valueEnd ?? colon);
  const remark = text.slice(valueEnd ?? colon, lineEnd).trimEnd();
  return (
    text.slice(0, colon) +
    (remark === '' ? '' : ` ${remark.trim()}`) +
    eol +
    block(value, '  ', eol) +
    text.slice(lineEnd)
  );
}

/** The end of a node's last line, excluding trailing blank lines and comments. */
function contentEnd(text: string, node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  const [start = 0, valueEnd = 0]: readonly number[] = Array.isArray(range) ? range : [];
  let end = valueEnd;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return nextLine(text, end);
}

function nextLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at + 1;
}

function block(value: JsonObject, indent: string, eol: string): string {
  const text = new Document(value).toString({ indent: 2, lineWidth: 0 });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? eol : indent + line + eol))
    .join('');
}

function pairAt(document: Document.Parsed, path: readonly string[]): Pair | undefined {
  let found: Pair | undefined;
  let at: unknown = document.contents;
  for (const key of path) {
    found = isMap(at) ? pairsOf(at).get(key) : undefined;
    at = found?.value;
  }
  return found;
}

const pairsOf = perKey(
  ({ items }: YAMLMap): ReadonlyMap<string, Pair> =>
    new Map(items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : []))),
);

/** The positions of duplicate keys. */
function duplicateKeys(map: YAMLMap): readonly number[] {
  const seen = new Set<unknown>();
  return map.items.flatMap((pair) => {
    if (!isScalar(pair.key)) return [];
    const isAgain = seen.has(pair.key.value);
    seen.add(pair.key.value);
    return isAgain ? [startOf(pair) ?? 0] : [];
  });
}

function startOf(pair: Pair | undefined): number | undefined {
  return pair !== undefined && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
}

function jsOf(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node) ?? 'null');
}

function sentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return `${line.replace(/ at line \d+, column \d+:?$/, '')}.`;
}

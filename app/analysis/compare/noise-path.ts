import { isJsonObject, type JsonObject, parseBounded, parseJson } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';

/** One step into JSON: a member or an item, any of them, or any number of steps. */
type NoiseStep =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'item'; readonly index: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'deep' };

export type NoisePath = readonly NoiseStep[];

const NAME = /[^.[\]*"\s][^.[\]*"]*/y;
const ITEM = /\[(\d{1,9})\]/y;
const QUOTED = /\["((?:[^"\\]|\\.)*)"\]/y;

/** Parses a path such as `content[*].text`, `**.updatedAt` or `structuredContent["a.b"]`; fails with a sentence. */
export function readNoisePath(text: string): Result<NoisePath> {
  const steps: NoiseStep[] = [];
  let at = text.startsWith('$') ? 1 : 0;
  while (at < text.length) {
    const dotted = text[at] === '.';
    if (dotted && at === 0) return err('A path does not begin with a dot: write the name of a member.');
    const found = readStep(text, dotted ? at + 1 : at, dotted || at === 0);
    if (found === undefined) return err(`At character ${at + 1} of the path, ${EXPECTED}.`);
    steps.push(found.step);
    at = found.end;
  }
  if (steps.length === 0) return err('The path is empty: write the name of a member, such as updatedAt.');
  if (steps.every(({ kind }) => kind === 'deep')) {
    return err('This path covers everything. Name a member after **, such as **.updatedAt.');
  }
  return ok(steps);
}

const EXPECTED = 'a name, *, **, [0], [*] or ["name"] is expected';

function readStep(
  text: string,
  at: number,
  nameAllowed: boolean,
): { readonly step: NoiseStep; readonly end: number } | undefined {
  if (text.startsWith('[*]', at)) return { step: { kind: 'any' }, end: at + 3 };
  const item = match(ITEM, text, at);
  if (item !== null) return { step: { kind: 'item', index: Number(item[1]) }, end: at + item[0].length };
  const quoted = match(QUOTED, text, at);
  if (quoted !== null) {
    const name = unquoted(quoted[1] ?? '');
    return name === undefined ? undefined : { step: { kind: 'name', name }, end: at + quoted[0].length };
  }
  if (!nameAllowed) return undefined;
  if (text.startsWith('**', at)) return { step: { kind: 'deep' }, end: at + 2 };
  if (text[at] === '*') return { step: { kind: 'any' }, end: at + 1 };
  const name = match(NAME, text, at);
  return name === null ? undefined : { step: { kind: 'name', name: name[0] }, end: at + name[0].length };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function unquoted(text: string): string | undefined {
  const value = parseJson(`"${text}"`);
  return typeof value === 'string' ? value : undefined;
}

/** The remaining paths below a member or an item; an empty one covers this value. */
export function stepInto(paths: readonly NoisePath[], key: string | number): readonly NoisePath[] {
  return paths.flatMap((path) => below(path, key));
}

/** True if one of the paths ends here. */
export function isCovered(paths: readonly NoisePath[]): boolean {
  return paths.some((path) => path.every(({ kind }) => kind === 'deep'));
}

function below(path: NoisePath, key: string | number): readonly NoisePath[] {
  const [first, ...rest] = path;
  switch (first?.kind) {
    case undefined:
      return [];
    case 'deep':
      return [path, ...below(rest, key)];
    case 'any':
      return [rest];
    case 'name':
      return first.name === key ? [rest] : [];
    case 'item':
      return first.index === key ? [rest] : [];
  }
}

/** Replaces what the paths cover in a value, including JSON within strings. */
export function withoutPaths(value: unknown, paths: readonly NoisePath[]): unknown {
  if (paths.length === 0) return value;
  if (isCovered(paths)) return SET_ASIDE;
  if (typeof value === 'string') return withoutPathsInText(value, paths);
  if (Array.isArray(value)) return value.map((item, index) => withoutPaths(item, stepInto(paths, index)));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    withoutPaths(member, stepInto(paths, key)),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

const SET_ASIDE = '<set aside>';

function withoutPathsInText(text: string, paths: readonly NoisePath[]): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(withoutPaths(parseBounded(text), paths));
  } catch {
    // It only looks like JSON: no path leads into it.
    return text;
  }
}

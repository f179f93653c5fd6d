import { isJsonObject, parseBounded, parseJson } from '../../base/json-value.ts';
import { isCovered, type NoisePath, stepInto } from './noise-path.ts';

/** One line of JSON laid out for reading. */
export type JsonLine = {
  readonly text: string;
  /** True if a path of the user's sets the line aside. */
  readonly covered: boolean;
};

type JsonLines = {
  readonly lines: readonly JsonLine[];
  /** True if there would be more lines. */
  readonly cut: boolean;
};

/** More lines than this nobody reads side by side. */
export const MAX_LINES = 3000;

/**
 * Lays out JSON text with one member on each line. A string of several lines gets as many, and JSON inside a
 * string is laid out too: most results of tools are such text. Text that is no JSON is split at its line ends.
 */
export function jsonLines(text: string, paths: readonly NoisePath[] = []): JsonLines {
  if (text === '') return { lines: [], cut: false };
  const layout = new Layout();
  try {
    layout.value('', parseBounded(text), '', paths, false);
  } catch (error) {
    if (error instanceof FullError) return { lines: layout.lines, cut: true };
    // No JSON, or nested too deeply for the stack.
    const lines = text.split('\n', MAX_LINES).map((line) => ({ text: line, covered: false }));
    return { lines, cut: lines.length === MAX_LINES };
  }
  return { lines: layout.lines, cut: false };
}

class FullError extends Error {}

class Layout {
  readonly lines: JsonLine[] = [];

  /** `lead` stands before the value: its indent and its key. `after` stands behind it. */
  value(lead: string, value: unknown, after: string, paths: readonly NoisePath[], covered: boolean): void {
    const aside = covered || isCovered(paths);
    if (Array.isArray(value)) {
      const items = value.map((item, index) => ['', item, stepInto(paths, index)] as const);
      this.#block(lead, ['[', ']'], items, after, aside);
    } else if (isJsonObject(value)) {
      const members = Object.entries(value).map(
        ([key, member]) => [`${JSON.stringify(key)}: `, member, stepInto(paths, key)] as const,
      );
      this.#block(lead, ['{', '}'], members, after, aside);
    } else if (typeof value === 'string') {
      this.#string(lead, value, after, paths, aside);
    } else {
      this.#add(`${lead}${JSON.stringify(value)}${after}`, aside);
    }
  }

  #block(
    lead: string,
    [open, close]: readonly [string, string],
    children: readonly (readonly [string, unknown, readonly NoisePath[]])[],
    after: string,
    covered: boolean,
  ): void {
    if (children.length === 0) {
      this.#add(`${lead}${open}${close}${after}`, covered);
      return;
    }
    const indent = indentOf(lead);
    this.#add(`${lead}${open}`, covered);
    for (const [place, [key, child, paths]] of children.entries()) {
      this.value(`${indent}  ${key}`, child, place === children.length - 1 ? '' : ',', paths, covered);
    }
    this.#add(`${indent}${close}${after}`, covered);
  }

  #string(lead: string, text: string, after: string, paths: readonly NoisePath[], covered: boolean): void {
    const inner = innerJson(text);
    const indent = indentOf(lead);
    if (inner !== undefined) {
      this.#add(`${lead}"`, covered);
      this.value(`${indent}  `, inner, '', paths, covered);
      this.#add(`${indent}"${after}`, covered);
      return;
    }
    const [first = '', ...others] = text.split('\n').map((line) => JSON.stringify(line).slice(1, -1));
    if (others.length === 0) {
      this.#add(`${lead}"${first}"${after}`, covered);
      return;
    }
    this.#add(`${lead}"${first}`, covered);
    for (const [place, line] of others.entries()) {
      this.#add(`${indent}  ${line}${place === others.length - 1 ? `"${after}` : ''}`, covered);
    }
  }

  #add(text: string, covered: boolean): void {
    if (this.lines.length >= MAX_LINES) throw new FullError();
    this.lines.push({ text, covered });
  }
}

function indentOf(lead: string): string {
  return ' '.repeat(lead.length - lead.trimStart().length);
}

function innerJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parseJson(text);
  return isJsonObject(value) || Array.isArray(value) ? value : undefined;
}

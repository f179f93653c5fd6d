import { diffArrays } from 'diff';
import { isJsonObject, parseBounded, parseJson } from '../../base/json-value.ts';
import type { JsonRoot, NoiseFilter, NoiseSpan } from './noise-filter.ts';
import { isCovered, type NoisePath, stepInto } from './noise-path.ts';

export type Segment = { readonly text: string; readonly mark: '' | 'changed' | 'noise' };

/** Two lines side by side. `noise` lines differ only in noise; a side without such a line is null. */
export type DiffLine = {
  readonly kind: 'same' | 'noise' | 'changed' | 'left' | 'right';
  readonly left: readonly Segment[] | null;
  readonly right: readonly Segment[] | null;
};

export type TextDiff = {
  readonly lines: readonly DiffLine[];
  /** True if a side has more lines than are shown. */
  readonly cut: boolean;
};

/** Characters of a line that are shown, and how many of them before the first difference. */
const LINE_CHARS = 600;
const LEAD_CHARS = 80;
/** Lines that share less than one part in this many are shown as entirely different. */
const MIN_SHARED = 3;

/** Indexes of facing lines; -1 if a side has none. */
type LinePair = { readonly before: number; readonly after: number };

/** Limit on edits, since the work grows quadratically. Beyond it, lines are paired by position. */
const MAX_EDITS = 2000;

/** Aligns two lists of lines so that as many equal ones as possible face each other. */
export function pairLines(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, count: before.length },
    { removed: false, added: true, count: after.length },
  ];
  const pairs: LinePair[] = [];
  let next: LinePair = { before: 0, after: 0 };
  const pairTo = (end: LinePair): void => {
    // Differences between two equal lines face each other, line by line.
    while (next.before < end.before || next.after < end.after) {
      const left = next.before < end.before;
      const right = next.after < end.after;
      pairs.push({ before: left ? next.before : -1, after: right ? next.after : -1 });
      next = { before: next.before + (left ? 1 : 0), after: next.after + (right ? 1 : 0) };
    }
  };
  const end = { before: 0, after: 0 };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) pairTo(end);
    if (!added) end.before += count;
    if (!removed) end.after += count;
    if (!added && !removed) pairTo(end);
  }
  pairTo(end);
  return pairs;
}

/** The line-by-line difference of two JSON texts; noise is marked and does not count. */
export function textDiff(before: string, after: string, root: JsonRoot, noise: NoiseFilter): TextDiff {
  const paths = noise.paths(root);
  const left = jsonLines(before, paths);
  const right = jsonLines(after, paths);
  const quiet = (line: JsonLine): string => (line.covered ? COVERED : noise.text(line.text));
  const lines = pairLines(left.lines.map(quiet), right.lines.map(quiet)).map((pair) =>
    diffLine(left.lines[pair.before], right.lines[pair.after], quiet, noise),
  );
  return { lines, cut: left.cut || right.cut };
}

/** Stands for all covered lines; no JSON line equals it. */
const COVERED = '\u0000covered';

function diffLine(
  left: JsonLine | undefined,
  right: JsonLine | undefined,
  quiet: (line: JsonLine) => string,
  noise: NoiseFilter,
): DiffLine {
  if (left === undefined || right === undefined) {
    const only = left ?? right;
    const shown = only === undefined ? [] : marked(excerpt(only.text, 0), only.covered, noise, undefined);
    return left === undefined
      ? { kind: 'right', left: null, right: shown }
      : { kind: 'left', left: shown, right: null };
  }
  const same = quiet(left) === quiet(right);
  const kind = !same ? 'changed' : left.text === right.text ? 'same' : 'noise';
  const start = Math.max(0, commonHead(left.text, right.text) - LEAD_CHARS);
  const [a, b] = [excerpt(left.text, start), excerpt(right.text, start)];
  const parts = kind === 'changed' ? differing(a, b) : undefined;
  return {
    kind,
    left: marked(a, left.covered, noise, parts?.left),
    right: marked(b, right.covered, noise, parts?.right),
  };
}

function excerpt(text: string, start: number): string {
  if (text.length <= LINE_CHARS) return text;
  const end = start + LINE_CHARS;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

function commonHead(a: string, b: string): number {
  let place = 0;
  while (place < a.length && place < b.length && a[place] === b[place]) place += 1;
  return place;
}

/** The differing ranges of two lines; undefined if they have too little in common. */
function differing(
  a: string,
  b: string,
): { readonly left: NoiseSpan; readonly right: NoiseSpan } | undefined {
  const head = commonHead(a, b);
  let tail = 0;
  const most = Math.min(a.length, b.length) - head;
  while (tail < most && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  if ((head + tail) * MIN_SHARED < Math.max(a.length, b.length)) return undefined;
  return { left: { start: head, end: a.length - tail }, right: { start: head, end: b.length - tail } };
}

/** Splits a line where noise or a difference starts and ends; noise takes precedence. */
function marked(
  text: string,
  covered: boolean,
  noise: NoiseFilter,
  changed: NoiseSpan | undefined,
): readonly Segment[] {
  if (covered) return [{ text, mark: 'noise' }];
  const spans = noise.spans(text);
  const edges = new Set([0, text.length]);
  for (const { start, end } of changed === undefined ? spans : [...spans, changed]) edges.add(start).add(end);
  const cuts = [...edges].sort((a, b) => a - b);
  const segments: Segment[] = [];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end === start) continue;
    const mark = within(spans, start)
      ? 'noise'
      : within(changed === undefined ? [] : [changed], start)
        ? 'changed'
        : '';
    segments.push({ text: text.slice(start, end), mark });
  }
  return segments;
}

function within(spans: readonly NoiseSpan[], place: number): boolean {
  return spans.some(({ start, end }) => place >= start && place < end);
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[\w.+-]+|\s+|[^\s]/g;

/** Longer lines are compared as a whole. */
const MAX_TOKENS = 400;

/** Two lines of JSON, each split where a token starts that the other lacks. */
export function tokenDiff(
  left: string,
  right: string,
): { readonly left: readonly Segment[]; readonly right: readonly Segment[] } {
  const [before, after] = [left.match(TOKEN) ?? [], right.match(TOKEN) ?? []];
  const changes = before.length + after.length > MAX_TOKENS ? undefined : diffArrays([...before], [...after]);
  // Lines that share only brackets are unrelated.
  const shared = changes?.some(
    ({ value, added, removed }) => !added && !removed && /\w/.test(value.join('')),
  );
  if (changes === undefined || shared !== true) return { left: whole(left), right: whole(right) };
  const side = (other: 'added' | 'removed') =>
    changes
      .filter((change) => !change[other])
      .map(
        ({ value, added, removed }): Segment => ({
          text: value.join(''),
          mark: added || removed ? 'changed' : '',
        }),
      );
  return { left: side('added'), right: side('removed') };
}

function whole(text: string): readonly Segment[] {
  return [{ text, mark: '' }];
}

type JsonLine = {
  readonly text: string;
  /** True if a user's path covers the line. */
  readonly covered: boolean;
};

type JsonLines = {
  readonly lines: readonly JsonLine[];
  /** True if there would be more lines. */
  readonly cut: boolean;
};

/** Nobody reads more lines than this side by side. */
export const MAX_LINES = 3000;

/** JSON text with one member per line, also within its strings; other text is split at line ends. */
export function jsonLines(text: string, paths: readonly NoisePath[] = []): JsonLines {
  if (text === '') return { lines: [], cut: false };
  const layout = new Layout();
  try {
    layout.value('', parseBounded(text), '', paths, false);
  } catch (error) {
    if (error instanceof FullError) return { lines: layout.lines, cut: true };
    // Not JSON, or nested too deeply for the stack.
    const lines = text.split('\n', MAX_LINES).map((line) => ({ text: line, covered: false }));
    return { lines, cut: lines.length === MAX_LINES };
  }
  return { lines: layout.lines, cut: false };
}

class FullError extends Error {}

class Layout {
  readonly lines: JsonLine[] = [];

  /** `lead` precedes the value, with its indent and key; `after` follows it. */
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

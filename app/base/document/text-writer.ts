import { foreignText, ownAdvice } from '../foreign-text.ts';
import { terminalSafe } from '../hidden-characters.ts';
import { shortened, wrapped } from '../wrapped-text.ts';
import type { Block, Document, Field } from './document.ts';

type TextStyle = {
  readonly width: number;
  /** Maximum characters per text; the rest is cut. */
  readonly maxChars: number;
  readonly maxCellChars: number;
  readonly labeled: (label: string) => string;
  readonly line: (text: string) => string;
  /** The prefix of a line that may contain foreign text. */
  readonly barred: (indent: string) => string;
  readonly advice: (text: string) => string;
};

const LABEL = 8;

const TERMINAL: TextStyle = {
  width: 100,
  maxChars: 480,
  maxCellChars: 40,
  labeled: (label) => (label.length < LABEL ? label.padEnd(LABEL) : `${label} `),
  line: oneLine,
  barred: (indent) => indent,
  advice: (text) => text,
};

/** Fields that Tierscope writes. All other fields may contain foreign text. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['do', 'who', 'model', 'retry']);

/** Room for one frame and its prefix. */
const MAX_AGENT_CHARS = 5000;

const AGENT: TextStyle = {
  width: Number.POSITIVE_INFINITY,
  maxChars: Number.POSITIVE_INFINITY,
  maxCellChars: 100,
  labeled: (label) => (label === '' ? '| ' : OWN_FIELDS.has(label) ? `${label}: ` : `${label} | `),
  line: (text) => foreignText(text, MAX_AGENT_CHARS),
  barred: (indent) => `${indent || '  '}| `,
  advice: ownAdvice,
};

/** Renders the document for a terminal, at most 100 columns wide; sections are indented below their titles. */
export function terminalText(document: Document): string {
  return [...terminalLines(document)].join('');
}

/** The same text line by line, each with its line feed: a large document is never in memory as a whole. */
export function* terminalLines(document: Document): Generator<string> {
  for (const line of linesOf(document, TERMINAL)) yield terminalSafe(`${line}\n`);
}

/** Renders the document for an agent: foreign text follows a bar; everything else is Tierscope's own. */
export function agentText(document: Document): string {
  return [...linesOf(document, AGENT)].join('\n');
}

function* linesOf({ title, blocks }: Document, style: TextStyle, depth = 0): Generator<string> {
  const indent = '  '.repeat(title === '' ? depth : depth + 1);
  if (title !== '') yield* textLines(title, style, style.barred('  '.repeat(depth)));
  let before: Block['kind'] | undefined;
  for (const block of blocks) {
    // Only a parent's title may stand directly above a section or a paragraph, without a blank line.
    let isApart = [block.kind, before].some((kind) => kind === 'section' || kind === 'paragraph');
    isApart &&= before !== undefined;
    before = block.kind;
    const own =
      block.kind === 'section' ? linesOf(block, style, indent.length / 2) : blockLines(block, style, indent);
    for (const line of own) {
      if (isApart) yield '';
      isApart = false;
      yield line;
    }
  }
}

function blockLines(block: Exclude<Block, { kind: 'section' }>, style: TextStyle, indent: string): string[] {
  switch (block.kind) {
    case 'paragraph':
      return textLines(block.text, style, indent);
    case 'list':
      return block.items.flatMap((item) => textLines(item, style, style.barred(indent)));
    case 'fields':
      return block.fields.flatMap((field) => fieldLines(field, style, indent));
    case 'counts':
      return [indent + block.counts.map(([name, count]) => `${name} ${count}`).join(' · ')];
    case 'table': {
      const rows = block.head.length === 0 ? block.rows : [block.head, ...block.rows];
      return textColumns(rows.map((row) => shortRow(row, style))).map((line) => style.barred(indent) + line);
    }
    case 'code':
      return block.text.split('\n').map((line) => `${indent}| ${style.line(line)}`);
  }
}

function textLines(text: string, style: TextStyle, indent: string): string[] {
  const shown = shortened(style.line(text).trim(), style.maxChars);
  return wrapped(shown, style.width - indent.length).map((line) => indent + line);
}

function fieldLines({ label, text, isRaw = false }: Field, style: TextStyle, indent: string): string[] {
  const head = style.labeled(label);
  const shown = label === 'do' ? style.advice(text) : text;
  const [first = '', ...rest] = textLines(
    isRaw && label === '' && style === TERMINAL ? `| ${shown}` : shown,
    style,
    ' '.repeat(indent.length + head.length),
  );
  return [`${indent}${head}${first.trimStart()}`, ...rest];
}

/** Cuts long cells; the last cell gets more room because it pushes no other cell away. */
function shortRow(row: readonly (string | number)[], { maxCellChars, maxChars, line }: TextStyle) {
  return row.map((cell, column) => {
    const most = column === row.length - 1 ? maxChars : maxCellChars;
    return typeof cell === 'number' ? cell : shortened(line(cell), most);
  });
}

/** Formats rows as lines, each column as wide as its widest cell; numbers are right-aligned. */
function textColumns(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, String(cell).length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Collapses white space and control characters: text from the wire must not steer the terminal or break the table. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

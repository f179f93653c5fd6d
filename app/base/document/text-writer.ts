import { terminalSafe } from '../hidden-characters.ts';
import { shortened, wrapped } from '../wrapped-text.ts';
import type { Block, Document, Field } from './document.ts';

type TextStyle = {
  /** Characters of a line. */
  readonly width: number;
  /** Characters of one text: what is longer is cut. */
  readonly maxChars: number;
  /** Characters of a cell of a table. */
  readonly maxCellChars: number;
  readonly labelled: (label: string) => string;
};

const LABEL = 8;

const TERMINAL: TextStyle = {
  width: 100,
  maxChars: 480,
  maxCellChars: 40,
  labelled: (label) => (label.length < LABEL ? label.padEnd(LABEL) : `${label} `),
};

/** A model pays for each character, and its texts were cut before. */
const AGENT: TextStyle = {
  width: Number.POSITIVE_INFINITY,
  maxChars: Number.POSITIVE_INFINITY,
  maxCellChars: Number.POSITIVE_INFINITY,
  labelled: (label) => (label === '' ? '' : `${label}: `),
};

/** The document for a terminal, at most 100 columns wide; a section is indented below its title. */
export function terminalText(document: Document): string {
  return terminalSafe(`${linesOf(document, TERMINAL).join('\n')}\n`);
}

/** The document for an agent: nothing is wrapped or aligned. */
export function agentText(document: Document): string {
  return linesOf(document, AGENT).join('\n');
}

function linesOf({ title, blocks }: Document, style: TextStyle, depth = 0): string[] {
  const indent = '  '.repeat(title === '' ? depth : depth + 1);
  const lines = title === '' ? [] : textLines(title, style, '  '.repeat(depth));
  for (const [index, block] of blocks.entries()) {
    // Only the title of its parent stands directly above a section or a paragraph.
    const isApart = [block.kind, blocks[index - 1]?.kind].some(
      (kind) => kind === 'section' || kind === 'paragraph',
    );
    const own =
      block.kind === 'section' ? linesOf(block, style, indent.length / 2) : blockLines(block, style, indent);
    if (isApart && index > 0 && own.length > 0) lines.push('');
    lines.push(...own);
  }
  return lines;
}

function blockLines(block: Exclude<Block, { kind: 'section' }>, style: TextStyle, indent: string): string[] {
  switch (block.kind) {
    case 'paragraph':
      return textLines(block.text, style, indent);
    case 'list':
      return block.items.flatMap((item) => textLines(item, style, indent));
    case 'fields':
      return block.fields.flatMap((field) => fieldLines(field, style, indent));
    case 'counts':
      return [indent + block.counts.map(([name, count]) => `${name} ${count}`).join(' · ')];
    case 'table': {
      const rows = block.head.length === 0 ? block.rows : [block.head, ...block.rows];
      return textColumns(rows.map((row) => shortRow(row, style))).map((line) => indent + line);
    }
    case 'code':
      return block.text.split('\n').map((line) => `${indent}| ${oneLine(line)}`);
  }
}

function textLines(text: string, style: TextStyle, indent: string): string[] {
  const shown = shortened(oneLine(text).trim(), style.maxChars);
  return wrapped(shown, style.width - indent.length).map((line) => indent + line);
}

/** A label and its text, which goes on below itself. */
function fieldLines({ label, text, isRaw = false }: Field, style: TextStyle, indent: string): string[] {
  const head = style.labelled(label);
  const [first = '', ...rest] = textLines(
    isRaw && label === '' ? `| ${text}` : text,
    style,
    ' '.repeat(indent.length + head.length),
  );
  return [`${indent}${head}${first.trimStart()}`, ...rest];
}

/** The last cell pushes no other one away. */
function shortRow(row: readonly (string | number)[], { maxCellChars, maxChars }: TextStyle) {
  return row.map((cell, column) => {
    const most = column === row.length - 1 ? maxChars : maxCellChars;
    return typeof cell === 'number' ? cell : shortened(oneLine(cell), most);
  });
}

/** Rows of cells as lines, each column as wide as its widest cell; cells of numbers stand at the right. */
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

/** Text of the wire must not steer the terminal or break the table. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

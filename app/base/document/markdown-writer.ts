import { shortened } from '../wrapped-text.ts';
import type { Block, Document, Field } from './document.ts';

/** Longer texts are cut; the recording has them whole. */
const MAX_CHARS = 1500;
const MAX_CODE_CHARS = 4000;

export function markdownText(document: Document): string {
  return `${partsOf(document, 1).join('\n\n')}\n`;
}

function partsOf({ title, blocks }: Document, level: number): string[] {
  const heading = title === '' ? [] : [`${'#'.repeat(Math.min(level, 6))} ${shortText(title)}`];
  const below = title === '' ? level : level + 1;
  return [...heading, ...Array.from(blocks).flatMap((block) => blockParts(block, below))];
}

function blockParts(block: Block, level: number): string[] {
  switch (block.kind) {
    case 'section':
      return partsOf(block, level);
    case 'paragraph':
      return [shortText(block.text)];
    case 'list':
      return lines(block.items.map((item) => `- ${shortText(item)}`));
    case 'fields':
      return lines(block.fields.map(fieldLine));
    case 'counts':
      return [table([block.of, 'count'], block.counts)];
    case 'table':
      return block.rows.length === 0 ? [] : [table(block.head, block.rows)];
    case 'code':
      return [codeBlock(block.text)];
  }
}

function lines(all: readonly string[]): string[] {
  return all.length === 0 ? [] : [all.join('\n')];
}

function fieldLine({ label, text, isRaw = false }: Field): string {
  const name = label === '' ? '' : `**${inlineText(label)}:** `;
  return `- ${name}${isRaw ? inlineCode(shortened(text, MAX_CHARS)) : shortText(text)}`;
}

/** A Markdown table always has a head; numeric columns are right-aligned. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const columns = (rows[0] ?? head).map((_, column) => column);
  const rule = columns.map((column) =>
    rows.every((row) => typeof row[column] === 'number') ? '---:' : '---',
  );
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    row(columns.map((column) => inlineText(head[column] ?? ''))),
    `|${rule.join('|')}|`,
    ...rows.map((cells) => row(cells.map((cell) => shortText(String(cell))))),
  ].join('\n');
}

/** Cuts long code and states its full length. */
function codeBlock(raw: string): string {
  const shown = raw.slice(0, MAX_CODE_CHARS);
  const rest = raw.length - shown.length;
  const cut = rest === 0 ? '' : `\n\n${rest} more characters are in the recording.`;
  return `${fenced(shown, 'json')}${cut}`;
}

/** A fenced code block whose fence is longer than any run of backticks in the text. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function shortText(text: string): string {
  return inlineText(shortened(text.trim(), MAX_CHARS));
}

/** Text on one line as it is. A backslash does not hide `@name` and `#12` (github/cmark-gfm#181): a comment does. */
export function inlineText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/#(?!\d)|[\\`*_{}[\]<>|~]/g, (char) => `\\${char}`)
    .replace(/#(?=\d)|@(?=\w)/g, (char) => `${char}<!-- -->`);
}

/** Text in backticks, also if it holds some itself. */
export function inlineCode(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(flat) + 1);
  return fence === '`' ? `\`${flat}\`` : `${fence} ${flat} ${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

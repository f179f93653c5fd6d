import type { MarkerSource } from './markers.ts';

const LINE_CHARS = 100;
const LINES = 1600;
/** Markers stand this far apart, as a share of the text before them, and never closer than two lines. */
const SHARE = 0.02;

const FILLER =
  'this line only makes the text long so that whoever passes it on may have to cut it somewhere, and then goes on';

/** How many characters the long text has. */
export const LONG_TEXT_CHARS = LINE_CHARS * LINES;

/**
 * A text of 1600 lines with markers at the beginning of some, the first and the last among them. Where it is cut
 * shows to two lines or two percent, whichever is more.
 */
export function longText(source: MarkerSource, tool: string): string {
  const lines: string[] = [];
  let next = 0;
  for (let line = 0; line < LINES; line += 1) {
    if (line < next && line < LINES - 1) {
      lines.push(FILLER.slice(0, LINE_CHARS - 1));
      continue;
    }
    const start = line * LINE_CHARS;
    next = line + Math.max(2, Math.floor(line * SHARE));
    lines.push(markedLine(start, (end) => source.word(tool, { part: 'long-text', end })));
  }
  return `${lines.join('\n')}\n`;
}

/** Words of nine letters begin each such line. */
const WORD_CHARS = 9;

function markedLine(start: number, wordAt: (end: number) => string): string {
  return `${wordAt(start + WORD_CHARS)} ${FILLER}`.slice(0, LINE_CHARS - 1);
}

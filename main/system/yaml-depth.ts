import { CST, Lexer } from 'yaml';
import { MAX_LEVELS } from '../../app/base/json-value.ts';

/**
 * The line, from 1, where a YAML text nests deeper than `MAX_LEVELS`; undefined if it never does. Call it before
 * parsing, since the parser recurses several times per level; this check needs no stack, and never throws.
 */
export function yamlTooDeep(text: string): number | undefined {
  // The lexer recurses over a run of indicators, so they are counted first.
  const row = longRow(text);
  if (row !== undefined) return row;
  const depth = new Depth();
  for (const token of new Lexer().lex(text)) if (depth.take(token) > MAX_LEVELS) return depth.line;
  return undefined;
}

/** The line with too long a run of indicators, tags and anchors, separated only by blanks. */
function longRow(text: string): number | undefined {
  let line = 1;
  let row = 0;
  let isStart = true;
  let isIndicator = false;
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at] ?? '\n';
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') {
      if (!isStart) row = isIndicator ? row + 1 : 0;
      if (row > MAX_LEVELS) return line;
      isStart = true;
      if (char === '\n') line += 1;
      if (char === '\n' || char === '\r') row = 0;
      continue;
    }
    if (isStart) isIndicator = '-?:!&'.includes(char);
    // A run of dashes is one word; only a tag or an anchor has more than one character.
    else if (isIndicator && '-?:'.includes(text[at - 1] ?? '')) isIndicator = false;
    isStart = false;
  }
  return undefined;
}

/** Follows the lexer's tokens: open brackets, and columns where blocks may have begun. */
class Depth {
  line = 1;
  #column = 0;
  #flow = 0;
  readonly #blocks: number[] = [];

  /** Handles the next token; returns the maximum depth there. */
  take(token: string): number {
    switch (CST.tokenType(token)) {
      case 'flow-map-start':
      case 'flow-seq-start':
        this.#flow += 1;
        break;
      case 'flow-map-end':
      case 'flow-seq-end':
        this.#flow = Math.max(0, this.#flow - 1);
        break;
      // The key, not its colon, determines the column of a mapping.
      case 'map-value-ind':
      case 'space':
      case 'newline':
      case 'comment':
      case 'byte-order-mark':
      case 'doc-mode':
        break;
      default:
        if (this.#flow === 0) this.#block();
    }
    this.#move(token);
    return this.#flow + this.#blocks.length;
  }

  #block(): void {
    while ((this.#blocks.at(-1) ?? -1) > this.#column) this.#blocks.pop();
    if (this.#blocks.at(-1) !== this.#column) this.#blocks.push(this.#column);
  }

  #move(token: string): void {
    const lastFeed = token.lastIndexOf('\n');
    if (lastFeed < 0) {
      this.#column += token.length;
      return;
    }
    for (let at = token.indexOf('\n'); at >= 0; at = token.indexOf('\n', at + 1)) this.line += 1;
    this.#column = token.length - lastFeed - 1;
  }
}

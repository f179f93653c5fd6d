import { CST, Lexer } from 'yaml';
import { MAX_LEVELS } from '../../app/base/json-value.ts';

/**
 * The line, from 1, at which a YAML text is nested more than `MAX_LEVELS` levels deep; undefined if it never
 * is. To be asked before the text is parsed, whose reader calls itself several times per level; it needs no stack however deep the text is, and never throws.
 */
export function yamlTooDeep(text: string): number | undefined {
  // The lexer takes a row of indicators by recursion, so they are counted before it.
  const row = longRow(text);
  if (row !== undefined) return row;
  const depth = new Depth();
  for (const token of new Lexer().lex(text)) if (depth.take(token) > MAX_LEVELS) return depth.line;
  return undefined;
}

/** The line of a row of more than the most indicators, tags and anchors, with nothing but blanks between them. */
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
    // A row of dashes is one word; only a tag or an anchor has more than one sign.
    else if (isIndicator && '-?:'.includes(text[at - 1] ?? '')) isIndicator = false;
    isStart = false;
  }
  return undefined;
}

/** Follows the lexer's tokens: brackets that are open, and columns at which blocks may have begun. */
class Depth {
  line = 1;
  #column = 0;
  #flow = 0;
  readonly #blocks: number[] = [];

  /** Takes the next token; gives how deep the text is there, at most. */
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
      // A key, not its colon, says where a mapping stands.
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

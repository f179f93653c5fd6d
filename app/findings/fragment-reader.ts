const MAX_LINES = 2000;

type Scan = { depth: number; inString: boolean; escaped: boolean };

/**
 * Follows a JSON message that was written over several lines, so that its parts are not taken for noise.
 * It only counts brackets: what the parts say is not read.
 */
export class FragmentReader {
  #scan: Scan | undefined;
  #lines = 0;

  /** Says what a line that is no JSON is to the lines around it. */
  shapeOf(line: string): 'noise' | 'begins-message' | 'part' | 'several-messages' {
    // JSON allows no line feed within a string: what was begun there was cut, not continued.
    if (this.#scan?.inString) this.#scan = undefined;
    if (this.#scan !== undefined) return this.#goesOn(this.#scan, line);
    // A message begins with an object; "[info] …" and "{x}" are what logs look like.
    if (!/^\uFEFF?\s*\{\s*("|$)/.test(line)) return 'noise';
    const scan = { depth: 0, inString: false, escaped: false };
    const end = scanned(line, scan);
    if (end >= 0) return /^\s*\{\s*"/.test(line.slice(end, end + 50)) ? 'several-messages' : 'noise';
    this.#scan = scan;
    this.#lines = 0;
    return 'begins-message';
  }

  /** A line that is a message ends whatever was begun. */
  reset(): void {
    this.#scan = undefined;
  }

  #goesOn(scan: Scan, line: string): 'part' {
    this.#lines += 1;
    if (scanned(line, scan) >= 0 || this.#lines > MAX_LINES) this.#scan = undefined;
    return 'part';
  }
}

/** Advances over the line; gives the index after the bracket that closes the value, or -1. */
function scanned(line: string, scan: Scan): number {
  for (let index = 0; index < line.length; index += 1) {
    const unit = line.charCodeAt(index);
    if (scan.inString) {
      if (scan.escaped) scan.escaped = false;
      else if (unit === 0x5c) scan.escaped = true;
      else if (unit === 0x22) scan.inString = false;
      continue;
    }
    if (unit === 0x22) scan.inString = true;
    else if (unit === 0x7b || unit === 0x5b) scan.depth += 1;
    else if (unit === 0x7d || unit === 0x5d) {
      scan.depth -= 1;
      if (scan.depth <= 0) return index + 1;
    }
  }
  return -1;
}

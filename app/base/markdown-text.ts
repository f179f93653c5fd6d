const SHOWN_CHARS = 4000;

/** Text that a Markdown reader shows as it is, on one line. */
export function inlineText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, (char) => `\\${char}`);
}

/** Text in backticks, also if it holds some itself. */
export function inlineCode(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(flat) + 1);
  return fence === '`' ? `\`${flat}\`` : `${fence} ${flat} ${fence}`;
}

/** A block of JSON as it was on the wire; what is too long is cut, with its length named. */
export function jsonBlock(raw: string): string {
  const shown = raw.length > SHOWN_CHARS ? raw.slice(0, SHOWN_CHARS) : raw;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const rest = raw.length - shown.length;
  const cut = rest === 0 ? '' : `\n${rest} more characters are in the recording.\n`;
  return `${fence}json\n${shown}\n${fence}\n${cut}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

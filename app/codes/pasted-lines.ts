import { parseJson } from '../base/json-value.ts';
import { stripAnsi } from '../frame/stderr-text.ts';

/** A longer line is cut: what a sentence says stands at its beginning. */
const MAX_LINE_CHARS = 600;
const MAX_STRINGS = 500;
const MAX_LEVELS = 8;

/** A time, a level, a name in brackets, as logs put them in front of a sentence. */
const PREFIX =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?|\[(?:trace|debug|info|warn|warning|error|fatal)\]|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b:?)\s*/i;
/** The frames of a stack, and what has no word in it. */
const FRAME = /^\s*(?:at (?:\S+ )?\(?\S+:\d+|File ".*", line \d+|[│╭╰|>]*\s*$)|^\P{L}*$/u;

/**
 * The sentences of a text that was pasted from a log or a dialog, each once, in their order: without times, levels,
 * colours and stack frames, and taken out of the JSON that a log wraps them in.
 */
export function pastedLines(text: string): readonly string[] {
  const whole = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  const lines = whole === undefined ? text.split('\n').flatMap(unwrapped) : saidIn(whole);
  const clean = lines.map(cleaned).filter((line) => line !== '' && !FRAME.test(line));
  return [...new Set(clean)];
}

/** A line of a log; one that is JSON gives the texts in it. */
function unwrapped(line: string): readonly string[] {
  const start = line.indexOf('{');
  if (start < 0 || !line.trimEnd().endsWith('}')) return [line];
  const value = parseJson(line.slice(start));
  if (value === undefined) return [line];
  const before = line.slice(0, start).trim();
  return [...(before === '' ? [] : [before]), ...saidIn(value)];
}

/** What a JSON value says: its whole as one line, since codes and reasons stand in members, and each of its texts. */
function saidIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const walk = (part: unknown, level: number): void => {
    if (texts.length >= MAX_STRINGS || level > MAX_LEVELS) return;
    if (typeof part === 'string') texts.push(...part.split('\n', MAX_STRINGS));
    else if (typeof part === 'object' && part !== null)
      for (const inner of Object.values(part)) walk(inner, level + 1);
  };
  walk(value, 0);
  const compact = typeof value === 'object' ? JSON.stringify(value) : '';
  return [...texts, ...(/"code":|"error":/.test(compact) ? [compact] : [])];
}

function cleaned(line: string): string {
  // Long before colours and times are looked for.
  let text = stripAnsi(line.slice(0, 2 * MAX_LINE_CHARS)).replaceAll(/\p{Cc}+/gu, ' ');
  for (let prefix = PREFIX.exec(text); prefix !== null; prefix = PREFIX.exec(text)) {
    text = text.slice(prefix[0].length);
  }
  return text.trim().slice(0, MAX_LINE_CHARS);
}

import { isJsonObject, parseJson } from '../base/json-value.ts';
import { stripAnsi } from './stderr-text.ts';

/** A line of a trace as its runtime would print it alone, and the index of the line that it was made from. */
export type TraceLine = { readonly text: string; readonly at: number };

/**
 * The lines as runtimes print traces: without colors, the boxes of Python's Rich, the bars of exception groups, and
 * taken out of the JSON of structured logs.
 */
export function traceLines(lines: readonly string[]): TraceLine[] {
  const plain = lines.map((line, at) => ({ text: stripAnsi(line).trimEnd(), at }));
  const found: TraceLine[] = [];
  for (let at = 0; at < plain.length; ) {
    const line = plain[at];
    if (line === undefined) break;
    if (BOX.test(line.text)) at = addBoxes(plain, at, found);
    else {
      found.push(...spread(line));
      at += 1;
    }
  }
  return found;
}

/** An exception group: "  | ValueError: x", and "  +-+---------------- 1 ----------------" between its members. */
const BAR = /^ *[|+](?=[ +-]|$)(?:-\+)?(?:(-+ \d+ -+)| )?/;

/** Frames of the JVM in a log that has one line for all. */
const JVM_INLINE = /[;,]? (?=at [\w.$/@<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\))(?<=\S.*)/;

function spread({ text, at }: TraceLine): TraceLine[] {
  if (text.startsWith('{') && text.includes('\\n')) return textsIn(parseJson(text), at);
  if (JVM_INLINE.test(text)) return text.split(JVM_INLINE).map((part) => ({ text: part, at }));
  const bar = /^ +[|+][ +-]/.test(text) ? BAR.exec(text) : null;
  return [{ text: bar === null ? text : (bar[1] ?? text.slice(bar[0].length)), at }];
}

const MAX_DEPTH = 4;

/** The lines of all texts in a value that have several. */
function textsIn(value: unknown, at: number, depth = 0): TraceLine[] {
  if (typeof value === 'string')
    return value.includes('\n') ? value.split('\n').map((text) => ({ text: text.trimEnd(), at })) : [];
  if (!isJsonObject(value) || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((member) => textsIn(member, at, depth + 1));
}

const BOX = /^(\s*)╭─.*Traceback/;
const BOXED_PLACE = /^(.+):(\d+) in (.+)$/;

/** Reads what Rich draws from the box at `from` on, and gives the index of the first line after it. */
function addBoxes(plain: readonly TraceLine[], from: number, found: TraceLine[]): number {
  const indent = BOX.exec(plain[from]?.text ?? '')?.[1]?.length ?? 0;
  let at = from;
  for (let line = plain[at]; line !== undefined; line = plain[at]) {
    if (BOX.test(line.text)) at = addBox(plain, at, found);
    else if (line.text === '') {
      found.push({ text: '', at });
      at += 1;
    } else {
      const end = paragraphEnd(plain, at, indent);
      if (end === at) return at;
      const text = plain.slice(at, end).map((one) => one.text.trim());
      found.push({ text: text.join(' '), at });
      at = end;
      // Without an indent nothing shows what else is of the trace.
      if (indent === 0 && !/^(?:The\sabove|During handling)/.test(text[0] ?? '')) return at;
    }
  }
  return at;
}

/** The index after the lines that Rich made of one, since its column is narrow. */
function paragraphEnd(plain: readonly TraceLine[], from: number, indent: number): number {
  if (indent === 0) return from + 1;
  let end = from;
  for (let text = plain[end]?.text; text !== undefined; text = plain[end]?.text) {
    if (text === '' || BOX.test(text) || text.slice(0, indent).trim() !== '') break;
    end += 1;
  }
  return end;
}

/** Writes one box as Python does. */
function addBox(plain: readonly TraceLine[], from: number, found: TraceLine[]): number {
  found.push({ text: 'Traceback (most recent call last):', at: from });
  let place = '';
  let placeAt = from;
  for (let at = from + 1; at < plain.length; at += 1) {
    const text = (plain[at]?.text ?? '').trim();
    if (!text.startsWith('│')) return text.startsWith('╰') ? at + 1 : at;
    const content = text.replace(/^│ ?/, '').replace(/ ?│$/, '');
    if (/^[^\s❱│╭╰]/.test(content)) {
      if (place === '') placeAt = at;
      // A full line goes on without a space.
      place += /\s$/.test(content) ? `${content.trimEnd()} ` : content;
      continue;
    }
    const [, file, line, fn] = BOXED_PLACE.exec(place.trim()) ?? [];
    if (file !== undefined) found.push({ text: `  File "${file}", line ${line}, in ${fn}`, at: placeAt });
    place = '';
    const source = /^❱ *\d+ (.*)$/.exec(content)?.[1];
    if (source !== undefined) found.push({ text: `    ${source.replace(/^[│\s]+/, '').trimEnd()}`, at });
  }
  return plain.length;
}

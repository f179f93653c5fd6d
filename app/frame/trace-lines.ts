import { isJsonObject, parseJson } from '../base/json-value.ts';
import { stripAnsi } from './stderr-text.ts';

/** A trace line as its runtime would print it by itself, and the index of its original line. */
export type TraceLine = { readonly text: string; readonly at: number };

/**
 * The lines as runtimes print traces: without colors, the boxes of Python's Rich and the bars of exception groups, and
 * extracted from structured JSON logs.
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

/** An exception group: "  | ValueError: x", with "  +-+---------------- 1 ----------------" between members. */
const BAR = /^ *[|+](?=[ +-]|$)(?:-\+)?(?:(-+ \d+ -+)| )?/;

/** JVM frames in a log that prints a trace on one line. */
const JVM_INLINE = /[;,]? (?=at [\w.$/@<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\))(?<=\S.*)/;

function spread({ text, at }: TraceLine): TraceLine[] {
  if (text.startsWith('{') && text.includes('\\n')) return textsIn(parseJson(text), at);
  if (JVM_INLINE.test(text)) return text.split(JVM_INLINE).map((part) => ({ text: part, at }));
  const bar = /^ +[|+][ +-]/.test(text) ? BAR.exec(text) : null;
  return [{ text: bar === null ? text : (bar[1] ?? text.slice(bar[0].length)), at }];
}

const MAX_DEPTH = 4;

/** The lines of all multi-line texts in a value. */
function textsIn(value: unknown, at: number, depth = 0): TraceLine[] {
  if (typeof value === 'string')
    return value.includes('\n') ? value.split('\n').map((text) => ({ text: text.trimEnd(), at })) : [];
  if (!isJsonObject(value) || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((member) => textsIn(member, at, depth + 1));
}

const BOX = /^(\s*)╭─.*Traceback/;
const BOXED_PLACE = /^(.+):(\d+) in (.+)$/;

/** Reads Rich's output from the box at `from` on; returns the index of the first line after it. */
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
      // Without indentation, nothing shows what else belongs to the trace.
      if (indent === 0 && !/^(?:The\sabove|During handling)/.test(text[0] ?? '')) return at;
    }
  }
  return at;
}

/** The index after the lines into which Rich's narrow column wrapped a single one. */
function paragraphEnd(plain: readonly TraceLine[], from: number, indent: number): number {
  if (indent === 0) return from + 1;
  let end = from;
  for (let text = plain[end]?.text; text !== undefined; text = plain[end]?.text) {
    if (text === '' || BOX.test(text) || text.slice(0, indent).trim() !== '') break;
    end += 1;
  }
  return end;
}

/** Rewrites one box in Python's own format. */
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
      // A full line continues without a space.
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

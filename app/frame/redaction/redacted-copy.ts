import type { KnownRecord } from '../record.ts';
import { isJson } from './json-spans.ts';
import { Redactor } from './redactor.ts';

/** A text without its secrets, and how many different ones were replaced in it. */
type RedactedCopy = { readonly text: string; readonly secrets: number };

/**
 * Any text as an export would write it. Lines that are JSON are read as JSON, and a private key is followed from line
 * to line. `known` are texts that only teach secrets, such as the raw frames that a report is made of.
 */
export function redactedCopy(text: string, known: readonly string[] = []): RedactedCopy {
  const pieces = piecesOf(text);
  const redactor = new Redactor();
  for (const one of known) redactor.learn(lineRecord(one));
  for (const piece of pieces) redactor.learn(lineRecord(piece));
  const copy = pieces.map((piece) => textIn(redactor.redact(lineRecord(piece)))).join('');
  const before = placeholdersIn(text);
  const added = [...placeholdersIn(copy)].filter((placeholder) => !before.has(placeholder));
  return { text: copy, secrets: added.length };
}

/** The text whole, or in lines if some of them end in JSON: what stands before the JSON, and the JSON. */
function piecesOf(text: string): readonly string[] {
  if (isJson(text)) return [text];
  const lines = text.split(/(?<=\n)/);
  const pieces = lines.map(lineParts);
  return pieces.some((parts) => isJson(parts.at(-1) ?? '')) ? pieces.flat() : [text];
}

/** A line in two if its end is JSON, as in a log: `10:41:02.114  → {"id":1}`. */
function lineParts(line: string): readonly string[] {
  const start = line.search(/[[{]/);
  return start > 0 && isJson(line.slice(start)) ? [line.slice(0, start), line.slice(start)] : [line];
}

/** A record of a kind in which keys are followed from line to line. */
function lineRecord(text: string): KnownRecord {
  return { type: 'stderr', session: '', seq: 0, at: 0, text };
}

function textIn(record: KnownRecord): string {
  return record.type === 'stderr' ? record.text : '';
}

function placeholdersIn(text: string): Set<string> {
  return new Set(text.match(/<redacted:\d+>/g));
}

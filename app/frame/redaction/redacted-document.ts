import { parseJson } from '../../base/json-value.ts';
import type { KnownRecord } from '../record.ts';
import { isJson } from './json-spans.ts';
import { Redactor } from './redactor.ts';

/** Members that hold a word of Tierscope's own, or the place of a file; other texts may be of a recording. */
const STRUCTURE = new Set([
  ...['tool', 'path', 'recording', 'format', 'startedAt', 'session', 'tier', 'outcome', 'state', 'status'],
  ...['grade', 'retry', 'acts', 'group', 'rule', 'severity', 'certainty', 'side', 'family', 'binding'],
  ...['failed', 'host', 'source', 'asOf'],
]);

/** A document without the secrets that `redactor` has learned. Only texts change; `data` is a part of a frame. */
export function redactedDocument<Document>(document: Document, redactor: Redactor): Document {
  return redacted(document, '', redactor) as Document;
}

/** The same value if nothing in it is a secret: a report may have a million texts. */
function redacted(value: unknown, name: string, redactor: Redactor): unknown {
  if (typeof value === 'string') return STRUCTURE.has(name) ? value : redactor.redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'data') {
    const text = JSON.stringify(value);
    const clean = redactor.redactText(text);
    return clean === text ? value : parseJson(clean);
  }
  let changed: Record<string, unknown> | undefined;
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const clean = redacted(members[key], Array.isArray(value) ? name : key, redactor);
    if (clean === members[key]) continue;
    changed ??= { ...members };
    changed[key] = clean;
  }
  if (changed === undefined) return value;
  return Array.isArray(value) ? Object.values(changed) : changed;
}

type RedactedCopy = { readonly text: string; readonly secrets: number };

/** Any text as an export would write it, JSON lines as JSON. `known` are texts that only teach secrets. */
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

import { parseJson } from '../../base/json-value.ts';
import type { KnownRecord } from '../record.ts';
import { isJson } from './json-spans.ts';
import { Redactor } from './redactor.ts';

/** Members that hold fixed words or file paths; other texts may come from a recording. */
const STRUCTURE = new Set([
  ...['tool', 'path', 'recording', 'format', 'startedAt', 'session', 'tier', 'outcome', 'state', 'status'],
  ...['grade', 'retry', 'acts', 'group', 'rule', 'severity', 'certainty', 'side', 'family', 'binding'],
  ...['failed', 'host', 'source', 'asOf'],
]);

/** Removes secrets that `redactor` has learned from a document. Only texts change; `data` is a part of a frame. */
export function redactedDocument<Document>(document: Document, redactor: Redactor): Document {
  return redacted(document, '', redactor) as Document;
}

/** Returns the same value if it contains no secret: a report may have a million texts. */
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

/** Redacts any text as an export would, JSON lines as JSON. `known` texts are only learned from. */
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

/** The whole text, or its lines if some end in JSON, split into the prefix and the JSON. */
function piecesOf(text: string): readonly string[] {
  if (isJson(text)) return [text];
  const lines = text.split(/(?<=\n)/);
  const pieces = lines.map(lineParts);
  return pieces.some((parts) => isJson(parts.at(-1) ?? '')) ? pieces.flat() : [text];
}

/** Splits a line that ends in JSON, as in a log: `10:41:02.114  → {"id":1}`. */
function lineParts(line: string): readonly string[] {
  const start = line.search(/[[{]/);
  return start > 0 && isJson(line.slice(start)) ? [line.slice(0, start), line.slice(start)] : [line];
}

/** A record of a type whose private keys are tracked across lines. */
function lineRecord(text: string): KnownRecord {
  return { type: 'stderr', session: '', seq: 0, at: 0, text };
}

function textIn(record: KnownRecord): string {
  return record.type === 'stderr' ? record.text : '';
}

function placeholdersIn(text: string): Set<string> {
  return new Set(text.match(/<redacted:\d+>/g));
}

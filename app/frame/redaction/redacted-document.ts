import { parseJson } from '../../base/json-value.ts';
import type { Redactor } from './redactor.ts';

/**
 * Members that hold a word of Tierscope's own, or the place of a file that a person, an editor or GitHub opens; every
 * other text may come from a recording.
 */
const STRUCTURE = new Set([
  ...['tool', 'path', 'recording', 'format', 'startedAt', 'session', 'tier', 'outcome', 'state', 'status'],
  ...['grade', 'retry', 'acts', 'group', 'rule', 'severity', 'certainty', 'side', 'family', 'binding'],
  ...['failed', 'host', 'source', 'asOf'],
]);

/**
 * A document that was made of records without their secrets, which `redactor` has learnt from all of the records. Only
 * texts change; `data` is a part of a frame, in which names say what is secret.
 */
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

import { isJsonObject } from '../base/json-value.ts';
import { MAX_DEPTH, noteUnread, spend, spendTrials, type Walk } from './schema-walk.ts';

const OF_LONG_TEXT = 'a constant or an item was not compared: it is too large';

/** True if two values of JSON are equal; undefined, with a note in `unread`, if they are too large to compare. */
export function areEqual(walk: Walk, left: unknown, right: unknown): boolean | undefined {
  const scalar = typeof left !== 'object' || left === null || typeof right !== 'object' || right === null;
  if (scalar) spendTrials(walk, 1 / 32);
  if (scalar)
    return spend(walk, 1 + (typeof left === 'string' ? left.length : 0)) ? left === right : undefined;
  const one = canonicalText(walk, left);
  const other = one === undefined ? undefined : canonicalText(walk, right);
  return other === undefined ? undefined : one === other;
}

/** One text for all ways to write the same JSON value; undefined, with a note in `unread`, beyond the bounds. */
export function canonicalText(walk: Walk, value: unknown): string | undefined {
  const parts: string[] = [];
  if (writeCanonical(walk, value, parts, 0)) return parts.join('');
  noteUnread(walk, OF_LONG_TEXT);
  return undefined;
}

function writeCanonical(walk: Walk, value: unknown, parts: string[], depth: number): boolean {
  spendTrials(walk, 1 / 4);
  if (depth > MAX_DEPTH || !spend(walk, 8)) return false;
  if (Array.isArray(value)) {
    parts.push('[');
    for (const item of value) {
      if (!writeCanonical(walk, item, parts, depth + 1)) return false;
      parts.push(',');
    }
    parts.push(']');
  } else if (isJsonObject(value)) {
    parts.push('{');
    for (const key of Object.keys(value).sort()) {
      parts.push(JSON.stringify(key), ':');
      if (!writeCanonical(walk, value[key], parts, depth + 1)) return false;
      parts.push(',');
    }
    parts.push('}');
  } else {
    if (typeof value === 'string' && !spend(walk, value.length)) return false;
    // -0 and 0 are one number of JSON.
    parts.push(JSON.stringify(value) ?? 'null');
  }
  return true;
}

/** The beginning of a value as JSON, at most `most` characters and an ellipsis; it reads no more than that. */
export function briefJson(value: unknown, most: number): string {
  const text = startOf(value, most + 1);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function startOf(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room) : value);
  if (Array.isArray(value))
    return `[${joined(value.keys(), room, (index) => startOf(value[index], room - 1))}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'nothing';
  const names = Object.keys(value);
  return `{${joined(names, room, (name) => `${startOf(name, room)}:${startOf(value[name], room - 1)}`)}}`;
}

function joined<T>(steps: Iterable<T>, room: number, textOf: (step: T) => string): string {
  let text = '';
  for (const step of steps) {
    if (text.length >= room) break;
    text += `${text === '' ? '' : ','}${textOf(step)}`;
  }
  return text;
}

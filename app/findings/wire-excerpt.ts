import { isJsonObject } from '../base/json-value.ts';
import type { ErrorAnswer, ResultAnswer, ToolAnswer } from './message.ts';

const TEXT = 160;
const ITEMS = 3;
const MEMBERS = 10;
const DEPTH = 5;
const TOTAL = 900;

/** A value as wire text, with long texts, lists and deep parts cut at an ellipsis. */
export function wireExcerpt(value: unknown): string {
  const text = written(value, DEPTH);
  return text.length > TOTAL ? `${text.slice(0, TOTAL)}…` : text;
}

/** The start of a line as it stood on the wire. */
export function lineExcerpt(line: string): string {
  return line.length > TEXT * 2 ? `${line.slice(0, TEXT * 2)}…` : line;
}

/** The `error` member of an answer. */
export function errorExcerpt(answer: ErrorAnswer): string {
  const { code, message, data } = answer.error;
  const error = { ...(code === undefined ? {} : { code }), message, ...(data === undefined ? {} : { data }) };
  return wireExcerpt({ error });
}

/** The `error` member of an answer with some members replaced. */
export function errorWith(
  answer: ErrorAnswer,
  change: { code?: number; message?: string; data?: unknown },
): string {
  const { code, message, data } = { ...answer.error, ...change };
  const error = { ...(code === undefined ? {} : { code }), message, ...(data === undefined ? {} : { data }) };
  return wireExcerpt({ error });
}

/** The `result` member of an answer. */
export function resultExcerpt(answer: ResultAnswer | ToolAnswer): string {
  return wireExcerpt({ result: answer.result });
}

/** The `result` member with some members replaced; undefined removes one. */
export function resultWith(answer: ResultAnswer, change: { readonly [key: string]: unknown }): string {
  return wireExcerpt({ result: { ...answer.result, ...change } });
}

/** A tool error with this text, as the wire would have it. */
export function toolErrorText(text: string): string {
  return wireExcerpt({ result: { content: [{ type: 'text', text }], isError: true } });
}

function written(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > TEXT ? `${value.slice(0, TEXT)}…` : value);
  if (Array.isArray(value)) return depth === 0 ? '[…]' : listed(value, depth);
  if (isJsonObject(value)) return depth === 0 ? '{…}' : membered(value, depth);
  return JSON.stringify(value) ?? 'null';
}

function listed(list: readonly unknown[], depth: number): string {
  const parts = list.slice(0, ITEMS).map((item) => written(item, depth - 1));
  if (list.length > ITEMS) parts.push('…');
  return `[${parts.join(',')}]`;
}

function membered(value: { readonly [key: string]: unknown }, depth: number): string {
  const parts: string[] = [];
  for (const key in value) {
    if (value[key] === undefined) continue;
    if (parts.length === MEMBERS) {
      parts.push('…');
      break;
    }
    const name = key.length > TEXT ? `${key.slice(0, TEXT)}…` : key;
    parts.push(`${JSON.stringify(name)}:${written(value[key], depth - 1)}`);
  }
  return `{${parts.join(',')}}`;
}

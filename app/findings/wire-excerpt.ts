import { isJsonObject, needsEscape } from '../base/json-value.ts';
import { cutText } from '../base/wrapped-text.ts';
import type { Answer, WireError } from '../wire/envelope.ts';

const TEXT = 160;
const ITEMS = 3;
const MEMBERS = 10;
const DEPTH = 5;
const TOTAL = 900;

/** A value as wire text, with long texts, lists and deep parts cut by an ellipsis. */
export function wireExcerpt(value: unknown): string {
  return cutText(written(value, DEPTH), TOTAL);
}

export function lineExcerpt(line: string): string {
  return line.length > TEXT * 2 ? `${line.slice(0, TEXT * 2)}…` : line;
}

export function answerLine(answer: Answer, id: string): string {
  const member =
    answer.kind === 'result'
      ? answer.result === undefined
        ? ''
        : `,"result":${written(answer.result, DEPTH - 1)}`
      : `,"error":${errorMember(answer.error.code, written(answer.error.message, DEPTH - 2), answer.error.data)}`;
  return cutText(`{"jsonrpc":"2.0","id":${id.slice(0, TEXT)}${member}}`, TOTAL);
}

export function requestLine(request: { method: string; params: unknown }, id: string): string {
  const { method, params } = request;
  const more = params === undefined ? '' : `,"params":${written(params, DEPTH - 1)}`;
  return cutText(`{"jsonrpc":"2.0","id":${id.slice(0, TEXT)},"method":${quoted(method)}${more}}`, TOTAL);
}

export function errorExcerptOf({ code, message, data }: WireError): string {
  return cutText(`{"error":${errorMember(code, quoted(message), data)}}`, TOTAL);
}

export function resultExcerptOf(result: unknown): string {
  return cutText(`{"result":${written(result, DEPTH - 1)}}`, TOTAL);
}

/** `message` is already quoted; undefined members are omitted. */
function errorMember(code: unknown, message: string, data: unknown): string {
  const coded = code === undefined ? '' : `"code":${written(code, DEPTH - 2)},`;
  const more = data === undefined ? '' : `,"data":${written(data, DEPTH - 2)}`;
  return `{${coded}"message":${message}${more}}`;
}

function written(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value);
  // Same as JSON.stringify for a safe integer, but faster; most numbers here are codes.
  if (Number.isSafeInteger(value) && value !== 0) return String(value);
  if (Array.isArray(value)) return depth === 0 ? '[…]' : listed(value, depth);
  if (isJsonObject(value)) return depth === 0 ? '{…}' : membered(value, depth);
  return JSON.stringify(value) ?? 'null';
}

function quoted(text: string): string {
  const shown = cutText(text, TEXT);
  // Most texts have nothing to escape, and this test is faster than JSON.stringify.
  return needsEscape(shown) ? JSON.stringify(shown) : `"${shown}"`;
}

function listed(list: readonly unknown[], depth: number): string {
  let text = '';
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) text += ',';
    if (index === ITEMS) return `[${text}…]`;
    text += written(list[index], depth - 1);
  }
  return `[${text}]`;
}

function membered(value: { readonly [key: string]: unknown }, depth: number): string {
  let text = '';
  let count = 0;
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    if (count > 0) text += ',';
    if (count === MEMBERS) return `{${text}…}`;
    text += `${quoted(key)}:${written(member, depth - 1)}`;
    count += 1;
  }
  return `{${text}}`;
}

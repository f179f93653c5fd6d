import { isJsonObject, jsonText, stringAt } from '../base/json-value.ts';
import { count } from '../base/schema/schema-walk.ts';
import { ELICITATION_CREATE } from '../protocol/methods.ts';
import { stripAnsi } from './stderr-text.ts';
import { taskEnd, taskText } from './task-end.ts';

const PREVIEW_CHARS = 240;
/** Characters scanned; escapes and white space take room but are not shown. */
const SCANNED_CHARS = 2 * PREVIEW_CHARS;

/** The start of a text on one line, for a row of the log. */
export function preview(text: string): string {
  if (text.length <= PREVIEW_CHARS && isPlainLine(text)) return text;
  const head = stripAnsi(text.slice(0, SCANNED_CHARS))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (head.length <= PREVIEW_CHARS && text.length <= SCANNED_CHARS) return head;
  return cut(head, PREVIEW_CHARS);
}

const MAX_INDENT = 40;
const SPACE = 32;

/** The indentation of a line, which a preview drops although a stack trace needs it. */
export function indentOf(text: string): string {
  if (text.charCodeAt(0) > SPACE) return '';
  const indent = /^[ \t]+(?=\S)/.exec(stripAnsi(text.slice(0, SCANNED_CHARS)))?.[0] ?? '';
  return indent.replaceAll('\t', '    ').slice(0, MAX_INDENT);
}

function cut(text: string, most: number): string {
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** True for printable ASCII with single spaces, which is most text: nothing needs collapsing. */
function isPlainLine(text: string): boolean {
  let before = 32;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 32 || unit > 126 || (unit === 32 && before === 32)) return false;
    before = unit;
  }
  return text === '' || before !== 32;
}

/** A result in a few words: list items, required input (2026-07-28), a user's action, or its first text. */
export function resultPreview(method: string, result: unknown): string {
  if (!isJsonObject(result)) return '';
  if (result.resultType === 'input_required') return requiredInput(result.inputRequests);
  if (method === ELICITATION_CREATE) return preview(stringAt(result, 'action') ?? '');
  for (const [member, one] of LISTS) {
    const list = result[member];
    if (Array.isArray(list) && method.includes('/')) return count(list.length, one);
  }
  const task = taskText(method, result);
  const end = taskEnd(method, result);
  const taskResult = end?.kind === 'result' ? firstText(end.result) : undefined;
  if (task !== '') return preview(taskResult === undefined ? task : `${task}: ${taskResult}`);
  // A sampling result has a single block instead of a list.
  const text = firstText(result) ?? stringAt(result.content, 'text');
  if (text !== undefined) return preview(text);
  return serverName(result);
}

const MAX_ARGUMENTS = 80;

/** A request's arguments in short, such as `id: 42, text: "Paris"`; empty if it has none. */
export function argumentsPreview(method: string, params: unknown): string {
  const own = CALLS.has(method) && isJsonObject(params) ? params.arguments : undefined;
  if (!isJsonObject(own)) return '';
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(own)) {
    // Reads no more of a large value than is shown.
    const shown =
      typeof value === 'string'
        ? JSON.stringify(value.slice(0, MAX_ARGUMENTS))
        : Array.isArray(value)
          ? count(value.length, 'item')
          : isJsonObject(value)
            ? '{…}'
            : jsonText(value);
    parts.push(`${name}: ${shown}`);
    length += name.length + shown.length;
    if (length > MAX_ARGUMENTS) break;
  }
  const text = preview(parts.join(', '));
  return text.length > MAX_ARGUMENTS ? cut(text, MAX_ARGUMENTS) : text;
}

export function notificationPreview(method: string, params: unknown): string {
  if (!isJsonObject(params)) return '';
  if (method === 'notifications/message') {
    const level = stringAt(params, 'level') ?? '';
    const data = typeof params.data === 'string' ? params.data : jsonText(params.data);
    return preview(`${level} ${data.slice(0, PREVIEW_CHARS)}`);
  }
  if (method === 'notifications/progress') {
    const total = typeof params.total === 'number' ? ` of ${params.total}` : '';
    return preview(`${jsonText(params.progress)}${total} ${stringAt(params, 'message') ?? ''}`);
  }
  return preview(stringAt(params, 'reason') ?? taskText(method, params));
}

/** The first text block of a tool result, or undefined. */
export function firstText(result: unknown): string | undefined {
  if (!isJsonObject(result) || !Array.isArray(result.content)) return undefined;
  for (const block of result.content) {
    const text = stringAt(block, 'text');
    if (text !== undefined) return text;
  }
  return undefined;
}

function requiredInput(requests: unknown): string {
  const keys = isJsonObject(requests) ? Object.keys(requests) : [];
  return preview(keys.length === 0 ? 'needs to be called again' : `needs input: ${keys.join(', ')}`);
}

/** Requests whose target is identified together with its arguments. */
const CALLS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get']);

const LISTS = [
  ['tools', 'tool'],
  ['resources', 'resource'],
  ['resourceTemplates', 'template'],
  ['prompts', 'prompt'],
  ['roots', 'root'],
] as const;

function serverName(result: { readonly [key: string]: unknown }): string {
  const name = stringAt(result.serverInfo, 'name');
  if (name === undefined) return '';
  return preview(
    `${name} ${stringAt(result.serverInfo, 'version') ?? ''} ${stringAt(result, 'protocolVersion') ?? ''}`,
  );
}

import { isJsonObject, type JsonObject } from '../../../base/json-value.ts';
import type { SentKind } from '../host-table.ts';
import type { SentAnswer } from '../sent-answer.ts';

/** The answer to a tool call, from a frame's `result` or `error`. */
export function answerOf(tool: string, { result, error }: JsonObject): SentAnswer {
  const of = { method: 'tools/call', target: tool };
  if (isJsonObject(error)) {
    const { code, message, data } = error;
    return { kind: 'protocol-error', ...of, codeText: `${code}`, message: `${message}`, data };
  }
  if (!isJsonObject(result)) throw new Error('a case needs a result or an error');
  return { kind: result.isError === true ? 'tool-error' : 'success', ...of, result };
}

/** An answer that a table row applies to: it has what the row requires, and little else. */
export function answerFor(when: SentKind): SentAnswer {
  const of = { method: when.method, target: 'search' };
  if (when.answer === 'protocol-error') {
    const data = when.data === false ? undefined : { name: 'query' };
    return { kind: 'protocol-error', ...of, codeText: '-32602', message: 'Unknown name', data };
  }
  const result = {
    content: blocksFor(when),
    ...(when.structuredContent === true ? { structuredContent: { reason: 'gone' } } : {}),
    ...(when.answer === 'tool-error' ? { isError: true } : {}),
  };
  return { kind: when.answer, ...of, result };
}

const TEXT = { type: 'text', text: 'It is gone.' };
const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const LINK = { type: 'resource_link', uri: 'file:///a', name: 'a' };

function blocksFor({ text, media, resources, blocks }: SentKind): JsonObject[] {
  if (blocks === 'none') return [];
  const asked = [
    ...(media === true ? [IMAGE] : []),
    ...(resources === true ? [LINK] : []),
    ...(text === true ? [TEXT] : []),
  ];
  const [some] = [...asked, ...(text === false ? [] : [TEXT])];
  if (some === undefined) return blocks === undefined ? [] : [{ type: 'odd' }];
  if (blocks === 'several') return asked.length > 1 ? asked : [some, some];
  return asked.length > 0 ? asked : [some];
}

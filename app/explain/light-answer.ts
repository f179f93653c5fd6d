import { isJsonObject, type JsonObject, jsonText, stringAt } from '../base/json-value.ts';
import { shortened } from '../base/wrapped-text.ts';
import { firstText } from '../frame/preview.ts';
import type { WireError } from '../wire/envelope.ts';

export const MAX_MESSAGE = 4000;
/** Up to this many characters, data and other members of an answer are kept whole. */
export const MAX_DATA = 100_000;

export function taskError(error: JsonObject): WireError {
  const { code, data } = error;
  return {
    code,
    codeText: code === undefined ? '' : jsonText(code),
    message: stringAt(error, 'message') ?? '',
    data,
  };
}

/** Drops an error's data if it has more than `most` characters. */
export function lightError(error: WireError, most: number): WireError {
  const { data, message } = error;
  const light = data === undefined || jsonText(data).length <= most;
  return {
    ...error,
    message: shortened(message, MAX_MESSAGE),
    data: light ? data : `${jsonText(data).slice(0, MAX_MESSAGE)}… (cut)`,
  };
}

/** The members of a tool error that explain it, without images and parts longer than `most`. */
export function lightResult(result: unknown, most: number): JsonObject | undefined {
  if (!isJsonObject(result)) return undefined;
  const light: { [name: string]: unknown } = {
    isError: result.isError,
    content: [{ type: 'text', text: firstText(result)?.slice(0, MAX_MESSAGE) ?? '' }],
  };
  for (const name of ['structuredContent', 'data', '_meta', 'message', 'error']) {
    const value = result[name];
    if (value !== undefined && jsonText(value).length <= most) light[name] = value;
  }
  return light;
}

/** All text blocks of a result, separated by line feeds. */
export function allText(result: unknown): string {
  const content = isJsonObject(result) && Array.isArray(result.content) ? result.content : [];
  return content.flatMap((block) => stringAt(block, 'text') ?? []).join('\n');
}

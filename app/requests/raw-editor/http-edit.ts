import { z } from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { HeaderPairs } from '../../frame/http-record.ts';

/** An HTTP token (RFC 9110 §5.6.2): a method or a header name. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_VALUE = 8192;

export const httpMethodSchema = z.string().regex(TOKEN).max(20);

/** What an HTTP request has in place of what Tierscope would send by itself. */
export const httpEditSchema = z.strictObject({
  /** POST, if none is named. */
  method: httpMethodSchema.optional(),
  /** What stands behind the path of the address. */
  suffix: z
    .string()
    .regex(/^[\w./-]*$/)
    .max(200)
    .optional(),
  /** Headers by name, in place of those of the same name; null leaves one out. */
  headers: z.record(z.string().regex(TOKEN), z.string().regex(VALUE).max(MAX_VALUE).nullable()).optional(),
  /** True closes the response as soon as its head is there. */
  leaves: z.boolean().optional(),
});
export type HttpEdit = Readonly<z.infer<typeof httpEditSchema>>;

/** A header as a person may see it; a hidden value stands for the one that is sent. */
export type HeadLine = { readonly name: string; readonly value: string; readonly isHidden: boolean };

export function headText(lines: readonly HeadLine[]): string {
  return lines.map(({ name, value }) => `${name}: ${value}`).join('\n');
}

/**
 * What a text of headers changes of ours. A hidden value that stands as it was remains ours; what has no line is left
 * out. Fails with a sentence that names the line.
 */
export function editOfHead(
  text: string,
  ours: readonly HeadLine[],
): Result<NonNullable<HttpEdit['headers']>> {
  const headers: Record<string, string | null> = {};
  for (const { name } of ours) headers[name] = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, typed = '', value = ''] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (!TOKEN.test(typed)) return err(`Header line ${index + 1} is not Name: value.`);
    if (!VALUE.test(value)) return err(`Header line ${index + 1} has a character that no header may have.`);
    const same = ours.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
    if (same !== undefined) delete headers[same.name];
    if (same?.isHidden !== true || same.value !== value) headers[typed] = value;
  }
  return ok(headers);
}

/** What became of an HTTP request that was sent as it was written. */
export type HttpSentEnd = {
  readonly seq: number;
  /** 0 if no head came. */
  readonly status: number;
  /** True if it was left before its end. */
  readonly isLeft: boolean;
  readonly text: string;
};

/** The headers of a request as the edit wants them, in the order of ours. */
export function editedHeaders(ours: HeaderPairs, { headers = {} }: HttpEdit): [string, string][] {
  const changed = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value] as const]),
  );
  const kept = ours.filter(([name]) => !changed.has(name.toLowerCase()));
  const added = [...changed.values()].flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  return [...kept.map(([name, value]): [string, string] => [name, value]), ...added];
}

/** What an edit changes, in one line: `PUT, Accept: text/html, without Mcp-Session-Id`. */
export function editText({ method = 'POST', suffix = '', headers = {}, leaves }: HttpEdit): string {
  const of = ([name, value]: readonly [string, string | null]) =>
    value === null ? `without ${name}` : `${name}: ${value}`;
  const path = suffix === '' ? [] : [`to …${suffix}`];
  const left = leaves === true ? ['closed at once'] : [];
  return [method, ...path, ...Object.entries(headers).map(of), ...left].join(', ');
}

import { z } from 'zod';
import type { HeaderPairs } from '../../frame/http-record.ts';

/** An HTTP token (RFC 9110 §5.6.2): a method or a header name. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MAX_VALUE = 8192;

/** What an HTTP request has in place of what Tierscope would send by itself. */
export const httpEditSchema = z.strictObject({
  /** POST, if none is named. */
  method: z.string().regex(TOKEN).max(20).optional(),
  /** What stands behind the path of the address. */
  suffix: z
    .string()
    .regex(/^[\w./-]*$/)
    .max(200)
    .optional(),
  /** Headers by name, in place of those of the same name; null leaves one out. */
  headers: z
    .record(
      z.string().regex(TOKEN),
      z
        .string()
        .regex(/^[\t\x20-\x7e\x80-\xff]*$/)
        .max(MAX_VALUE)
        .nullable(),
    )
    .optional(),
  /** True closes the response as soon as its head is there. */
  leaves: z.boolean().optional(),
});
export type HttpEdit = Readonly<z.infer<typeof httpEditSchema>>;

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

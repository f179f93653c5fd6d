import { z } from 'zod';

/** The source members that all table rows share. */
type Common = {
  readonly id: z.ZodType<string>;
  readonly evidence: z.ZodType<'measured' | 'source-code' | 'documented' | 'reported'>;
  readonly versions: z.ZodType<{ from?: string | undefined; until?: string | undefined } | undefined>;
  readonly source: z.ZodType<string>;
  readonly asOf: z.ZodType<string>;
};

const pattern = z
  .string()
  .max(200)
  .refine(isPattern, 'write a regular expression of JavaScript')
  .describe('A regular expression of JavaScript.');
const keywords = z.array(z.string().min(1).max(60)).min(1).max(80);
const at = z
  .enum(['root', 'arguments', 'inside', 'anywhere'])
  .default('anywhere')
  .describe('root: at the top of the schema; arguments: one step below it; inside: anywhere but at the top.');
const part = z.enum(['inputSchema', 'outputSchema']).default('inputSchema');

/** Schema shapes that need no further name. */
export const SHAPES = {
  'no-object': 'its top does not have the type "object"',
  'no-properties': 'an object without properties',
  'empty-properties': 'an object with empty properties',
  'no-items': 'an array without items',
  'type-list': 'a list of types',
  'type-or-null': 'a list of a type and null',
  'enum-not-text': 'an enum with a value that is no string',
  'enum-of-structure': 'an enum beside the type object or array',
  optional: 'an argument that is not in required',
  'open-object': 'an object that does not say additionalProperties: false',
  'required-unknown': 'a name in required that properties does not have',
  lookaround: 'a pattern with a lookahead or lookbehind',
  'dangling-ref': 'a $ref that leads nowhere',
  'recursive-ref': 'a $ref that leads back to itself',
  reference: 'a $ref',
  invalid: 'a keyword with a value that no JSON Schema has there',
  tuple: 'items that is a list',
  'object-keywords': 'properties or required beside another type than object',
  'boolean-schema': 'true or false as the schema of an argument',
} as const;
export type ToolShape = keyof typeof SHAPES;

const when = z.discriminatedUnion('has', [
  z.strictObject({
    has: z.literal('shape'),
    shape: z.enum(Object.keys(SHAPES) as [ToolShape, ...ToolShape[]]),
    at,
    part,
  }),
  z.strictObject({ has: z.literal('keyword'), keywords, at, part }),
  z
    .strictObject({
      has: z.literal('beside'),
      keyword: z.string().min(1),
      allowed: keywords.optional(),
      at,
      part,
    })
    .describe('The keyword with another one beside it that is not allowed there.'),
  z.strictObject({ has: z.literal('format'), other: keywords.describe('The formats that are kept.'), part }),
  z.strictObject({ has: z.literal('argument-name'), not: pattern, at, part }),
  z.strictObject({ has: z.literal('name'), not: pattern }),
  z
    .strictObject({
      has: z.literal('long-name'),
      over: z.int().positive(),
      form: z.string().max(80).default('{tool}'),
    })
    .describe('The name as the host builds it of {server} and {tool}.'),
  z.strictObject({ has: z.literal('same-name') }),
  z.strictObject({ has: z.literal('no-description') }),
  z.strictObject({
    has: z.literal('long-description'),
    over: z.int().positive(),
    at: z.enum(['tool', 'schema']),
  }),
  z.strictObject({
    has: z.literal('many'),
    of: z.enum(['tools', 'arguments', 'enum-values', 'levels']),
    over: z.int().positive(),
  }),
]);

/** What a host does to a schema, according to its source. */
export const EDITS = [
  'delete',
  'empty-object',
  'add-properties',
  'add-items',
  'close',
  'first-branch',
  'filter-required',
  'any-of-types',
  'inline',
  'const-to-enum',
  'to-string',
  'rename',
  'describe',
] as const;
export type EditName = (typeof EDITS)[number];

const does = z
  .enum(['keeps', 'drops-keyword', 'rewrites', 'drops-tool', 'drops-server', 'refuses-list'])
  .describe('refuses-list: the request with all tools fails; drops-server: no tool of the server is left.');

/** The schemas for tool lists: the takers, and how each treats which tools. */
export function toolRowSchemas({ id, evidence, versions, source, asOf }: Common) {
  const provider = z.strictObject({
    id,
    name: z.string().trim().min(1).max(100),
    index: z
      .enum(['tools.{n}', 'tools[{n}]', 'function_declarations[{n}]', 'none'])
      .default('none')
      .describe('How its errors count tools, from 0.'),
  });
  const toolRow = z.strictObject({
    of: id.describe('The id of a host or provider.'),
    versions,
    when: when.describe('What a tool, or the list, has.'),
    does,
    edit: z.enum(EDITS).optional().describe('How the schema is changed, for rewrites.'),
    says: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'Its message; {n} is the place of the tool, {tool} its name, {place} the place in the schema.',
      ),
    common: z
      .literal(true)
      .optional()
      .describe('Said also if no host is chosen: hosts are known to pass such a tool on as it is.'),
    evidence,
    source,
    asOf,
    note: z.string().trim().max(300).optional(),
  });
  return { provider, toolRow };
}

export type ToolListRow = z.output<ReturnType<typeof toolRowSchemas>['toolRow']>;
export type ToolWhen = ToolListRow['when'];
export type Provider = z.output<ReturnType<typeof toolRowSchemas>['provider']>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
}

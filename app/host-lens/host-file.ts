import { z } from 'zod';

const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lower-case words with hyphens, such as "claude-code"')
  .max(64);
const words = z.string().max(2000);
const source = z.string().trim().min(1).max(300).describe('An issue, a page, or a file at a commit.');
const asOf = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'write a day, a month or a year, such as "2026-09-22"')
  .describe('When the source says so.');
const version = z.string().trim().min(1).max(50);

const clientRow = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('clientInfo.name as the host sends it; {server} at its end stands for any text.'),
  version: z.string().max(200).optional().describe('What it sends as clientInfo.version.'),
  ownVersion: z
    .boolean()
    .optional()
    .describe('True if that is the version of the host; left out if it is another, or not known.'),
  source,
  asOf,
});

const hostEntry = z.strictObject({
  id: id.describe('A short id in kebab-case.'),
  name: z.string().trim().min(1).max(100).describe('The name that the screen shows.'),
  clients: z.array(clientRow).max(20).default([]).describe('The names by which it introduces itself.'),
});

export const BLOCK_KINDS = ['text', 'image', 'audio', 'resource', 'resource_link'] as const;

const asJson = z
  .enum(['json', 'indented-json', 'python-json'])
  .default('json')
  .describe('python-json: as json.dumps writes it, with spaces and without letters beyond ASCII');
const escaped = z
  .literal('json')
  .optional()
  .describe('The text stands inside a JSON string, with its quotes and line ends escaped.');

const piece = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('words'),
    text: words.describe(
      "The host's own words, verbatim; {tool} is the called tool, {type} and {mimeType} its first block's.",
    ),
  }),
  z.strictObject({ part: z.literal('message'), escape: escaped }),
  z.strictObject({ part: z.literal('code') }),
  z.strictObject({ part: z.literal('data'), as: asJson }),
  z.strictObject({
    part: z.literal('content'),
    kinds: z.array(z.enum(BLOCK_KINDS)).min(1).optional().describe('Which blocks; all if left out.'),
    blocks: z.enum(['all', 'first']).default('all').describe('first: the first block of the list only.'),
    as: z
      .enum(['text', 'block', 'json', 'json-list'])
      .default('text')
      .describe('text of text blocks, blocks as such, each as JSON, or the list as one JSON text'),
    escape: escaped,
    between: words.default('\n').describe('What stands between two texts.'),
    otherwise: words
      .optional()
      .describe('What stands for a block of another kind; {type}, {mimeType} and {uri} are filled in.'),
  }),
  z.strictObject({ part: z.literal('structuredContent'), as: asJson }),
  z.strictObject({ part: z.literal('result').describe('The whole result as JSON.') }),
]);

const sent = z.strictObject({
  answer: z.enum(['protocol-error', 'tool-error', 'success']),
  method: z.string().max(100).default('tools/call'),
  data: z.boolean().optional().describe('Whether the error has data.'),
  text: z.boolean().optional().describe('Whether the result has a text block.'),
  blocks: z.enum(['none', 'one', 'several']).optional().describe('How many blocks content has.'),
  media: z.boolean().optional().describe('Whether it has an image or audio block.'),
  resources: z.boolean().optional().describe('Whether it has a resource or a link to one.'),
  structuredContent: z.boolean().optional().describe('Whether the result has structuredContent.'),
});

const hostRow = z.strictObject({
  host: id.describe('The id of the host.'),
  versions: z
    .strictObject({ from: version.optional(), until: version.optional() })
    .optional()
    .describe('The versions it holds for, both ends included; left out if no source names one.'),
  when: sent.describe('What the server sent; a member that is left out stands for any.'),
  gets: z.array(piece).max(30).describe('What the model gets, in this order; empty for nothing.'),
  cutAfter: z.int().positive().optional().describe('A longer text is cut after so many units.'),
  cutUnit: z.enum(['characters', 'bytes', 'lines', 'tokens']).optional(),
  cutHead: z
    .int()
    .nonnegative()
    .optional()
    .describe('How much of the beginning stays; all of cutAfter if left out.'),
  cutTail: z.int().nonnegative().optional().describe('How much of the end stays; nothing if left out.'),
  cutWords: words
    .optional()
    .describe('What the host says of the cut, in its place; {count} is how many characters it cut.'),
  evidence: z.enum(['measured', 'source-code', 'reported']),
  source,
  asOf,
  note: z.string().trim().max(300).optional(),
});

/** What hosts pass to the model: one JSON file, the built-in one or a user's. Unknown members are refused. */
export const hostFileSchema = z.strictObject({
  $schema: z.string().optional(),
  hosts: z.array(hostEntry).max(500).default([]),
  rows: z.array(hostRow).max(5000).default([]),
});

/** A host file as it is written: members with a default may be left out. */
export type HostTableFile = z.input<typeof hostFileSchema>;
/** The file's schema as JSON Schema (draft 2020-12), for editors and for `docs/`. */
export function hostJsonSchema(): { readonly [key: string]: unknown } {
  return z.toJSONSchema(hostFileSchema, { io: 'input', reused: 'ref' });
}

/** One host application, and the names by which its client introduces itself. */
export type HostEntry = z.output<typeof hostEntry>;
/** One row of the table: what a host passes on of what was sent, and who says so. */
export type HostRow = z.output<typeof hostRow>;
/** What a row is about. */
export type SentKind = HostRow['when'];
/** A part of what the model gets. */
export type HostPiece = HostRow['gets'][number];

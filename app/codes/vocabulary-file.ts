import { z } from 'zod';
import { ACTORS, BINDING_VERBS } from '../protocol/actor.ts';

const sentence = z.string().trim().max(500);
const version = z.string().max(50).nullable();

/** What every row may say, and what a section may say for all of its rows. */
const shared = {
  when: sentence.optional().describe('When it appears.'),
  how: sentence.optional().describe('What to do, and who must do it.'),
  actor: z
    .enum([...ACTORS, 'caller'])
    .optional()
    .describe(
      'Who must do it, if `how` names somebody; the caller is whoever decides what the method asks for.',
    ),
  verb: z
    .enum(BINDING_VERBS)
    .optional()
    .describe('If present, `how` is an instruction to the actor: "Correct the arguments.".'),
  leadsTo: z.literal('stderr').optional().describe('Where `how` sends its reader.'),
  recoverable: z
    .enum(['yes', 'no', 'depends', 'n/a'])
    .optional()
    .describe('Whether trying again, corrected or later, can help; depends if absent.'),
  tier: z
    .enum(['protocol', 'tool', 'client', 'transport'])
    .optional()
    .describe(
      'Where it shows. If absent: tool for reasons, client for local, transport for http, else protocol.',
    ),
  emittedBy: z
    .enum(['server', 'client', 'either', 'client-local'])
    .optional()
    .describe('Who sends it; client-local never reaches the wire. If absent, the tier decides.'),
  data: sentence
    .nullable()
    .optional()
    .describe('The shape of error.data or of the result, such as {uri:string}; null if nothing is known.'),
  since: version.optional().describe('The first version that has it.'),
  until: version.optional().describe('The last version that has it.'),
  measured: z.boolean().optional().describe('True if it was seen on the wire, false if it was read.'),
  source: z
    .string()
    .trim()
    .max(300)
    .optional()
    .describe("Where it is defined. A row's source continues that of its section or file."),
};

const common = {
  meaning: sentence.min(1).describe('What it means, in one sentence.'),
  ...shared,
  modelCanSee: z
    .boolean()
    .optional()
    .describe(
      'Whether it is meant for the model; if absent, a tool error is. What arrives depends on the host.',
    ),
  messages: z
    .array(z.string().trim().min(3).max(500))
    .max(50)
    .optional()
    .describe('Message texts that go with it; <x> stands for anything.'),
  aliases: z
    .array(z.string().trim().min(1).max(100))
    .max(50)
    .optional()
    .describe('Other names to find it by.'),
  label: z.string().max(100).optional().describe('The code as text, if it is not the number or reason.'),
};

const name = z.string().trim().min(1).max(200);
const code = z.int().describe('The number of error.code on the wire.');

const codeRow = z.strictObject({
  code,
  name: name.describe('The short name, as your source writes it.'),
  ...common,
});
const rangeRow = z.strictObject({
  range: z
    .strictObject({ from: z.int(), to: z.int(), outside: z.literal(true).optional() })
    .describe('A block of codes, both ends included; outside turns it around.'),
  name,
  ...common,
});
const reasonRow = z.strictObject({
  reason: z.string().trim().min(1).max(200).describe('The reason as the wire shows it, such as queue_full.'),
  code: z.int().optional().describe('The code that it comes with.'),
  ...common,
});
const namedRow = z.strictObject({ name, code: code.optional(), ...common });
const patternRow = z.strictObject({
  name,
  code: code.optional(),
  ...common,
  match: z
    .strictObject({
      table: z.enum(['common', 'provider']),
      order: z.int(),
      pattern: z.string(),
      flags: z.string(),
    })
    .optional()
    .describe('A row of a classification table: a regular expression and its place in the order of tests.'),
});

const defaults = z.strictObject(shared).optional();

/** A vocabulary: one JSON file, a built-in one or a user's. Unknown members are refused, so that a misspelt one is noticed. */
export const vocabularyFileSchema = z.strictObject({
  $schema: z.string().optional(),
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lower-case words with hyphens, such as "acme-search"')
    .max(64)
    .describe('A short id in kebab-case, different from every built-in one.'),
  name: z.string().trim().min(1).max(100).describe('The name that the screen shows.'),
  family: z
    .enum(['json-rpc', 'mcp-spec', 'sdk', 'framework', 'guide', 'inspector', 'contrast'])
    .optional()
    .describe('For built-in files: the kind of source. Your own file is shown as your own.'),
  order: z.int().optional().describe('For built-in files: the place within the family.'),
  revisions: z
    .array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'write a revision as its date, such as "2025-11-25"'))
    .optional()
    .describe('The MCP revisions whose rules it states; only for a specification.'),
  source: z
    .string()
    .trim()
    .max(300)
    .optional()
    .describe('Where the codes are defined, such as an address or a file.'),
  signs: z
    .array(z.string().trim().min(3).max(100))
    .max(50)
    .optional()
    .describe('Texts by which a pasted log shows this vocabulary, such as the name of a package or a class.'),
  defaults: z
    .strictObject({
      codes: defaults,
      ranges: defaults,
      reasons: defaults,
      conventions: defaults,
      local: defaults,
      http: defaults,
      mappings: defaults,
      patterns: defaults,
    })
    .optional()
    .describe('What the rows of a section have in common.'),
  codes: z.array(codeRow).max(5000).default([]).describe('Numbers of error.code.'),
  ranges: z.array(rangeRow).max(5000).default([]).describe('Blocks of numbers.'),
  reasons: z.array(reasonRow).max(5000).default([]).describe('Named reasons inside data or a result.'),
  conventions: z.array(namedRow).max(5000).default([]).describe('Habits: shapes, texts, isError results.'),
  local: z.array(namedRow).max(5000).default([]).describe('What a client raises itself, never on the wire.'),
  http: z.array(namedRow).max(5000).default([]).describe('HTTP statuses.'),
  mappings: z
    .array(namedRow)
    .max(5000)
    .default([])
    .describe('Factories and mappings of one code to another.'),
  patterns: z.array(patternRow).max(5000).default([]).describe('Texts that are classified by a pattern.'),
});

/** A file after its check; sections that were left out are empty. */
export type VocabularyFile = z.infer<typeof vocabularyFileSchema>;

/** The file's schema as JSON Schema (draft 2020-12), for editors and for `docs/`. */
export function vocabularyJsonSchema(): { readonly [key: string]: unknown } {
  return z.toJSONSchema(vocabularyFileSchema, { io: 'input', reused: 'ref' });
}

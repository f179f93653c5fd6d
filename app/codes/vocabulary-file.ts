import { z } from 'zod';
import { ACTORS, BINDING_VERBS } from '../protocol/actor.ts';

const sentence = z.string().trim().max(500);
const version = z.string().max(50).nullable();
const source = z.string().trim().max(300);
const name = z.string().trim().min(1).max(200);
const code = z.int().describe('The number of error.code on the wire.');

/** Members of a row; a section may set them for all of its rows. */
const shared = z
  .strictObject({
    when: sentence.describe('When it appears.'),
    how: sentence.describe('What to do, and who must do it.'),
    actor: z
      .enum([...ACTORS, 'caller'])
      .describe(
        'Who must do it, if `how` names somebody; the caller is the side that decides what the method asks for.',
      ),
    verb: z
      .enum(BINDING_VERBS)
      .describe('If present, `how` is an instruction to the actor: "Correct the arguments.".'),
    leadsTo: z.literal('stderr').describe('Where `how` sends its reader.'),
    recoverable: z
      .enum(['yes', 'no', 'depends', 'n/a'])
      .describe('Whether trying again, corrected or later, can help; depends if absent.'),
    tier: z
      .enum(['protocol', 'tool', 'client', 'transport'])
      .describe(
        'Where it shows. If absent: tool for reasons, client for local, transport for http, else protocol.',
      ),
    emittedBy: z
      .enum(['server', 'client', 'either', 'client-local'])
      .describe('Who sends it; client-local never reaches the wire. If absent, the tier decides.'),
    data: sentence
      .nullable()
      .describe('The shape of error.data or of the result, such as {uri:string}; null if nothing is known.'),
    since: version.describe('The first version that has it.'),
    until: version.describe('The last version that has it.'),
    measured: z.boolean().describe('True if it was seen on the wire, false if it was read.'),
    source: source.describe("Where it is defined. A row's source continues that of its section or file."),
  })
  .partial();

const common = shared.extend({
  meaning: sentence.min(1).describe('What it means, in one sentence.'),
  modelCanSee: z
    .boolean()
    .optional()
    .describe(
      'Whether it is meant for the model; if absent, a tool error is. What arrives depends on the host.',
    ),
  messages: texts(3, 500).describe('Message texts that go with it; <x> stands for anything.'),
  unless: texts(3, 100).describe('Texts beside which the row is not meant.'),
  aliases: texts(1, 100).describe('Other names to find it by.'),
  label: z.string().max(100).optional().describe('The code as text, if it is not the number or reason.'),
});

const codeRow = common.extend({ code, name: name.describe('The short name, as your source writes it.') });
const rangeRow = common.extend({
  range: z
    .strictObject({ from: z.int(), to: z.int(), outside: z.literal(true).optional() })
    .describe('A block of codes, both ends included; outside turns it around.'),
  name,
});
const reasonRow = common.extend({
  reason: name.describe('The reason as the wire shows it, such as queue_full.'),
  code: z.int().optional().describe('The code that it comes with.'),
});
const namedRow = common.extend({ name, code: code.optional() });
const patternRow = namedRow.extend({
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

function texts(min: number, max: number) {
  return z.array(z.string().trim().min(min).max(max)).max(100).optional();
}

function rows<Row extends z.ZodType>(row: Row, text: string) {
  return z.array(row).max(5000).default([]).describe(text);
}

const defaults = shared.optional();

/** A vocabulary file, built-in or a user's. Unknown members are rejected, so that typos are noticed. */
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
  source: source.optional().describe('Where the codes are defined, such as an address or a file.'),
  signs: texts(3, 100).describe(
    'Texts by which a pasted log shows this vocabulary, such as the name of a package or a class.',
  ),
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
  codes: rows(codeRow, 'Numbers of error.code.'),
  ranges: rows(rangeRow, 'Blocks of numbers.'),
  reasons: rows(reasonRow, 'Named reasons inside data or a result.'),
  conventions: rows(namedRow, 'Habits: shapes, texts, isError results.'),
  local: rows(namedRow, 'What a client raises itself, never on the wire.'),
  http: rows(namedRow, 'HTTP statuses.'),
  mappings: rows(namedRow, 'Factories and mappings of one code to another.'),
  patterns: rows(patternRow, 'Texts that are classified by a pattern.'),
});

/** A validated file; missing sections are empty. */
export type VocabularyFile = z.infer<typeof vocabularyFileSchema>;

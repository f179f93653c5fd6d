import { z } from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import type { OwnVocabulary } from './lookup-context.ts';
import { vocabularyOf } from './vocabularies.ts';

const sentence = z.string().trim().min(1).max(500);
const shared = {
  meaning: sentence.describe('What it means, in one sentence.'),
  when: z.string().trim().max(500).optional().describe('When it appears.'),
  how: z.string().trim().max(500).optional().describe('What to do, and who must do it.'),
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
  recoverable: z.enum(['yes', 'no', 'depends']).optional().describe('Whether trying again can help.'),
  since: z.string().max(50).optional().describe('The first version that has it.'),
  until: z.string().max(50).optional().describe('The last version that has it.'),
};

const codeSchema = z.strictObject({
  code: z.int().describe('The number of error.code on the wire.'),
  name: z.string().trim().min(1).max(100).describe('The short name, as your source writes it.'),
  ...shared,
  tier: z
    .enum(['protocol', 'tool', 'client', 'transport'])
    .optional()
    .describe('Where it shows; protocol if absent.'),
  data: z.string().trim().max(500).optional().describe('The shape of error.data, such as {uri:string}.'),
});

const reasonSchema = z.strictObject({
  reason: z.string().trim().min(1).max(100).describe('The reason as the wire shows it, such as queue_full.'),
  code: z.int().optional().describe('The code that it comes with.'),
  ...shared,
});

/** A user's vocabulary file. Unknown members are refused, so that a misspelt one is noticed. */
export const ownVocabularySchema = z.strictObject({
  $schema: z.string().optional(),
  id: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lower-case words with hyphens, such as "acme-search"')
    .max(64)
    .describe('A short id in kebab-case, different from every built-in one.'),
  name: z.string().trim().min(1).max(100).describe('The name that the screen shows.'),
  source: z
    .string()
    .trim()
    .max(300)
    .optional()
    .describe('Where the codes are defined, such as an address or a file.'),
  codes: z.array(codeSchema).max(5000).default([]),
  reasons: z.array(reasonSchema).max(5000).default([]),
});

type OwnVocabularyFile = z.infer<typeof ownVocabularySchema>;

/** The file's schema as JSON Schema (draft 2020-12), for editors and for `docs/`. */
export function ownVocabularyJsonSchema(): { readonly [key: string]: unknown } {
  return z.toJSONSchema(ownVocabularySchema, { io: 'input' });
}

/** Reads the text of a vocabulary file. Every problem is one sentence that names the place and what to do. */
export function parseOwnVocabulary(text: string): Result<OwnVocabulary, readonly string[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err([
      `The file is not JSON: ${error instanceof Error ? error.message : String(error)}. Correct it and load it again.`,
    ]);
  }
  const parsed = ownVocabularySchema.safeParse(value);
  if (!parsed.success) return err(parsed.error.issues.slice(0, 20).map(issueSentence));
  const problems = contentProblems(parsed.data);
  return problems.length > 0 ? err(problems) : ok(ownVocabulary(parsed.data));
}

function issueSentence(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the file' : pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `At ${place}: unknown member ${issue.keys.map((key) => `"${key}"`).join(', ')}. Remove it or correct its spelling.`;
  }
  const sentence = issue.message.replace(/^Invalid input: /, '');
  if (sentence.endsWith(', received undefined')) {
    return `At ${place}: ${sentence.replace(/, received undefined$/, '')}, but nothing is there. Add the member.`;
  }
  return `At ${place}: ${sentence}. Correct the value there.`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

function contentProblems({ id, codes, reasons }: OwnVocabularyFile): string[] {
  const problems: string[] = [];
  if (vocabularyOf(id) !== undefined)
    problems.push(`At id: "${id}" is a built-in vocabulary. Choose another id.`);
  if (codes.length + reasons.length === 0)
    problems.push('The file has no codes and no reasons. Add at least one.');
  for (const [index, { code, name }] of codes.entries()) {
    const first = codes.findIndex((other) => other.code === code && other.name === name);
    if (first < index)
      problems.push(`At codes[${index}]: ${code} "${name}" stands already at codes[${first}]. Remove one.`);
  }
  for (const [index, { reason }] of reasons.entries()) {
    const first = reasons.findIndex((other) => other.reason === reason);
    if (first < index)
      problems.push(`At reasons[${index}]: "${reason}" stands already at reasons[${first}]. Remove one.`);
  }
  return problems;
}

function ownVocabulary(file: OwnVocabularyFile): OwnVocabulary {
  const { id, name, source = name } = file;
  const codes = file.codes.map((row) => ({
    ...common(row, id, source),
    id: `${id}:${row.code}:${row.name}`,
    kind: 'code' as const,
    code: row.code,
    codeText: String(row.code),
    name: row.name,
    tier: row.tier ?? ('protocol' as const),
    emittedBy: row.tier === 'client' ? ('client-local' as const) : ('server' as const),
    dataShape: row.data ?? null,
    modelCanSee: row.tier === 'tool',
  }));
  const reasons = file.reasons.map((row) => ({
    ...common(row, id, source),
    id: `${id}:reason:${row.reason}`,
    kind: 'reason' as const,
    code: row.code ?? null,
    codeText: row.reason,
    name: row.reason,
    tier: 'tool' as const,
    emittedBy: 'server' as const,
    dataShape: `{reason:${JSON.stringify(row.reason)}}`,
    modelCanSee: true,
  }));
  return {
    vocabulary: { id, name, family: 'own', revisions: [], contrast: false },
    entries: [...codes, ...reasons],
  };
}

type SharedRow = Pick<OwnVocabularyFile['codes'][number], keyof typeof shared>;
type SharedEntry = Omit<
  CatalogueEntry,
  'id' | 'kind' | 'code' | 'codeText' | 'name' | 'tier' | 'emittedBy' | 'dataShape' | 'modelCanSee'
>;

function common(row: SharedRow, vocabulary: string, source: string): SharedEntry {
  return {
    range: null,
    vocabulary,
    meaning: row.meaning,
    whenItAppears: row.when ?? '',
    recoverable: row.recoverable ?? 'depends',
    how: row.how ?? '',
    source,
    since: row.since ?? null,
    until: row.until ?? null,
    measured: false,
    aliases: row.aliases ?? [],
    messages: row.messages ?? [],
    match: null,
  };
}

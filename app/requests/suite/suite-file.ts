import { z } from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { uniqueName } from '../../base/unique-name.ts';
import { parseOwnFile } from '../../wire/own-file.ts';
import { readDraft } from '../raw-editor/raw-draft.ts';
import { type Pin, pinSchema, pinTierSchema } from './pin.ts';

const name = z.string().min(1).max(1000);
const members = z.record(z.string(), z.unknown());
export const suiteEntrySchema = z.strictObject({
  name: name.optional(),
  about: z.string().max(4000).optional(),
  /** The call: exactly one of these. */
  tool: name.optional(),
  prompt: name.optional(),
  resource: name.optional(),
  method: name.optional(),
  /** A line as written to the server. */
  line: z.string().min(1).max(1_000_000).optional(),
  /** For a tool or a prompt. */
  arguments: z.unknown().optional(),
  /** For a method. */
  params: members.optional(),
  /** False writes the line to a process without a handshake. */
  handshake: z.boolean().optional(),
  expect: z.union([pinTierSchema, pinSchema]),
});

export const suiteFileSchema = z.strictObject({
  $schema: z.string().optional(),
  about: z.union([z.string(), z.array(z.string())]).optional(),
  /** The protocol revision of the entries; by default, the one that server and probe agree on. */
  revision: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a revision, such as 2025-11-25')
    .optional(),
  /** Environment variables: `${NAME}` in an entry is replaced by the value. */
  variables: z
    .array(z.string().regex(/^[A-Za-z_]\w*$/))
    .max(200)
    .optional(),
  entries: z.array(suiteEntrySchema).min(1).max(5000),
});
export type SuiteFile = z.infer<typeof suiteFileSchema>;
type WrittenEntry = z.infer<typeof suiteEntrySchema>;

export type SuiteAsk =
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>> | undefined;
    }
  /** A line with every byte visible. */
  | { readonly kind: 'line'; readonly line: string; readonly handshake: boolean };

export type SuiteEntry = {
  /** Its own name, or what it calls; unique in the suite. */
  readonly name: string;
  /** Its place in the file: `entries[3]`. */
  readonly place: string;
  readonly ask: SuiteAsk;
  readonly expect: Pin;
};

export type Suite = {
  /** Empty if the file names none. */
  readonly revision: string;
  readonly variables: readonly string[];
  readonly entries: readonly SuiteEntry[];
};

const ASKS = ['tool', 'prompt', 'resource', 'method', 'line'] as const;

/** Parses a suite in JSON. Every problem is one sentence with its place. */
export function parseSuite(text: string): Result<Suite, readonly string[]> {
  const parsed = parseOwnFile(text, suiteFileSchema);
  if (!parsed.ok) return parsed;
  const { revision = '', variables = [], entries } = parsed.value;
  const problems = entries.flatMap((entry, at) =>
    entryFaults(entry).map((fault) => `At entries[${at}]: ${fault}`),
  );
  if (problems.length > 0) return err(problems.slice(0, 20));
  const taken = new Set<string>();
  return ok({
    revision,
    variables,
    entries: entries.map((entry, at) => ({
      name: uniqueName(entry.name ?? usualName(entry), taken),
      place: `entries[${at}]`,
      ask: askOf(entry),
      expect: typeof entry.expect === 'string' ? { tier: entry.expect } : entry.expect,
    })),
  });
}

function entryFaults(entry: WrittenEntry): string[] {
  const asked = ASKS.filter((kind) => entry[kind] !== undefined);
  if (asked.length !== 1) {
    const found = asked.length === 0 ? 'none is there' : `${asked.join(' and ')} are there`;
    return [`exactly one of ${ASKS.join(', ')} says what is asked, but ${found}.`];
  }
  const [kind] = asked;
  const faults: string[] = [];
  if (entry.arguments !== undefined && kind !== 'tool' && kind !== 'prompt')
    faults.push('arguments belong to a tool or a prompt. Write the params of a method as params.');
  if (entry.params !== undefined && kind !== 'method') faults.push('params belong to a method.');
  if (entry.handshake !== undefined && kind !== 'line') faults.push('handshake belongs to a line.');
  const read = entry.line === undefined ? undefined : readDraft({ form: 'text', text: entry.line });
  if (read !== undefined && !read.ok) faults.push(`line cannot be read: ${read.error}`);
  return faults;
}

function askOf(entry: WrittenEntry): SuiteAsk {
  const { tool, prompt, resource, method = '', line, params, handshake = true } = entry;
  const given = entry.arguments === undefined ? {} : { arguments: entry.arguments };
  if (line !== undefined) return { kind: 'line', line, handshake };
  if (tool !== undefined) return { kind: 'request', method: 'tools/call', params: { name: tool, ...given } };
  if (prompt !== undefined)
    return { kind: 'request', method: 'prompts/get', params: { name: prompt, ...given } };
  if (resource !== undefined) return { kind: 'request', method: 'resources/read', params: { uri: resource } };
  return { kind: 'request', method, params };
}

function usualName({ tool, prompt, resource, method, line = '' }: WrittenEntry): string {
  return tool ?? prompt ?? resource ?? method ?? line.slice(0, 60);
}

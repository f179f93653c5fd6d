import { z } from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { parseOwnFile } from '../../wire/own-file.ts';
import { type ExpectedTier, parseExpectedCall, parseExpectedTier } from './expected-tier.ts';
import { type GroupingRule, groupingRuleSchema } from './grouping-rule.ts';

/** The name of the file that a repository keeps for its server. */
export const PROJECT_FILE = '.tierscope.json';

const reason = z.string().trim().min(1).max(500);

/** What a file says of one rule: off, or another severity, and why. */
export const ruleSettingSchema = z.strictObject({
  as: z.enum(['off', 'violation', 'advice', 'info']),
  reason,
});
export type RuleSetting = z.infer<typeof ruleSettingSchema>;

/** Each rule once, and as many calls as a person would ever write. */
const MAX_RULES = 1000;
const MAX_EXPECTED = 5000;

function atMost<Value extends z.ZodType>(most: number, key: z.ZodString, value: Value) {
  return z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= most, `there are more than ${most} entries`)
    .meta({ maxProperties: most });
}

export const projectFileSchema = z.strictObject({
  $schema: z.string().optional(),
  /** Rules by id that are off, or count otherwise. */
  rules: atMost(MAX_RULES, z.string().max(40), ruleSettingSchema).optional(),
  /** At which tier a call is meant to end: `"search with no query": "tool"`. */
  expected: atMost(MAX_EXPECTED, z.string().max(1000), z.string().max(100)).optional(),
  /** Which problems are one, and which are not; the first rule that matches counts. */
  groups: z.array(groupingRuleSchema).max(200).optional(),
  /** The host application whose model reads the answers, such as `claude-code` or `claude-code@2.1.260`. */
  host: z.string().min(1).max(100).optional(),
  /** How the server is started, and what may be called, if it is probed without a command. */
  probe: z
    .strictObject({
      command: z.array(z.string().max(4000)).min(1).max(200).optional(),
      /** The address of a server over HTTP, instead of a command. */
      url: z
        .string()
        .regex(/^https?:\/\/\S+$/i)
        .max(4000)
        .optional(),
      /** Tools that may be called with valid arguments. */
      call: z.array(z.string().min(1).max(200)).max(200).optional(),
      /** The suite that `tierscope probe --suite` runs, from where this file lies. */
      suite: z.string().min(1).max(4000).optional(),
    })
    .optional(),
});

/** What a repository says of its server. */
export type ProjectSettings = {
  readonly rules: Readonly<Record<string, RuleSetting>>;
  readonly expected: readonly ExpectedTier[];
  readonly groups: readonly GroupingRule[];
  readonly host: string | undefined;
  readonly probe:
    | {
        readonly command: readonly string[];
        readonly call: readonly string[];
        readonly suite?: string | undefined;
      }
    | undefined;
};

/** What holds without a file. */
export const NO_PROJECT: ProjectSettings = {
  rules: {},
  expected: [],
  groups: [],
  host: undefined,
  probe: undefined,
};

/** Reads the text of a file. Every problem is one sentence that names the place and what to do. */
export function parseProjectFile(text: string): Result<ProjectSettings, readonly string[]> {
  const parsed = parseOwnFile(text, projectFileSchema);
  if (!parsed.ok) return parsed;
  const { rules = {}, expected = {}, groups = [], host, probe } = parsed.value;
  const problems: string[] = [];
  const calls: ExpectedTier[] = [];
  for (const [call, tier] of Object.entries(expected)) {
    const readCall = parseExpectedCall(call);
    const readTier = parseExpectedTier(tier);
    if (!readCall.ok) problems.push(`At expected: ${readCall.error}`);
    else if (!readTier.ok) problems.push(`At expected.${call}: ${readTier.error}`);
    else calls.push({ ...readCall.value, ...readTier.value, label: call });
  }
  const names = groups.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    problems.push(`At groups: two of them are named "${twice}". Give each group its own name.`);
  const { url, command = url === undefined ? [] : [url], call = [], suite } = probe ?? {};
  if (probe !== undefined && (command.length === 0 || (url !== undefined && probe.command !== undefined)))
    problems.push('At probe: give either a command or a url.');
  if (problems.length > 0) return err(problems);
  const probed = probe === undefined ? undefined : { command, call, suite };
  return ok({ rules, expected: calls, groups, host, probe: probed });
}

/** The JSON Schema of the file, for editors. */
export function projectJsonSchema(): object {
  const about = { title: 'Tierscope project file', description: 'What a repository says of its MCP server.' };
  return { ...about, ...z.toJSONSchema(projectFileSchema) };
}

import { z } from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { parseOwnFile } from '../../wire/own-file.ts';
import { type ExpectedTier, parseExpectedCall, parseExpectedTier } from './expected-tier.ts';
import { type GroupingRule, groupingRuleSchema } from './grouping-rule.ts';

/** The file in a repository that describes its server. */
export const PROJECT_FILE = '.tierscope.json';

const reason = z.string().trim().min(1).max(500);

/** A file's setting for one rule: off, or another severity, and the reason. */
export const ruleSettingSchema = z.strictObject({
  as: z.enum(['off', 'violation', 'advice', 'info']),
  reason,
});
export type RuleSetting = z.infer<typeof ruleSettingSchema>;

/** Room for every rule once, and for more calls than a person would write. */
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
  /** Rules that are off or have another severity, by id. */
  rules: atMost(MAX_RULES, z.string().max(40), ruleSettingSchema).optional(),
  /** The tier with which a call is expected to end: `"search with no query": "tool"`. */
  expected: atMost(MAX_EXPECTED, z.string().max(1000), z.string().max(100)).optional(),
  /** Which problems belong together; the first matching rule applies. */
  groups: z.array(groupingRuleSchema).max(200).optional(),
  /** The host application whose model reads the answers, such as `claude-code` or `claude-code@2.1.260`. */
  host: z.string().min(1).max(100).optional(),
  /** How to start the server and what may be called, for a probe without a command. */
  probe: z
    .strictObject({
      command: z.array(z.string().max(4000)).min(1).max(200).optional(),
      /** The address of an HTTP server, in place of a command. */
      url: z
        .string()
        .regex(/^https?:\/\/\S+$/i)
        .max(4000)
        .optional(),
      /** Tools that may be called with valid arguments. */
      call: z.array(z.string().min(1).max(200)).max(200).optional(),
      /** The suite for `tierscope probe --suite`, relative to this file. */
      suite: z.string().min(1).max(4000).optional(),
    })
    .optional(),
});

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

export const NO_PROJECT: ProjectSettings = {
  rules: {},
  expected: [],
  groups: [],
  host: undefined,
  probe: undefined,
};

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

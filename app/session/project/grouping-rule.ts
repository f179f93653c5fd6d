import { z } from 'zod';
import { causeLikeness } from '../../base/likeness.ts';
import { matchesWhole, wildcardPattern } from '../../base/wildcard.ts';
import { ERROR_TIERS } from '../../frame/tier.ts';

/** What may split the problems that a rule grouped. */
const SPLIT_BY = ['tier', 'code', 'method', 'target', 'message', 'exact message'] as const;

const pattern = z.string().min(1).max(1000);

/** A grouping rule in a file: matching problems form one group, or several by `splitBy`. */
export const groupingRuleSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  match: z
    .strictObject({
      tier: z.enum(ERROR_TIERS).optional(),
      code: z.number().int().optional(),
      rule: z.string().min(1).max(40).optional(),
      /** In these patterns, `*` matches any characters; case is ignored. */
      method: pattern.optional(),
      target: pattern.optional(),
      message: pattern.optional(),
    })
    .refine((match) => Object.keys(match).length > 0, {
      message: 'it names nothing: give a tier, code, rule, method, target or message',
    }),
  splitBy: z.array(z.enum(SPLIT_BY)).max(SPLIT_BY.length).optional(),
});
export type GroupingRule = z.infer<typeof groupingRuleSchema>;

/** The input of a rule: an error, or a finding without an error. */
export type Groupable = {
  readonly tier: string | null;
  readonly code: number | null;
  readonly rule: string | null;
  readonly method: string | null;
  readonly target: string | null;
  readonly message: string;
};

export type RuledGroup = { readonly name: string; readonly key: string };

/** Compiles a file's rules: returns a problem's group by the first matching rule; undefined for none. */
export function groupingBy(rules: readonly GroupingRule[]): (problem: Groupable) => RuledGroup | undefined {
  const tests = rules.map((rule) => ({ rule, fits: testOf(rule) }));
  return (problem) => {
    const found = tests.find(({ fits }) => fits(problem));
    if (found === undefined) return undefined;
    const { name, splitBy = [] } = found.rule;
    return { name, key: ['group', name, ...splitBy.map((by) => partOf(problem, by))].join('|') };
  };
}

function partOf(problem: Groupable, by: (typeof SPLIT_BY)[number]): string {
  switch (by) {
    case 'message':
      return causeLikeness(problem.message);
    case 'exact message':
      return problem.message;
    default:
      return String(problem[by] ?? '');
  }
}

function testOf({ match }: GroupingRule): (problem: Groupable) => boolean {
  const { tier, code, rule } = match;
  const method = wildcard(match.method);
  const target = wildcard(match.target);
  const message = wildcard(match.message);
  return (problem) =>
    (tier === undefined || problem.tier === tier) &&
    (code === undefined || problem.code === code) &&
    (rule === undefined || problem.rule === rule) &&
    method(problem.method ?? '') &&
    target(problem.target ?? '') &&
    message(problem.message);
}

/** Tests a whole text against a pattern; a missing pattern matches everything. */
function wildcard(written: string | undefined): (text: string) => boolean {
  if (written === undefined) return () => true;
  const made = wildcardPattern(written);
  return (text) => matchesWhole(made, text);
}

import { causeLikeness } from '../base/likeness.ts';
import { shortId } from '../base/short-id.ts';
import { stepOf } from '../explain/what-to-do.ts';
import { SEVERITIES } from '../findings/finding.ts';
import { ERROR_TIERS, type ErrorTier } from '../frame/tier.ts';
import {
  type Groupable,
  type GroupingRule,
  groupingBy,
  type RuledGroup,
} from '../session/project/grouping-rule.ts';
import type { CommonFinding, ProblemGroup, ReportError, ReportFinding } from './report.ts';
import type { UngroupedError } from './report-errors.ts';

/** Errors and findings of a session by their causes, and each of them with the name of its group. */
export type GroupedProblems = {
  readonly errors: readonly ReportError[];
  readonly findings: readonly ReportFinding[];
  readonly groups: readonly ProblemGroup[];
  readonly findingGroups: readonly CommonFinding[];
};

/**
 * Puts errors of one cause together: all that they say is the same, but for values, numbers and ids. The same is done
 * with the findings that no error shows. A rule of the project file goes before.
 */
export function groupedProblems(
  errors: readonly UngroupedError[],
  findings: readonly ReportFinding[],
  rules: readonly GroupingRule[] = [],
): GroupedProblems {
  const ruled = groupingBy(rules);
  const groups = new Map<string, Mutable<ProblemGroup>>();
  const findingGroups = new Map<string, Mutable<CommonFinding>>();
  const named = errors.map((error): ReportError => ({ ...error, group: addError(groups, error, ruled) }));
  const shown = new Set(errors.flatMap(({ seq, requestSeq }) => [seq, requestSeq ?? seq]));
  const sorted = findings.map((finding): ReportFinding => {
    if (shown.has(finding.seq)) return finding;
    return { ...finding, group: addFinding(findingGroups, finding, ruled) };
  });
  return {
    errors: named,
    findings: sorted,
    groups: [...groups.values()].sort((a, b) => weight(a) - weight(b) || byCount(a, b)),
    findingGroups: [...findingGroups.values()].sort(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || byCount(a, b),
    ),
  };
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type Ruled = (problem: Groupable) => RuledGroup | undefined;

/** The tiers of errors in the order of their problems. */
export const WORST_FIRST: readonly ErrorTier[] = [
  'transport',
  ...ERROR_TIERS.filter((tier) => tier !== 'transport'),
];

/** Errors that a raw message provoked weigh nothing, but stand in a group all the same. */
function weight({ tier }: Pick<ProblemGroup, 'tier'>): number {
  return WORST_FIRST.indexOf(tier);
}

function byCount(a: Pick<ProblemGroup, 'count' | 'first'>, b: Pick<ProblemGroup, 'count' | 'first'>): number {
  return b.count - a.count || a.first - b.first;
}

/** Counts an error to its group; gives the group's id. */
function addError(groups: Map<string, Mutable<ProblemGroup>>, error: UngroupedError, ruled: Ruled): string {
  const { tier, code, name, method, target, message, seq, acts, todo, instruction, provoked, expected } =
    error;
  const rule = ruled({ tier, code, rule: null, method, target, message });
  const key = rule?.key ?? errorKey(error);
  const group = groups.get(key);
  if (group !== undefined) {
    grow(group, seq);
    if (weight(error) < weight(group)) group.tier = tier;
    if (group.name !== name && (code === null || group.code !== code)) group.name = 'several errors';
    for (const field of ['code', 'method', 'target'] as const) {
      if (group[field] !== error[field]) group[field as 'code'] = null;
    }
    if (provoked !== true) delete group.provoked;
    if (expected !== true) delete group.expected;
    if (group.acts === 'nobody') Object.assign(group, { acts, todo, ...(instruction && { instruction }) });
    return group.id;
  }
  const id = shortId(key);
  const text = rule?.name ?? causeLikeness(message);
  groups.set(key, {
    ...{ key, tier, code, name, target, text, count: 1, first: seq, last: seq, state: null },
    ...{
      id,
      method,
      acts,
      todo,
      ...(instruction === undefined ? {} : { instruction }),
      by: rule?.name ?? null,
    },
    ...(provoked === true ? { provoked } : {}),
    ...(expected === true ? { expected } : {}),
  });
  return id;
}

/** The same for one cause. */
export function errorKey(error: UngroupedError): string {
  const { tier, code, method, target, message } = error;
  const texts = [message, causeOf(error)].map(causeLikeness);
  return [tier, code ?? '', method ?? '', target ?? '', ...texts].join('|');
}

/** What happened, as far as it tells causes apart: of the end of a process stderr has the cause. */
function causeOf({ tier, explanation, happened = explanation }: UngroupedError): string {
  return tier === 'transport' ? explanation : happened;
}

/** The same for a finding that no error shows. */
function addFinding(
  groups: Map<string, Mutable<CommonFinding>>,
  finding: ReportFinding,
  ruled: Ruled,
): string {
  const { rule: id, message, seq, todo, severity, certainty, title } = finding;
  const rule = ruled({ tier: null, code: null, rule: id, method: null, target: null, message });
  const key = rule === undefined ? findingKey(finding) : `${rule.key}|${id}`;
  const group = groups.get(key);
  if (group !== undefined) {
    grow(group, seq);
    return group.id;
  }
  const named = { key, id: shortId(key), text: rule?.name ?? causeLikeness(message), by: rule?.name ?? null };
  const counted = { count: 1, first: seq, last: seq, state: null };
  const acts = stepOf(finding).actor;
  groups.set(key, { ...named, ...counted, acts, todo, rule: id, severity, certainty, title });
  return named.id;
}

/** The same for one rule and one cause. */
export function findingKey({ rule, message }: Pick<ReportFinding, 'rule' | 'message'>): string {
  return `${rule}|${causeLikeness(message)}`;
}

/** A short name of the rule and the cause, which is the same if secrets were replaced in the message. */
export function findingCause(finding: Pick<ReportFinding, 'rule' | 'message' | 'cause'>): string {
  return finding.cause ?? shortId(findingKey(finding));
}

function grow(group: Mutable<Pick<ProblemGroup, 'count' | 'first' | 'last'>>, seq: number): void {
  group.count += 1;
  group.first = Math.min(group.first, seq);
  group.last = Math.max(group.last, seq);
}

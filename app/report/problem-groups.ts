import { likeness } from '../base/likeness.ts';
import { ERROR_TIERS } from '../frame/tier.ts';
import type { ProblemGroup, ReportError } from './report.ts';

/** Puts errors of one cause together: all that they say is the same, but for values, numbers and ids. */
export function problemGroups(errors: readonly ReportError[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>();
  for (const error of errors) {
    const key = groupKey(error);
    const before = groups.get(key);
    groups.set(key, before === undefined ? newGroup(key, error) : grown(before, error));
  }
  return [...groups.values()].sort((a, b) => weight(a) - weight(b) || b.count - a.count || a.first - b.first);
}

/** The group that an error belongs to. */
export function groupKey({ tier, code, method, target, message, explanation }: ReportError): string {
  return [tier, code ?? '', method ?? '', target ?? '', likeness(message), likeness(explanation)].join('|');
}

/** Errors that a raw message provoked weigh nothing, but stand in a group all the same. */
function weight({ tier }: ProblemGroup): number {
  return WORST_FIRST.indexOf(tier);
}

const WORST_FIRST = ['transport', ...ERROR_TIERS.filter((tier) => tier !== 'transport')];

function newGroup(key: string, error: ReportError): ProblemGroup {
  const { tier, code, target, message, seq } = error;
  return { key, tier, code, target, text: likeness(message), count: 1, first: seq, last: seq, state: null };
}

function grown(group: ProblemGroup, { seq }: ReportError): ProblemGroup {
  return {
    ...group,
    count: group.count + 1,
    first: Math.min(group.first, seq),
    last: Math.max(group.last, seq),
  };
}

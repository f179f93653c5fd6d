import { ERROR_TIERS } from '../frame/tier.ts';
import type { ProblemGroup, ReportError } from './report.ts';

const MOST_TEXT = 300;

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

/** A message without what differs from one error to the next: times, ids, quoted values, numbers. */
export function likeness(message: string): string {
  return message
    .slice(0, 2 * MOST_TEXT)
    .replaceAll(/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>')
    .replaceAll(/\b0x[\da-f]+\b|\b(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{8,}\b/gi, '<id>')
    .replaceAll(/"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu, '<value>')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '<n>')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_TEXT);
}

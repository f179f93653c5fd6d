import { causeLikeness, singleLineMessage } from '../base/likeness.ts';
import { shortId } from '../base/short-id.ts';
import { stepOf } from '../explain/what-to-do.ts';
import { SEVERITIES } from '../findings/finding.ts';
import { placeText } from '../frame/error-origin.ts';
import { ERROR_TIERS, type ErrorTier } from '../frame/tier.ts';
import {
  type Groupable,
  type GroupingRule,
  groupingBy,
  type RuledGroup,
} from '../session/project/grouping-rule.ts';
import type { CommonFinding, ProblemGroup, ReportError, ReportFinding, SessionReport } from './report.ts';
import type { ExplainedError, UngroupedError } from './report-errors.ts';

/** Groups errors and findings by cause, worst first. */
export function groupedProblems(
  errors: readonly UngroupedError[],
  findings: readonly ReportFinding[],
  rules: readonly GroupingRule[] = [],
): Pick<SessionReport, 'errors' | 'findings' | 'groups' | 'findingGroups'> {
  const causeOf = new Causes(rules);
  const groups = new ProblemGroups();
  const named = errors.map((error): ReportError => {
    return { ...error, group: groups.addError(error, causeOf.error(error)).id };
  });
  const shown = new Set(
    errors.flatMap(({ seq, requestSeq, caused = [] }) => [seq, requestSeq ?? seq, ...caused]),
  );
  const sorted = findings.map((finding): ReportFinding => {
    if (shown.has(finding.seq)) return finding;
    return Object.assign({}, finding, { group: groups.addFinding(finding, causeOf.finding(finding)).id });
  });
  return { errors: named, findings: sorted, groups: groups.errors, findingGroups: groups.findings };
}

/** What makes errors or findings one problem: a key, and the name of the project file's rule, if any. */
export type Cause = { readonly key: string; readonly name: string | undefined };

/** Distinguishes causes: errors or findings that differ only in values share one, unless a project rule applies. */
export class Causes {
  readonly #ruled: (problem: Groupable) => RuledGroup | undefined;
  readonly #known = new Map<string, string>();

  constructor(rules: readonly GroupingRule[]) {
    this.#ruled = groupingBy(rules);
  }

  error(error: ExplainedError): Cause {
    const { tier, code, method, target, message } = error;
    const rule = this.#ruled({ tier, code, rule: null, method, target, message });
    return { key: rule?.key ?? errorKey(error, (text) => this.#likenessOf(text)), name: rule?.name };
  }

  finding({ rule: id, message }: GroupedFinding): Cause {
    const rule = this.#ruled({ tier: null, code: null, rule: id, method: null, target: null, message });
    const key = rule === undefined ? findingKey({ rule: id, message }) : `${rule.key}|${id}`;
    return { key, name: rule?.name };
  }

  /** Cached, since many errors are identical. */
  #likenessOf(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    const likeness = causeLikeness(text);
    this.#known.set(text, likeness);
    return likeness;
  }
}

const MAX_KNOWN = 1000;

export class ProblemGroups {
  readonly #errors = new Map<string, Mutable<ProblemGroup>>();
  readonly #findings = new Map<string, Mutable<CommonFinding>>();
  /** The calls of problems that show both at a call and at its answer. */
  readonly #calls = new Set<string>();
  /** The groups whose messages differ in a value. */
  readonly #varied = new WeakSet<object>();

  get errors(): readonly ProblemGroup[] {
    return [...this.#errors.values()].sort((a, b) => weight(a) - weight(b) || byCount(a, b));
  }

  get findings(): readonly CommonFinding[] {
    return [...this.#findings.values()].sort(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || byCount(a, b),
    );
  }

  addError(error: ExplainedError, cause: Cause): ProblemGroup {
    const known = this.#errors.get(cause.key);
    const call = error.problem === undefined ? '' : `${cause.key} ${error.requestSeq}`;
    const isCounted = call !== '' && this.#calls.has(call);
    if (call !== '') this.#calls.add(call);
    // The first end says how the problem is named.
    if (known !== undefined && isCounted) return grow(known, error.seq, 0);
    if (known !== undefined) return joined(this.#alike(known, error.message), error);
    const { tier, code, name, method, target, seq, acts, todo, instruction, provoked, expected } = error;
    const { key, id, text, by, ...numbers } = startedGroup(cause, error.message, seq);
    // Keeps the member order promised to readers of reports.
    const group = {
      ...{ key, tier, code, name, target, text, ...numbers, id, method, acts, todo },
      ...(instruction === undefined ? {} : { instruction }),
      by,
      ...(provoked === true ? { provoked } : {}),
      ...(expected === true ? { expected } : {}),
    };
    this.#errors.set(cause.key, group);
    return group;
  }

  addFinding(finding: GroupedFinding, cause: Cause): CommonFinding {
    const { rule, message, seq, todo, severity, certainty, title } = finding;
    const known = this.#findings.get(cause.key);
    if (known !== undefined) return grow(this.#alike(known, message), seq);
    const acts = stepOf(finding).actor;
    const group = { ...startedGroup(cause, message, seq), acts, todo, rule, severity, certainty, title };
    this.#findings.set(cause.key, group);
    return group;
  }

  /** A group's text is its exact message until another message differs in a value. */
  #alike<Group extends Mutable<Pick<ProblemGroup, 'text' | 'by'>>>(group: Group, message: string): Group {
    if (group.by !== null || this.#varied.has(group) || group.text === message) return group;
    if (group.text === singleLineMessage(message)) return group;
    this.#varied.add(group);
    group.text = causeLikeness(group.text);
    return group;
  }
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
export type GroupedFinding = Pick<
  ReportFinding,
  'rule' | 'message' | 'seq' | 'todo' | 'severity' | 'certainty' | 'title' | 'side' | 'actor'
>;

export const WORST_FIRST: readonly ErrorTier[] = [
  'transport',
  ...ERROR_TIERS.filter((tier) => tier !== 'transport'),
];

/** Errors provoked by a raw message weigh nothing, but are grouped too. */
function weight({ tier }: Pick<ProblemGroup, 'tier'>): number {
  return WORST_FIRST.indexOf(tier);
}

function byCount(a: Pick<ProblemGroup, 'count' | 'first'>, b: Pick<ProblemGroup, 'count' | 'first'>): number {
  return b.count - a.count || a.first - b.first;
}

function startedGroup({ key, name }: Cause, message: string, seq: number) {
  const text = name ?? singleLineMessage(message);
  return { key, id: shortId(key), text, by: name ?? null, count: 1, first: seq, last: seq, state: null };
}

function joined(group: Mutable<ProblemGroup>, error: ExplainedError): ProblemGroup {
  const { tier, code, name, seq, acts, todo, instruction, provoked, expected } = error;
  if (weight(error) < weight(group)) group.tier = tier;
  if (group.name !== name && (code === null || group.code !== code)) group.name = 'several errors';
  for (const field of ['code', 'method', 'target'] as const) {
    if (group[field] !== error[field]) group[field as 'code'] = null;
  }
  if (provoked !== true) delete group.provoked;
  if (expected !== true) delete group.expected;
  if (group.acts === 'nobody') Object.assign(group, { acts, todo, ...(instruction && { instruction }) });
  return grow(group, seq);
}

/** The same for one cause. */
export function errorKey(error: ExplainedError, likenessOf = causeLikeness): string {
  const { tier, code, method, target, message, problem, origin, http } = error;
  if (problem !== undefined) return problem;
  const texts = [message, causeOf(error)].map((text) => likenessOf(text));
  // Line numbers change with every edit of the file.
  if (origin !== undefined) texts.push(`${origin.exception} ${origin.function || placeText(origin)}`);
  // Over HTTP the status and where it failed are the cause, whatever the body says.
  const place = http === null || http.where === null ? [] : [http.where, http.status ?? ''];
  return [tier, code ?? '', method ?? '', target ?? '', ...place, ...texts].join('|');
}

/** The text that distinguishes causes; for a process's end, stderr has the cause. */
function causeOf({ tier, cause, explanation, happened = explanation }: ExplainedError): string {
  // The meaning of a code may become known only later.
  if (cause === 'code-of-vocabulary' || cause === 'code-of-no-vocabulary') return '';
  return tier === 'transport' ? explanation : happened;
}

/** The same for one rule and one cause. */
export function findingKey({ rule, message }: Pick<ReportFinding, 'rule' | 'message'>): string {
  return `${rule}|${causeLikeness(message)}`;
}

/** A short id of rule and cause; unaffected by replacing secrets in the message. */
export function findingCause(finding: Pick<ReportFinding, 'rule' | 'message' | 'cause'>): string {
  return finding.cause ?? shortId(findingKey(finding));
}

function grow<Group extends Mutable<Pick<ProblemGroup, 'count' | 'first' | 'last'>>>(
  group: Group,
  seq: number,
  more = 1,
): Group {
  group.count += more;
  group.first = Math.min(group.first, seq);
  group.last = Math.max(group.last, seq);
  return group;
}

import { foreignName } from '../base/foreign-text.ts';
import { isJsonObject } from '../base/json-value.ts';
import { ruleById } from '../findings/all-rules.ts';
import type { Finding } from '../findings/finding.ts';
import { type RetryAdvice, retryAdvice } from '../findings/retry-advice.ts';
import type { Tier } from '../frame/tier.ts';
import { type Actor, callerOf, type NextStep, NO_STEP } from '../protocol/actor.ts';
import type { Explanation } from './explanation.ts';
import type { Failure } from './failure.ts';
import { phrase } from './phrases.ts';
import type { StoredFailure } from './stored-failure.ts';

/** The parts of a finding that say whether it calls for action. */
type FindingSummary = Pick<Finding, 'rule' | 'severity' | 'certainty' | 'side' | 'actor' | 'todo'>;

/** The parts of an explanation that decide who must act. */
type Cause = NextStep & Pick<Explanation, 'inRequest' | 'lastLine' | 'origin'>;

/** A settled call, with everything known about why it ended this way. */
export type SettledCall = {
  readonly tier: Tier;
  readonly method: string;
  readonly target: string;
  /** Undefined for a call that did not fail. */
  readonly why: Cause | undefined;
  readonly findings: readonly FindingSummary[];
  readonly advice: RetryAdvice | undefined;
};

/** The retry advice in a failed call's answer; undefined if it has none. */
export function retryOf(
  { tier, method, provoked, isAnswered, failure: { error, result } }: StoredFailure,
  vocabularies: Failure['vocabularies'],
): RetryAdvice | undefined {
  if (!isAnswered || provoked || (tier !== 'tool' && tier !== 'protocol')) return undefined;
  return retryAdvice({
    method,
    vocabularies: vocabularies.map(({ id }) => id),
    ...(error === undefined ? {} : { error }),
    ...(error !== undefined || !isJsonObject(result) ? {} : { result }),
  });
}

/** The actor and action for a failure; nobody if it was intended. */
export function nextStep(
  { provoked, expected, tier, method, target }: StoredFailure,
  found: Pick<SettledCall, 'why' | 'findings' | 'advice'>,
): NextStep {
  return provoked || expected ? NO_STEP : whatToDo({ tier, method, target, ...found });
}

/** The actor and action for a call: by its most important finding, else the explanation, else the answer. */
export function whatToDo(call: SettledCall): NextStep {
  const why = call.why ?? NO_STEP;
  const asking = call.findings.filter(
    (finding) => asks(finding, call.tier) && goesBefore(finding, why, call.tier),
  );
  const [first] = asking.toSorted((a, b) => weight(a) - weight(b));
  if (first !== undefined) return stepOf(first);
  if (why.action !== '') return { actor: why.actor, action: why.action, verb: why.verb };
  return byAdvice(call);
}

/** Information requires no action, nor does wording that nobody has read, or that matters less than its content. */
function asks({ todo, severity, rule }: FindingSummary, tier: Tier): boolean {
  if (todo === '' || severity === 'info') return false;
  const { kind, subject } = ruleById(rule) ?? {};
  // For HTTP, the explanation says why a call failed; other HTTP findings did not cause it.
  if (kind === 'http') return false;
  if (kind !== 'quality') return true;
  if (tier === 'tool') return losesAnswer(rule) || severity === 'violation' || subject === 'no-cause';
  return tier !== 'client' && tier !== 'transport';
}

/**
 * True if a finding says more about the cause than the explanation. A client's earlier fault is rarely why the server
 * failed; the cause of a process's end is on stderr; and an SDK is responsible for the form and tier of an answer, but
 * for a failure only if its server alone is.
 */
function goesBefore({ rule, side, severity, actor }: FindingSummary, why: Cause, tier: Tier): boolean {
  // If the answer is thrown away, nothing is left to act on; and a fix in a newer SDK is available.
  if (losesAnswer(rule) || actor === 'sdk') return true;
  // Wording matters less than a bug.
  if (why.origin !== undefined && why.action !== '' && ruleById(rule)?.kind === 'quality') return false;
  // What has to run, or be allowed, helps more than another tier for the same failure.
  if (why.actor === 'user' && why.action !== '' && ruleById(rule)?.kind === 'tier') return false;
  const isForm = severity !== 'violation' || tier === 'tool' || ruleById(rule)?.kind === 'tier';
  if (side === 'sdk' && isForm) return false;
  if (why.action === '') return true;
  if (side === 'client' || severity !== 'violation' || why.lastLine === true) return false;
  return side !== 'sdk' || (why.actor === 'server' && why.inRequest !== true);
}

/** True if a client that validates the outputSchema throws the answer away because of the rule's fault. */
export function losesAnswer(rule: string): boolean {
  return ruleById(rule)?.subject === 'output-schema';
}

function weight({ rule, severity, certainty }: FindingSummary): number {
  if (losesAnswer(rule)) return -1;
  return (severity === 'violation' ? 0 : 2) + (certainty === 'certain' ? 0 : 1);
}

export function stepOf({ side, actor, todo }: Pick<FindingSummary, 'side' | 'actor' | 'todo'>): NextStep {
  return todo === '' ? NO_STEP : { actor: actor ?? side, action: todo };
}

/** The step of a finding next to a failure on which `acts` acts: what an end left open has no other cause. */
export function stepBeside(
  finding: Pick<FindingSummary, 'rule' | 'side' | 'actor' | 'todo'>,
  acts: Actor,
): NextStep {
  const { rule, side, actor = side, todo } = finding;
  const isOther = acts !== 'nobody' && acts !== actor;
  return isOther && ruleById(rule)?.subject === 'lost-answer'
    ? { actor: acts, action: '' }
    : { actor, action: todo };
}

function byAdvice({ advice, tier, method, target }: SettledCall): NextStep {
  const action = adviceText(advice, tier, target);
  return action === undefined ? NO_STEP : { actor: callerOf(method), action };
}

function adviceText(advice: RetryAdvice | undefined, tier: Tier, target: string): string | undefined {
  if (advice?.retry === 'later' && advice.notBefore !== undefined)
    return phrase('retry.not-before', { notBefore: foreignName(advice.notBefore) });
  if (advice !== undefined) return phrase(`retry.${advice.retry}`);
  return tier === 'tool'
    ? phrase('act-on-text', { toolName: target ? foreignName(target) : 'the tool' })
    : undefined;
}

import { ruleById } from '../findings/all-rules.ts';
import type { Finding } from '../findings/finding.ts';
import type { RetryAdvice } from '../findings/retry-advice.ts';
import type { Tier } from '../frame/tier.ts';
import { actorNamed, callerOf, type Deed, NO_DEED } from './actor.ts';
import type { Explanation } from './failure.ts';

/** What of a finding says whether it asks for something. */
type Asking = Pick<Finding, 'rule' | 'severity' | 'certainty' | 'side' | 'todo'>;

/** What of an explanation decides who has to act. */
type Why = Deed & Pick<Explanation, 'inRequest' | 'lastLine'>;

/** A call that is settled, with all that is known of why it ended so. */
export type SettledCall = {
  readonly tier: Tier;
  readonly method: string;
  readonly target: string;
  /** Undefined for a call that did not fail. */
  readonly why: Why | undefined;
  readonly findings: readonly Asking[];
  readonly advice: RetryAdvice | undefined;
};

/** Who has to do what about a call: as the most important finding asks, or the explanation, or the answer itself. */
export function whatToDo(call: SettledCall): Deed {
  const why = call.why ?? NO_DEED;
  const asking = call.findings.filter(
    (finding) => asks(finding, call.tier) && goesBefore(finding, why, call.tier),
  );
  const [first] = asking.toSorted((a, b) => weight(a) - weight(b));
  if (first !== undefined) return deedOf(first, call.method);
  if (why.todo !== '') return { acts: why.acts, todo: why.todo };
  return byAdvice(call);
}

/** A mere information asks for nothing; how well a text reads is beside the point if nobody has read it. */
function asks({ todo, severity, rule }: Asking, tier: Tier): boolean {
  const wasRead = tier !== 'client' && tier !== 'transport';
  return todo !== '' && severity !== 'info' && (wasRead || ruleById(rule)?.kind !== 'quality');
}

/**
 * True if a finding says more of the cause than the explanation does. What the client did wrong before is seldom why
 * the server failed; the end of a process has its cause on stderr; and an SDK is to blame for the form of an answer
 * and for its tier, but for a failure only if nothing but its server is.
 */
function goesBefore({ rule, side, severity }: Asking, why: Why, tier: Tier): boolean {
  const isForm = severity !== 'violation' || tier === 'tool' || ruleById(rule)?.kind === 'tier';
  if (side === 'sdk' && isForm) return false;
  if (why.todo === '') return true;
  if (side === 'client' || severity !== 'violation' || why.lastLine === true) return false;
  return side !== 'sdk' || (why.acts === 'server' && why.inRequest !== true);
}

function weight({ severity, certainty }: Asking): number {
  return (severity === 'violation' ? 0 : 2) + (certainty === 'certain' ? 0 : 1);
}

/** What a finding asks for, and of whom; an SDK answers for its server. */
export function deedOf({ side, todo }: Pick<Asking, 'side' | 'todo'>, method = ''): Deed {
  if (todo === '') return NO_DEED;
  const named = actorNamed(todo, method);
  return { acts: named === undefined || (named === 'server' && side === 'sdk') ? side : named, todo };
}

/** What the answer itself says of a further call. */
function byAdvice({ advice, tier, method, target }: SettledCall): Deed {
  const acts = callerOf(method);
  switch (advice?.retry) {
    case 'later':
      return {
        acts,
        todo: `Send the same call again${advice.notBefore === undefined ? ' after a pause' : `, not before ${advice.notBefore}`}.`,
      };
    case 'same':
      return { acts, todo: 'Send the same call again.' };
    case 'changed':
      return { acts, todo: 'Change the call by what the message says, and send it again.' };
    case 'no':
      return { acts, todo: 'Do not repeat the call as it is: the message says what stands against it.' };
    default:
      return tier === 'tool'
        ? { acts, todo: `Act on the text of ${target || 'the tool'}: the frames show no other cause.` }
        : NO_DEED;
  }
}

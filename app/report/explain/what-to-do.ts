import type { Finding } from '../../findings/finding.ts';
import type { RetryAdvice } from '../../findings/retry-advice.ts';
import type { Tier } from '../../frame/tier.ts';
import type { Explanation } from './failure.ts';

/** What of a finding says whether it asks for something. */
type Asking = Pick<Finding, 'rule' | 'severity' | 'certainty' | 'side' | 'todo'>;

type Call = { readonly tier: Tier; readonly target: string };

/**
 * The most important finding that asks for something; a mere information asks for nothing. What the client did
 * wrong before is seldom why the server failed: it counts only if nothing else says what to do.
 */
export function mostImportant<Known extends Asking>(
  findings: readonly Known[],
  why: Pick<Explanation, 'todo'>,
  tier: Tier,
): Known | undefined {
  const asking = findings.filter(
    ({ todo, severity, side, rule }) =>
      todo !== '' &&
      severity !== 'info' &&
      (side !== 'client' || why.todo === '') &&
      // How well a text reads is beside the point if nobody has read it.
      (tier === 'tool' || tier === 'protocol' || !rule.startsWith('Q')),
  );
  const weight = ({ severity, certainty }: Asking) =>
    (severity === 'violation' ? 0 : 2) + (certainty === 'certain' ? 0 : 1);
  return asking.toSorted((a, b) => weight(a) - weight(b))[0];
}

/** What a finding asks for, and what the sender of the request must change, if the request is at fault as well. */
export function whatToDo(
  why: Pick<Explanation, 'todo' | 'inRequest'>,
  finding: Asking | undefined,
  advice: RetryAdvice | undefined,
  call: Call,
): string {
  if (finding === undefined) return why.todo === '' ? todoByAdvice(advice, call) : why.todo;
  if (why.inRequest !== true) return finding.todo;
  return finding.severity === 'violation' ? `${finding.todo} ${why.todo}` : `${why.todo} ${finding.todo}`;
}

function todoByAdvice(advice: RetryAdvice | undefined, { tier, target }: Call): string {
  switch (advice?.retry) {
    case 'later':
      return `Send the same call again${advice.notBefore === undefined ? ' after a pause' : `, not before ${advice.notBefore}`}.`;
    case 'same':
      return 'Send the same call again.';
    case 'changed':
      return 'Change the call by what the message says, and send it again.';
    case 'no':
      return 'Do not repeat the call as it is: the message says what stands against it.';
    default:
      return tier === 'tool'
        ? `Act on the text of ${target || 'the tool'}: the frames show no other cause.`
        : '';
  }
}

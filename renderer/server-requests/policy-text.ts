import type { JsonObject } from '../../app/base/json-value.ts';
import type { AnswerPolicy, PolicyName } from '../../app/protocol/server-request.ts';

/** The labels of the policies, in the order of a list. */
export const POLICY_LABELS: readonly (readonly [AnswerPolicy['kind'], string])[] = [
  ['ask', 'ask me'],
  ['decline', 'decline'],
  ['canned', 'give a canned answer'],
  ['error', 'answer with an error'],
  ['silent', 'never answer, so that it times out'],
];

export const POLICY_NAMES: Record<PolicyName, string> = {
  sampling: 'Sampling',
  elicitation: 'Elicitation',
  roots: 'Roots list',
  ping: 'Ping',
};

/** What the canned answer of a kind of server request is called, if it has a name of its own. */
export const CANNED_TEXTS: Partial<Record<PolicyName, string>> = {
  roots: 'answer with the roots below',
  ping: 'answer',
};

/** The canned results to begin with; for the other kinds the session has one of its own. */
export const CANNED_STARTS: Partial<Record<PolicyName, JsonObject>> = {
  sampling: {
    role: 'assistant',
    content: { type: 'text', text: 'A canned answer.' },
    model: 'canned',
    stopReason: 'endTurn',
  },
  elicitation: { action: 'accept', content: {} },
};

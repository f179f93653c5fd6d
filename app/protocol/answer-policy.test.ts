import { expect, test } from 'vitest';
import {
  answerByPolicy,
  POLICY_OF,
  policyOfAnswer,
  replyTo,
  type ServerRequestAnswer,
} from './server-request.ts';
import { DEFAULT_SETTINGS } from './session-settings.ts';

test.each<ServerRequestAnswer>([
  { kind: 'result', result: { action: 'accept', content: {} } },
  { kind: 'decline' },
  { kind: 'cancel' },
  { kind: 'error', code: -1, message: 'no', data: [1] },
  { kind: 'silent' },
])('the policy of an answer puts the same on the wire: %o', (answer) => {
  const again = answerByPolicy('elicitation/create', policyOfAnswer(answer), []);
  expect(again && replyTo('elicitation/create', again)).toEqual(replyTo('elicitation/create', answer));
});

test('every method has a policy in the settings', () => {
  const methods = ['roots/list', 'sampling/createMessage', 'elicitation/create', 'ping'] as const;
  expect(methods.map((method) => POLICY_OF[method]).toSorted()).toEqual(
    Object.keys(DEFAULT_SETTINGS.answers).toSorted(),
  );
});

test('by default a person answers what only a person can', () => {
  const { sampling, elicitation, roots, ping } = DEFAULT_SETTINGS.answers;
  expect([sampling.kind, elicitation.kind]).toEqual(['ask', 'ask']);
  expect([roots.kind, ping.kind]).toEqual(['canned', 'canned']);
});

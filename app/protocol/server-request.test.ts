import { describe, expect, test } from 'vitest';
import { DEFAULT_CAPABILITIES, withCapabilities } from './client-capabilities.ts';
import { answerByPolicy, isAnswerable, replyTo, serverRequestAnswerSchema } from './server-request.ts';

describe('an answer to a request of the server', () => {
  test.each([
    ['elicitation/create', 'decline', { kind: 'result', result: { action: 'decline' } }],
    ['elicitation/create', 'cancel', { kind: 'result', result: { action: 'cancel' } }],
    ['sampling/createMessage', 'cancel', { kind: 'error', error: { code: -1 } }],
    ['roots/list', 'decline', { kind: 'error', error: { code: -32601 } }],
    ['ping', 'decline', { kind: 'error', error: { code: -32601 } }],
    ['ping', 'silent', { kind: 'nothing' }],
  ] as const)('to %s that says %s has the words of its method', (method, kind, reply) => {
    expect(replyTo(method, { kind })).toMatchObject(reply);
  });

  test('goes out as it is, also what no schema allows', () => {
    const result = { action: 'explode' };
    expect(replyTo('elicitation/create', { kind: 'result', result })).toEqual({ kind: 'result', result });
    const error = { code: 1.5, message: '' };
    expect(replyTo('ping', { kind: 'error', ...error })).toEqual({ kind: 'error', error });
    expect(serverRequestAnswerSchema.safeParse({ kind: 'error', ...error }).success).toBe(true);
  });

  test('comes from the policy, but for what only a user can say', () => {
    const roots = [{ uri: 'file:///a' }];
    expect(answerByPolicy('roots/list', { kind: 'canned' }, roots)).toEqual({
      kind: 'result',
      result: { roots },
    });
    expect(answerByPolicy('ping', { kind: 'canned' }, [])).toEqual({ kind: 'result', result: {} });
    expect(answerByPolicy('elicitation/create', { kind: 'canned' }, [])).toBeUndefined();
    expect(answerByPolicy('ping', { kind: 'ask' }, [])).toBeUndefined();
    expect(answerByPolicy('ping', { kind: 'silent' }, [])).toEqual({ kind: 'silent' });
  });
});

describe('declared capabilities', () => {
  test('decide what a user is asked', () => {
    expect(isAnswerable('sampling/createMessage', DEFAULT_CAPABILITIES)).toBe(true);
    expect(isAnswerable('sampling/createMessage', {})).toBe(false);
    expect(isAnswerable('ping', {})).toBe(true);
    expect(isAnswerable('tools/list', DEFAULT_CAPABILITIES)).toBe(false);
  });

  test('grow by what a server requires, to any depth, and forge no prototype', () => {
    expect(withCapabilities({ sampling: { context: {} } }, { sampling: { tools: {} }, roots: {} })).toEqual({
      sampling: { context: {}, tools: {} },
      roots: {},
    });
    const forged = withCapabilities({}, JSON.parse('{"__proto__":{"x":1}}'));
    expect(Object.getPrototypeOf(forged)).toBe(Object.prototype);
  });
});

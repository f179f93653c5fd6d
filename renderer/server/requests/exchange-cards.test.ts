import { expect, test } from 'vitest';
import { isRepeat, isRepeatFor } from './exchange-cards.tsx';

const ROUND = {
  requests: [
    { key: 'who', method: 'elicitation/create', params: {} },
    { key: 'where', method: 'roots/list', params: {} },
  ],
  state: { n: 1 },
};

test.each([
  ['with answers and the state', { inputResponses: { who: {} }, requestState: { n: 1 } }, true],
  ['with another state', { inputResponses: { who: {} }, requestState: { n: 2 } }, false],
  ['with an answer that nobody asked for', { inputResponses: { what: {} }, requestState: { n: 1 } }, false],
  ['without answers', { requestState: { n: 1 } }, false],
  ['that is not an object', 7, false],
])('a request %s repeats the call or not', (_name, params, expected) => {
  expect(isRepeatFor(ROUND, params)).toBe(expected);
});

test('a state alone is repeated by itself', () => {
  const stateOnly = { requests: [], state: 's' };
  expect(isRepeatFor(stateOnly, { requestState: 's' })).toBe(true);
  expect(isRepeat({ requestState: 's' })).toBe(true);
  expect(isRepeat({ name: 'x' })).toBe(false);
});

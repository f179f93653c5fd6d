import { expect, test } from 'vitest';
import { retryText } from './cards.tsx';

test('the retry advice says what to do, from when on, and what says so', () => {
  const because = 'The error states it in data.retryAfter.';
  expect(retryText({ retry: 'later', notBefore: '30 s', because, source: 'data.retryable' })).toBe(
    'the same call may succeed after a pause (30 s). The error states it in data.retryAfter.',
  );
  expect(retryText({ retry: 'no', because, source: 'code' })).toBe(
    'sending it again does not help. The error states it in data.retryAfter.',
  );
});

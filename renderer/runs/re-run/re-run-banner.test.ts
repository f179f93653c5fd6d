import { expect, test } from 'vitest';
import type { ReRunState } from '../../../app/contract/re-run-commands.ts';
import { runSentence } from './end-text.tsx';

const RUN: ReRunState = {
  run: 1,
  from: 's1',
  fromLabel: 'old',
  state: 'running',
  note: '',
  total: 3,
  sent: 0,
  current: '',
  worse: 0,
  better: 0,
};

test('a run has one sentence while it goes on, when it is done, and when it ended early', () => {
  const sentence = (change: Partial<ReRunState>) => runSentence({ ...RUN, ...change }, 'new');
  expect(sentence({})).toBe('Sending 0 of 3 requests of old to new again.');
  expect(sentence({ sent: 1 })).toBe('Sending 1 of 3 requests of old to new again, no tier changed.');
  expect(sentence({ state: 'done', sent: 3, worse: 2, better: 1 })).toBe(
    'Sent 3 of 3 requests of old to new again, 2 got worse, 1 got better.',
  );
  expect(sentence({ state: 'failed', sent: 2, worse: 1 })).toBe(
    'Sent only 2 of 3 requests of old to new again, 1 got worse.',
  );
  expect(sentence({ state: 'stopped', total: 1, sent: 1 })).toBe(
    'Sent 1 of 1 request of old to new again, no tier changed.',
  );
});

import { expect, test } from 'vitest';
import { type Activity, NO_ACTIVITY } from '../../../app/session/server-activity.ts';
import { freshness } from './use-list.ts';

const info = { serverCapabilities: { tools: {} } };

function listedAt(lastRequest: number, more: { spawned?: number; stale?: boolean } = {}): Activity {
  const { spawned = 1, stale = false } = more;
  const trace = { answers: [], lastRequest, lastOutcome: 'ok', stale } as const;
  return { ...NO_ACTIVITY, spawned, trace: () => trace };
}

test('a list is fresh until the server says otherwise, or is restarted', () => {
  expect(freshness(listedAt(5), info, 'tools')).toBe('fresh');
  expect(freshness(listedAt(5, { stale: true }), info, 'tools')).toBe('changed');
  expect(freshness(listedAt(5, { spawned: 9 }), info, 'tools')).toBe('restarted');
});

test('a list that nobody asked for, or that the server does not declare any more, is not asked for', () => {
  expect(freshness(listedAt(0, { spawned: 9 }), info, 'tools')).toBe('fresh');
  expect(freshness(listedAt(5, { spawned: 9 }), { serverCapabilities: {} }, 'tools')).toBe('fresh');
});

import { expect, test } from 'vitest';
import { ServerActivity } from '../../state/server/server-activity.ts';
import { freshness } from './use-list.ts';

const info = { serverCapabilities: { tools: {} } };

function listedAt(lastRequest: number, more: { spawned?: number; lastChange?: number } = {}): ServerActivity {
  const activity = new ServerActivity();
  const trace = activity.trace('tools');
  trace.lastRequest = lastRequest;
  trace.lastChange = more.lastChange ?? 0;
  activity.spawned = more.spawned ?? 1;
  return activity;
}

test('a list is fresh until the server says otherwise, or is started anew', () => {
  expect(freshness(listedAt(5), info, 'tools')).toBe('fresh');
  expect(freshness(listedAt(5, { lastChange: 6 }), info, 'tools')).toBe('changed');
  expect(freshness(listedAt(5, { spawned: 9 }), info, 'tools')).toBe('restarted');
});

test('a list that nobody asked for, or that the server does not declare any more, is not asked for', () => {
  expect(freshness(listedAt(0, { spawned: 9 }), info, 'tools')).toBe('fresh');
  expect(freshness(listedAt(5, { spawned: 9 }), { serverCapabilities: {} }, 'tools')).toBe('fresh');
});

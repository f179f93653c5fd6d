import { describe, expect, test } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { sessionHue } from '../../ui/controls/session-badge.tsx';
import { sessionNames } from './session-text.ts';

const START = new Date(2026, 10, 21, 12, 5, 31);
/** A session with a label, started this many seconds later. */
const info = (session: string, label: string, later = 0, version = '1.0') =>
  ({
    ...{ session, label, server: { name: label, version } },
    startedAt: new Date(START.getTime() + later * 1000).toISOString(),
  }) as SessionInfo;
const names = (...sessions: SessionInfo[]) =>
  sessions.map(({ session }) => sessionNames(sessions).get(session)?.label);

describe('sessions of one label are told apart', () => {
  test('by the minute in which they started, by the second if it is one minute, by the day if need be', () => {
    expect(names(info('s1', 'echo'), info('s2', 'lab'), info('s3', 'echo', 120))).toEqual([
      'echo 12:05',
      'lab',
      'echo 12:07',
    ]);
    expect(names(info('s1', 'echo'), info('s2', 'echo', 2))).toEqual(['echo 12:05:31', 'echo 12:05:33']);
    expect(names(info('s1', 'echo'), info('s2', 'echo', 86_400))[1]).toBe('echo 22 Nov 2026, 12:05:31');
  });

  test('by their versions if these differ, and by a number if nothing else does', () => {
    const fixed = info('s2', 'echo', 120, '1.1');
    expect(names(info('s1', 'echo'), fixed)).toEqual(['echo 1.0, 12:05', 'echo 1.1, 12:07']);
    const of = { ...info('s1', 'echo'), startedAt: '' };
    expect(names(of, { ...of, session: 's2' })).toEqual(['echo (1)', 'echo (2)']);
  });
});

test('ten sessions have ten colors', () => {
  const hues = Array.from({ length: 10 }, (_, index) => sessionHue(`s${index + 1}`));
  expect(new Set(hues).size).toBe(10);
});

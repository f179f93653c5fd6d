import { expect, test } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { sessionHue } from '../../ui/controls/session-badge.tsx';
import { sessionNames } from './session-text.ts';

const info = (session: string, label: string) => ({ session, label }) as SessionInfo;

test('a label that two sessions share gets the name of the tab', () => {
  const names = sessionNames([info('s1', 'echo'), info('s2', 'lab'), info('s3', 'echo')]);
  expect([...names.values()].map(({ label }) => label)).toEqual(['s1 echo', 'lab', 's3 echo']);
});

test('ten sessions have ten colours', () => {
  const hues = Array.from({ length: 10 }, (_, index) => sessionHue(`s${index + 1}`));
  expect(new Set(hues).size).toBe(10);
});

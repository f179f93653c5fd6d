import { expect, test } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { sessionNames } from './session-names.ts';

const info = (session: string, label: string) => ({ session, label }) as SessionInfo;

test('a label that two sessions share is told apart by the name of the tab', () => {
  const names = sessionNames([info('s1', 'echo'), info('s2', 'lab'), info('s3', 'echo')]);
  expect([...names.values()].map(({ label }) => label)).toEqual(['s1 echo', 'lab', 's3 echo']);
});

test('ten sessions have ten colours, and keep them when others close', () => {
  const sessions = Array.from({ length: 10 }, (_, index) => info(`s${index + 1}`, `n${index}`));
  const hues = [...sessionNames(sessions).values()].map(({ hue }) => hue);
  expect(new Set(hues).size).toBe(10);
  expect(sessionNames(sessions.slice(5)).get('s8')?.hue).toBe(hues[7]);
});

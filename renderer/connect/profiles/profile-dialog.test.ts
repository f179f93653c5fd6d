import { expect, test } from 'vitest';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import { answerOf, draftOf } from './profile-dialog.tsx';

const profile: SavedProfile = {
  id: 'p1',
  name: 'notes',
  command: 'node',
  args: ['s.js'],
  commandLine: 'node s.js',
  cwd: '/w',
  env: [
    { name: 'MODE', value: 'a' },
    { name: 'API_KEY', secret: true },
  ],
  inputs: [],
  settings: { timeoutMs: 1500 },
  seen: true,
};

test('a profile that nobody changed is saved as it was, its secret kept', () => {
  const { id: _id, command: _command, args: _args, ...form } = profile;
  expect(answerOf(draftOf(profile), profile.settings)).toEqual({ kind: 'sound', form, secrets: {} });
});

test('a typed secret goes to the store and not into the profile', () => {
  const draft = draftOf(profile);
  const env = draft.env.map((one) => (one.secret ? { ...one, value: 'hush' } : one));
  const answer = answerOf({ ...draft, env }, {});
  expect(answer).toMatchObject({ kind: 'sound', secrets: { API_KEY: 'hush' } });
  expect(JSON.stringify(answer.kind === 'sound' && answer.form)).not.toContain('hush');
});

test('an empty line of the environment counts for nothing', () => {
  const draft = draftOf(profile);
  const empty = { key: 9, name: ' ', value: '', secret: false, kept: false };
  expect(answerOf({ ...draft, env: [...draft.env, empty] }, {})).toEqual(answerOf(draft, {}));
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ commandLine: '' }, 'commandLine'],
  [{ env: [{ key: 1, name: '', value: 'x', secret: false, kept: false }] }, 'env'],
  [{ env: [1, 2].map((key) => ({ key, name: 'A', value: '', secret: false, kept: false })) }, 'env'],
])('%j is shown at its field', (change, field) => {
  expect(answerOf({ ...draftOf(profile), ...change }, {})).toMatchObject({ kind: 'fault', field });
});

import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { err, ok } from '../../app/base/result.ts';
import { profileDraftSchema } from '../../app/hosts/profiles/profile.ts';
import { standInHost } from '../carrier/testing/stand-in-host.ts';
import { type AppRequest, openRequest } from './app-request.ts';

const request: AppRequest = {
  files: [],
  openBrowser: false,
};

const savedProfile = {
  id: 'p1',
  ...profileDraftSchema.parse({ name: 'mine', command: 'node', args: ['s.js'] }),
};

test('nothing named opens the error lab', async () => {
  const host = standInHost();
  expect(await openRequest(host, request, '/here')).toEqual([]);
  expect(host.calls.map(({ name }) => name)).toEqual(['listProfiles', 'startLab']);
});

test('nothing named and servers saved starts nothing: the user chooses one', async () => {
  const profile = { ...savedProfile, commandLine: 'node s.js' };
  const saved = { profiles: [profile], secretsNote: '', problems: [] };
  const host = standInHost({ listProfiles: async () => ok(saved) });
  expect(await openRequest(host, request, '/here')).toEqual([]);
  expect(host.calls.map(({ name }) => name)).toEqual(['listProfiles']);
});

test('nothing named opens what was open last, and no lab beside it', async () => {
  const host = { ...standInHost(), reopen: async () => true };
  expect(await openRequest(host, request, '/here')).toEqual([]);
  expect(host.calls).toEqual([]);
});

test('files and folders are relative to where the command was typed', async () => {
  const host = standInHost();
  const connect = { commandLine: 'node s.js', cwd: 'sub' };
  await openRequest(host, { ...request, files: ['a.jsonl'], connect }, '/here');
  expect(host.calls).toEqual([
    { name: 'openRecording', input: { path: resolve('/here/a.jsonl') } },
    { name: 'connect', input: { commandLine: 'node s.js', cwd: resolve('/here/sub') } },
  ]);
});

test('what cannot be opened is reported, and the rest is opened anyway', async () => {
  const host = standInHost({
    openRecording: async ({ path }) =>
      path.endsWith('bad') ? err(`${path} is no recording.`) : ok({ sessions: ['s1'] }),
  });
  expect(await openRequest(host, { ...request, files: ['bad', 'good'] }, '/here')).toEqual([
    `${resolve('/here/bad')} is no recording.`,
  ]);
  expect(host.calls).toHaveLength(2);
});

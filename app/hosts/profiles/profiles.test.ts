import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_CAPABILITIES } from '../../protocol/client-capabilities.ts';
import {
  freeName,
  movedProfile,
  namesSecret,
  type Profile,
  profileDraftSchema,
  profileSchema,
  searchedProfiles,
} from './profile.ts';
import { exportProfiles, importProfiles, upgradeProfile } from './profile-file.ts';

const profile = (id: string, more: Partial<Profile> = {}): Profile => ({
  id,
  ...profileDraftSchema.parse({ name: id, command: `run-${id}` }),
  ...more,
});
const abc = [profile('a'), profile('b'), profile('c')];
const ids = (profiles: readonly Profile[]) => profiles.map(({ id }) => id).join('');

test('a draft of name and command has sensible settings', () => {
  expect(profileDraftSchema.parse({ name: ' x ', command: 'y' })).toEqual({
    name: 'x',
    command: 'y',
    args: [],
    cwd: '',
    env: [],
    inputs: [],
    settings: {},
    seen: true,
  });
  expect(profileDraftSchema.safeParse({ name: 'x', command: '  ' }).success).toBe(false);
});

test('moving keeps every profile, and stops at the ends', () => {
  expect(ids(movedProfile(abc, 'a', 1))).toBe('bac');
  expect(ids(movedProfile(abc, 'a', 99))).toBe('bca');
  expect(ids(movedProfile(abc, 'c', -1))).toBe('cab');
  expect(ids(movedProfile(abc, 'x', 0))).toBe('abc');
});

test('a search finds all its words in name, command, arguments and folder', () => {
  const notes = profile('n', { name: 'Notes', args: ['--all'], cwd: '/srv/Shop' });
  expect(ids(searchedProfiles([...abc, notes], 'shop NOTES --all'))).toBe('n');
  expect(ids(searchedProfiles([...abc, notes], ' '))).toBe('abcn');
  expect(ids(searchedProfiles(abc, 'run- z'))).toBe('');
});

test('a copy gets a name that is free', () => {
  const named = (...names: string[]) => names.map((name) => profile(name, { name }));
  expect(freeName(named('x'), 'y')).toBe('y');
  expect(freeName(named('x'), 'x')).toBe('x copy');
  expect(freeName(named('x', 'x copy', 'x copy 2'), 'x copy')).toBe('x copy 3');
});

test('names of variables that hold secrets are known', () => {
  for (const name of ['GITHUB_TOKEN', 'API_KEY', 'OPENAI_API_KEY', 'PGPASSWORD', 'GITHUB_PAT', 'authToken']) {
    expect([name, namesSecret(name)]).toEqual([name, true]);
  }
  for (const name of ['PATH', 'KEYBOARD', 'LEVEL', 'AUTHOR', 'TOKENIZER_MODEL']) {
    expect([name, namesSecret(name)]).toEqual([name, false]);
  }
});

test('secrets are left out of an export unless they are given, and the note says so', () => {
  const secret = profile('s', {
    env: [
      { name: 'TOKEN', secret: true },
      { name: 'A', value: '1' },
    ],
  });
  const without = exportProfiles([secret], null);
  expect(without.note).toBe('1 secret value is left out; the person who imports the file is asked for it.');
  expect(importProfiles(without.text)).toMatchObject({ value: { notes: ['s needs values for TOKEN.'] } });
  const withThem = exportProfiles([secret], { s: { TOKEN: 'hush' } });
  expect(withThem.note).toContain('plain text');
  expect(importProfiles(withThem.text)).toMatchObject({
    value: { notes: [], profiles: [{ secrets: { TOKEN: 'hush' } }] },
  });
  expect(exportProfiles(abc, null).note).toBe('These profiles have no secret values.');
});

test('secrets are left out of an export wherever they stand, and asked for at its import', () => {
  const key = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const plain = profile('p', {
    args: ['--token', 'hunter22', '--verbose', `--header=X: ${key}`, '--pass', `\${input:own}`],
    env: [
      { name: 'INNOCENT', value: key },
      { name: 'LEVEL', value: 'debug' },
      { name: 'HOME_URL', value: 'https://ada:swordfish@h.example/x' },
    ],
    cwd: '/home/ada/server',
  });
  const { text, note } = exportProfiles([plain], null);
  expect(text).not.toMatch(/ghp_|hunter22|swordfish/);
  expect(note).toMatch(/^4 secret values are left out/);
  const read = importProfiles(text);
  expect(read.ok && read.value.profiles[0]?.draft).toMatchObject({
    cwd: '/home/ada/server',
    args: [
      '--token',
      expect.stringMatching(/^\$\{input:left-out-\d\}$/),
      '--verbose',
      expect.anything(),
      '--pass',
      `\${input:own}`,
    ],
    env: [
      { name: 'INNOCENT', secret: true },
      { name: 'LEVEL', value: 'debug' },
      { name: 'HOME_URL', secret: true },
    ],
  });
  expect(read.ok && read.value.profiles[0]?.draft.inputs.every(({ password }) => password)).toBe(true);
  expect(exportProfiles([plain], {}).text).toContain(key);
});

test('any profile comes back from its export as it was', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((one) => one.trim() === one);
  const draft = fc.record({
    name: text,
    command: text,
    args: fc.array(text),
    cwd: text,
    env: fc.array(
      fc.oneof(
        fc.record({ name: text, value: text }),
        fc.record({ name: text, secret: fc.constant(true as const) }),
      ),
    ),
    inputs: fc.array(fc.record({ id: text, description: text, password: fc.boolean(), fallback: text })),
    settings: fc.record(
      {
        era: fc.constantFrom('auto' as const, 'initialize' as const, 'modern' as const),
        timeoutMs: fc.integer({ min: 1, max: 3_600_000 }),
        // zod omits __proto__ intentionally.
        capabilities: fc.dictionary(
          text.filter((one) => one !== '__proto__'),
          fc.constant({ listChanged: true }),
        ),
        watch: fc.array(text),
      },
      { requiredKeys: [] },
    ),
    seen: fc.constant(false),
  });
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 4 }), (drafts) => {
      const exported = exportProfiles(
        drafts.map((one, at) => ({ id: `p${at}`, ...one })),
        null,
      );
      const imported = importProfiles(exported.text);
      expect(imported.ok && imported.value.profiles.map((one) => one.draft)).toEqual(drafts);
    }),
  );
});

test('a profile of an earlier version keeps what it says', () => {
  const old = { id: 'p', name: 'n', command: 'c', args: [], cwd: '', env: [] };
  const switches = { roots: true, sampling: false, elicitation: true };
  const upgraded = upgradeProfile({ ...old, era: 'modern', timeoutMs: 5000, capabilities: switches });
  const { sampling: _off, ...kept } = DEFAULT_CAPABILITIES;
  expect(profileSchema.parse(upgraded)).toEqual({
    ...old,
    inputs: [],
    seen: true,
    settings: { era: 'modern', timeoutMs: 5000, capabilities: kept },
  });
  const plain = { ...old, era: 'auto', timeoutMs: 60_000, capabilities: { ...switches, sampling: true } };
  expect(profileSchema.parse(upgradeProfile(plain)).settings).toEqual({});
  expect(upgradeProfile(profile('new'))).toEqual(profile('new'));
  expect(upgradeProfile('none')).toBe('none');
});

test('a file that is none, or of a later version, is refused in a sentence; an unsound profile is left out', () => {
  expect(importProfiles('nope')).toEqual({
    ok: false,
    error: 'This file has neither profiles that Tierscope has exported nor the servers of another host.',
  });
  expect(importProfiles('{"mcpServers":{}}')).toEqual({
    ok: false,
    error: 'This file has neither profiles that Tierscope has exported nor the servers of another host.',
  });
  expect(importProfiles('{"format":"tierscope-profiles","version":9,"profiles":[]}')).toEqual({
    ok: false,
    error: 'These profiles are of format version 9; this Tierscope reads up to 1. Update it.',
  });
  const mixed =
    '{"format":"tierscope-profiles","version":1,"profiles":[{"name":"a"},{"name":"b","command":"c"}]}';
  const read = importProfiles(mixed);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.profiles).toHaveLength(1);
  expect(read.value.notes[0]).toMatch(/^Profile 1 was left out: command: /);
});

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { err, ok } from '../../app/base/result.ts';
import type { ProfileInput } from '../../app/hosts/profiles/profile.ts';
import { ProfileStore } from './profile-store.ts';
import { plainSecretBox, type SecretBox } from './secret-box.ts';

let folder: string;
let ids: number;
let store: ProfileStore;

const turned = (text: string) => [...text].reverse().join('');
const keyStore: SecretBox = {
  available: true,
  note: 'In the key store.',
  encrypt: (secret) => (secret === 'refuse' ? err('It is locked.') : ok(turned(secret))),
  decrypt: (sealed) => ok(turned(sealed)),
};

function open(secretBox: SecretBox = keyStore): ProfileStore {
  return new ProfileStore({ folder, secretBox, newId: () => `p${ids++}` });
}

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'profiles-')), 'data');
  ids = 1;
  store = open();
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

async function made(input: Partial<ProfileInput> = {}, secrets = {}): Promise<string> {
  const created = await store.create({ name: 'x', command: 'run', ...input }, secrets);
  if (!created.ok) throw new Error(created.error);
  return created.value.id;
}
const names = async () => (await store.list()).profiles.map(({ name }) => name);
const onDisk = (name: string) => readFile(join(folder, name), 'utf8');

test('a profile is saved for its owner only, and another instance reads it', async () => {
  await made({ name: 'Notes' });
  expect((await stat(join(folder, 'profiles.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await open().list()).profiles).toMatchObject([{ id: 'p1', name: 'Notes', settings: {} }]);
});

test('many changes at once are all kept', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => made({ name: `n${at}` })));
  expect((await names()).length).toBe(20);
  await Promise.all([store.edit('p1', { cwd: '/srv' }), store.edit('p1', { settings: { era: 'modern' } })]);
  expect((await store.list()).profiles.find(({ id }) => id === 'p1')).toMatchObject({
    cwd: '/srv',
    settings: { era: 'modern' },
  });
});

test('edit, duplicate, move and search', async () => {
  const a = await made({ name: 'a' });
  await made({ name: 'b', args: ['--deep'] });
  expect(await store.edit(a, { settings: { timeoutMs: 5 } })).toMatchObject({
    value: { name: 'a', settings: { timeoutMs: 5 } },
  });
  expect(await store.duplicate(a)).toMatchObject({ value: { name: 'a copy', settings: { timeoutMs: 5 } } });
  expect(await names()).toEqual(['a', 'a copy', 'b']);
  await store.move(a, 2);
  expect(await names()).toEqual(['a copy', 'b', 'a']);
  expect(await store.edit('gone', {})).toEqual({ ok: false, error: 'This profile is no longer there.' });
  const wrong = await store.edit(a, { settings: { timeoutMs: 0 } });
  expect(wrong.ok ? '' : wrong.error).toMatch(/^This profile cannot be saved: settings\.timeoutMs: /);
});

test('the last deleted profile comes back to its place with its secrets; the one before does not', async () => {
  const env: ProfileInput['env'] = [{ name: 'TOKEN', secret: true }];
  const a = await made({ name: 'a', env }, { TOKEN: 'one' });
  const b = await made({ name: 'b', env }, { TOKEN: 'two' });
  await made({ name: 'c' });
  await store.delete(a);
  await store.delete(b);
  expect(await onDisk('secrets.json')).not.toContain('eno');
  expect(await store.undoDelete()).toMatchObject({ ok: true, value: { name: 'b' } });
  expect(await names()).toEqual(['b', 'c']);
  expect(await store.environmentOf(b)).toEqual({
    ok: true,
    value: expect.objectContaining({ env: { TOKEN: 'two' }, problems: [] }),
  });
  expect(await store.undoDelete()).toEqual({
    ok: false,
    error: 'There is no deleted profile to bring back.',
  });
});

test('a secret is sealed on the disk, never in profiles.json, and goes with its variable', async () => {
  const env: ProfileInput['env'] = [
    { name: 'TOKEN', secret: true },
    { name: 'LEVEL', value: '3' },
    { name: 'PIN', secret: true },
  ];
  const id = await made({ env }, { TOKEN: 'hush', OTHER: 'ignored' });
  expect(await onDisk('profiles.json')).not.toMatch(/hush|hsuh/);
  expect(await onDisk('secrets.json')).toContain('hsuh');
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(await store.environmentOf(id)).toEqual({
    ok: true,
    value: expect.objectContaining({
      env: { TOKEN: 'hush', LEVEL: '3' },
      problems: ['PIN has no value yet.'],
    }),
  });
  await store.edit(id, { env: [{ name: 'LEVEL', value: '4' }] });
  expect(await onDisk('secrets.json')).not.toContain('hsuh');
});

test('a key store that refuses is reported, and nothing is saved', async () => {
  const env: ProfileInput['env'] = [{ name: 'TOKEN', secret: true }];
  const created = await store.create({ name: 'x', command: 'y', env }, { TOKEN: 'refuse' });
  expect(created).toEqual({ ok: false, error: 'The value of TOKEN cannot be saved. It is locked.' });
  expect(await names()).toEqual([]);
});

test('without a key store secrets are in an owner-only file, with a note; sealed ones are asked for again', async () => {
  const env: ProfileInput['env'] = [{ name: 'TOKEN', secret: true }];
  const sealed = await made({ env }, { TOKEN: 'hush' });
  store = open(plainSecretBox);
  const plain = await made({ env }, { TOKEN: 'open' });
  expect((await store.list()).secretsNote).toContain('only your user account can read');
  expect(await store.environmentOf(plain)).toMatchObject({ value: { env: { TOKEN: 'open' }, problems: [] } });
  expect(await store.environmentOf(sealed)).toEqual({
    ok: true,
    value: expect.objectContaining({
      env: {},
      problems: [
        'The value of TOKEN cannot be read. The desktop app sealed it with the system key store, which this host cannot open. Type it again.',
      ],
    }),
  });
});

test('a damaged file is kept aside and reported, and its secrets are not thrown away', async () => {
  const env: ProfileInput['env'] = [{ name: 'TOKEN', secret: true }];
  await made({ env }, { TOKEN: 'hush' });
  await writeFile(join(folder, 'profiles.json'), '{"version":1,"profiles":[{"id"');
  store = open();
  const id = await made({ name: 'new' });
  const { profiles, problems } = await store.list();
  expect(profiles.map(({ name }) => name)).toEqual(['new']);
  expect(problems.map((one) => one.replaceAll(folder, '~'))).toEqual([
    '~/profiles.json is damaged or of a later version. It is kept as ~/profiles.json.damaged, and a new one is created.',
  ]);
  expect(await onDisk('profiles.json.damaged')).toBe('{"version":1,"profiles":[{"id"');
  await store.delete(id);
  expect(await onDisk('secrets.json')).toContain('hsuh');
  store = open();
  await store.delete(await made());
  expect(await onDisk('secrets.json')).toContain('hsuh');
});

test('a file that cannot be written is reported in a sentence', async () => {
  await mkdir(join(folder, 'profiles.json'), { recursive: true });
  const created = await store.create({ name: 'x', command: 'y' });
  expect(created.ok ? '' : created.error.replaceAll(folder, '~')).toBe(
    '~/profiles.json cannot be read: it is a folder.',
  );
  expect(await readdir(folder)).toEqual(['profiles.json']);
});

test('export and import: secrets only if asked for, names that are free', async () => {
  const env: ProfileInput['env'] = [{ name: 'TOKEN', secret: true }];
  const id = await made({ name: 'a', env }, { TOKEN: 'hush' });
  expect((await store.export([id], false)).text).not.toContain('hush');
  const file = await store.export([id], true);
  const imported = await store.import(file.text);
  if (!imported.ok) throw new Error(imported.error);
  const [added] = imported.value.added;
  expect(added?.name).toBe('a copy');
  expect(await store.environmentOf(added?.id ?? '')).toMatchObject({ value: { env: { TOKEN: 'hush' } } });
});

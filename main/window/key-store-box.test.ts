import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { expect, test } from 'vitest';
import { ProfileStore } from '../profiles/profile-store.ts';
import { keyStoreBox } from './key-store-box.ts';
import { electronStandIn } from './testing/electron-stand-in.ts';

function boxOn(platform: string) {
  const { safeStorage } = electronStandIn();
  return { safeStorage, box: keyStoreBox(safeStorage as unknown as SafeStorage, platform) };
}

test('a secret is sealed as base64 text and opened again', () => {
  const { box } = boxOn('linux');
  const sealed = box.encrypt('käse');
  expect(sealed).toEqual({ ok: true, value: Buffer.from('sealed käse').toString('base64') });
  expect(box.decrypt(sealed.ok ? sealed.value : '')).toEqual({ ok: true, value: 'käse' });
  expect(box.note).toContain('key store');
});

test("Chromium's own well-known key counts as no key store", () => {
  const { box, safeStorage } = boxOn('linux');
  safeStorage.getSelectedStorageBackend.mockReturnValue('basic_text');
  expect(box.available).toBe(false);
  expect(box.note).toContain('a file that only your user account can read');
  expect(box.encrypt('a')).toEqual({ ok: true, value: 'a' });
});

test('the backend is asked for on Linux only, and nothing is asked before use', () => {
  const { box, safeStorage } = boxOn('darwin');
  expect(safeStorage.isEncryptionAvailable).not.toHaveBeenCalled();
  expect(box.available).toBe(true);
  expect(box.note).toContain('Keychain');
  expect(safeStorage.getSelectedStorageBackend).not.toHaveBeenCalled();
});

test('a key store that refuses is reported in a sentence', () => {
  const { box, safeStorage } = boxOn('win32');
  safeStorage.decryptString.mockImplementation(() => {
    throw new Error('the key is gone');
  });
  expect(box.decrypt('abc')).toEqual({
    ok: false,
    error: 'The system key store cannot open it: the key is gone.',
  });
});

test('a store of profiles keeps sealed text on the disk and gives the value to the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'key-store-'));
  const store = new ProfileStore({ folder, secretBox: boxOn('linux').box, newId: () => 'p1' });
  await store.create({ name: 'a', command: 'b', env: [{ name: 'KEY', secret: true }] }, { KEY: 'hush' });
  expect(await readFile(join(folder, 'secrets.json'), 'utf8')).not.toContain('hush');
  expect(await store.environmentOf('p1')).toMatchObject({ value: { env: { KEY: 'hush' }, problems: [] } });
  await rm(folder, { recursive: true });
});

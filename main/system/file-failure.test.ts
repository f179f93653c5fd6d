import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileFailure, writeFailure } from './file-failure.ts';
import { makeFolder } from './own-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-failure-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

const failureOf = (file: string) =>
  writeFile(file, '').then(
    () => 'written',
    (error: unknown) => writeFailure(error, file),
  );

describe('why a file cannot be written', () => {
  it('is its folder, if that is not there', async () => {
    const file = join(folder, 'a', 'b', 'out.json');
    expect(await failureOf(file)).toBe(`the folder ${join(folder, 'a', 'b')} does not exist`);
  });

  it('is what the system says, if the folder is there', async () => {
    expect(await failureOf(folder)).toBe('it is a folder');
    expect(fileFailure(Object.assign(new Error('x'), { code: 'EROFS' }))).toBe('the disk is read-only');
  });

  // Root can write anywhere.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'is that its folder could not be made in one that is read-only',
    async () => {
      await chmod(folder, 0o555);
      const file = join(folder, 'recordings', 'a.jsonl');
      await makeFolder(join(folder, 'recordings'));
      expect(await failureOf(file)).toBe(`its folder cannot be made in ${folder}: permission is denied`);
    },
  );
});

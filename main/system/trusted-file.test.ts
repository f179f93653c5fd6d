import { chmod, chown, lchown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTrusted } from './trusted-file.ts';

const ME = process.getuid?.() ?? 0;
const STRANGER = 12_345;
let folder = '';
let file = '';

beforeEach(async () => {
  // On macOS, temporary folders are below a link.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-trusted-')));
  file = join(folder, 'repo', 'file.json');
  await mkdir(join(folder, 'repo'), { mode: 0o755 });
  await writeFile(file, 'mine', { mode: 0o644 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reasonFor = async (path: string, user: number | undefined = ME) => {
  const read = await readTrusted(path, { user, mostBytes: 100 });
  return read.ok ? String(read.value) : `not read: ${read.error}`;
};

describe.skipIf(process.platform === 'win32')('a file that the user did not name', () => {
  it('is read if nobody else may write it, also below a sticky folder such as /tmp', async () => {
    expect(await reasonFor(file)).toBe('mine');
    await chmod(folder, 0o1777);
    expect(await reasonFor(file)).toBe('mine');
  });

  it('is not read if others may write to it or to its folder, sticky or not', async () => {
    await chmod(file, 0o666);
    expect(await reasonFor(file)).toBe('not read: every user may write to it');
    await chmod(file, 0o644);
    for (const mode of [0o777, 0o1777]) {
      await chmod(join(folder, 'repo'), mode);
      expect(await reasonFor(file)).toBe(`not read: every user may write to ${join(folder, 'repo')}`);
    }
  });

  it('is not read if others may rename a folder on the way to it', async () => {
    await chmod(folder, 0o777);
    expect(await reasonFor(file)).toBe(`not read: every user may write to ${folder}`);
  });

  it('is not read through a link of the user’s to such a place', async () => {
    await mkdir(join(folder, 'open'));
    await chmod(join(folder, 'open'), 0o777);
    await symlink(file, join(folder, 'open', 'middle'));
    await symlink('../open/middle', join(folder, 'repo', 'link.json'));
    expect(await reasonFor(join(folder, 'repo', 'link.json'))).toContain('every user may write to');
    await chmod(join(folder, 'open'), 0o755);
    expect(await reasonFor(join(folder, 'repo', 'link.json'))).toBe('mine');
  });

  it.skipIf(ME === 0)('is not read if it is another user’s', async () => {
    expect(await reasonFor(file, ME + 1)).toBe(`not read: it belongs to the user with the id ${ME}`);
  });

  // Only root can give a file to another user.
  describe.skipIf(ME !== 0)('for root', () => {
    it('is not read if the file, its folder or a link to it is another user’s', async () => {
      await chown(file, STRANGER, 0);
      expect(await reasonFor(file)).toBe(`not read: it belongs to the user with the id ${STRANGER}`);
      await chmod(file, 0o000);
      expect(await reasonFor(file)).toContain('it belongs to');
      await chown(file, 0, 0);
      const link = join(folder, 'link.json');
      await symlink(file, link);
      await lchown(link, STRANGER, 0);
      expect(await reasonFor(link)).toContain(`${link} belongs to`);
      await chown(join(folder, 'repo'), STRANGER, 0);
      expect(await reasonFor(file)).toContain(`${join(folder, 'repo')} belongs to`);
    });

    it('is read by a user if it is root’s, and not by another one if it is this user’s', async () => {
      expect(await reasonFor(file, STRANGER)).toContain(`mine`);
      await chown(file, STRANGER, 0);
      expect(await reasonFor(file, STRANGER)).toBe('mine');
      expect(await reasonFor(file, STRANGER + 1)).toContain('belongs to');
    });

    it('is not read if a group may write to it, but that of the user alone', async () => {
      await chmod(file, 0o664);
      await chown(file, STRANGER, 4321);
      expect(await reasonFor(file, STRANGER)).toBe('not read: the group with the id 4321 may write to it');
      await chown(file, STRANGER, STRANGER);
      expect(await reasonFor(file, STRANGER)).toBe('mine');
    });
  });

  it('lies in the folder that it must lie in, whatever links say', async () => {
    const within = join(folder, 'repo');
    const [outside, link, linked] = [
      join(folder, 'other.json'),
      join(within, 'link.json'),
      join(folder, 'way'),
    ];
    await writeFile(outside, 'other');
    await symlink(outside, link);
    await symlink(within, linked);
    const inside = (path: string) => readTrusted(path, { user: ME, within, mostBytes: 100 });
    const refusal = { ok: false, error: `it lies outside of ${within}` };
    expect(await inside(file)).toMatchObject({ ok: true });
    expect(await inside(join(linked, 'file.json'))).toMatchObject({ ok: true });
    expect(await inside(link)).toEqual(refusal);
    expect(await inside(join(within, '..', 'other.json'))).toEqual(refusal);
  });

  it('is a regular file', async () => {
    await expect(readTrusted(join(folder, 'repo'), { user: ME, mostBytes: 100 })).rejects.toThrow(
      'it is a folder',
    );
  });
});

it('is no larger than what is read of its kind', async () => {
  await expect(readTrusted(file, { user: undefined, mostBytes: 3 })).rejects.toThrow(
    'it has 4 bytes, more than 3',
  );
});

it('is read where there are no users, as on Windows', async () => {
  const read = await readTrusted(file, { user: undefined, mostBytes: 100 });
  expect(read).toMatchObject({ ok: true });
});

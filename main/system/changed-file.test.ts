import {
  chmod,
  chown,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeFile, replaceFile } from './changed-file.ts';

const USER = 12_345;
let folder = '';
let file = '';
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-changed-')));
  file = join(folder, 'mcp.json');
  await writeFile(file, 'one', { mode: 0o640 });
  await chmod(file, 0o640);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = () => readFile(file, 'utf8');
const more = (before: string) => `${before}+`;

describe('a file that is changed', () => {
  it('is whole at any time, keeps its permissions, and its link; the earlier text is beside it', async () => {
    const link = join(folder, 'link.json');
    await symlink(file, link);
    const backup = `${file}.backup`;
    expect(await changeFile(link, more, { backup: 'backup' })).toEqual({
      ok: true,
      value: { before: 'one', after: 'one+', backup },
    });
    expect([await text(), await readFile(backup, 'utf8')]).toEqual(['one+', 'one']);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect((await stat(backup)).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).sort()).toEqual(['link.json', 'mcp.json', 'mcp.json.backup']);
  });

  it('is asked for again if another program writes it meanwhile', async () => {
    let asked = 0;
    await changeFile(file, async (before) => {
      asked += 1;
      if (asked === 1) await writeFile(file, 'two');
      return more(before);
    });
    expect([asked, await text()]).toEqual([2, 'two+']);
  });

  it('is given up if other programs write it all the time', async () => {
    let asked = 0;
    const changed = await changeFile(file, async (before) => {
      asked += 1;
      await writeFile(file, String(asked));
      return more(before);
    });
    expect(changed).toMatchObject({ ok: false, error: expect.stringContaining('other programs') });
    expect(await readdir(folder)).toEqual(['mcp.json']);
  });

  it('is not written if nothing changes, or for a dry run', async () => {
    const { mtimeMs } = await stat(file);
    await changeFile(file, (before) => before, { backup: 'backup' });
    expect(await changeFile(file, more, { dryRun: true })).toMatchObject({ value: { after: 'one+' } });
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    expect(await readdir(folder)).toEqual(['mcp.json']);
  });

  it('loses what killed processes have left beside it, and nothing else', async () => {
    const id = '0b5c5d3e-8a0c-4b61-a2d3-5f3b0f0f9a11';
    const others = ['mcp.json.part', 'mcp.json.old.part', `other.json.${id}.part`];
    for (const name of [...others, `mcp.json.${id}.part`, `mcp.json.lock.${id}`])
      await writeFile(join(folder, name), '');
    await changeFile(file, more);
    expect((await readdir(folder)).sort()).toEqual(['mcp.json', ...others].sort());
  });

  it('is made for its owner only, with its folder, or as any other file', async () => {
    const own = join(folder, 'new', 'a.json');
    expect(await replaceFile(own, 'a')).toEqual({ ok: true, value: null });
    const shared = join(folder, 'b.json');
    expect(await replaceFile(shared, 'b', { isShared: true })).toEqual({ ok: true, value: null });
    if (process.platform === 'win32') return;
    expect((await stat(own)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
    expect((await stat(shared)).mode & 0o777).toBe(0o666 & ~process.umask());
    const missing = await replaceFile(join(folder, 'none', 'c.json'), 'c', { isShared: true });
    expect(missing).toMatchObject({ ok: false, error: expect.stringContaining('does not exist') });
  });
});

// Only root can give a file to another user.
describe.skipIf(process.getuid?.() !== 0)('a file of another user', () => {
  beforeEach(() => chown(file, USER, USER + 1));

  it('stays that user’s when root writes it, and so does its backup', async () => {
    expect(await changeFile(file, more, { backup: 'backup' })).toMatchObject({ ok: true });
    for (const path of [file, `${file}.backup`])
      expect(await stat(path)).toMatchObject({ uid: USER, gid: USER + 1 });
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  it('is left alone, with a sentence, by anyone else who may write to its folder', async () => {
    await chmod(folder, 0o777);
    await chmod(file, 0o666);
    process.seteuid?.(USER + 2);
    const changed = await changeFile(file, more, { backup: 'backup' });
    process.seteuid?.(0);
    expect(changed).toEqual({
      ok: false,
      error: `cannot be written: it belongs to the user ${USER} and the group ${USER + 1}, and only root could keep it so`,
    });
    expect([await text(), await readdir(folder)]).toEqual(['one', ['mcp.json']]);
  });
});

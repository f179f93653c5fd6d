import {
  chmod,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announceHost } from '../loopback/running-host.ts';
import { openRecordingSink } from '../recording/recording-sink.ts';
import { ownFolder } from '../system/own-folder.ts';
import { announceTap } from '../tap/tap-registry.ts';

let folder = '';
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tierscope-own-')), 'data');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is made for its owner only', async () => {
    expect(await ownFolder(folder)).toEqual({ ok: true, value: { note: '' } });
    expect(await modeOf(folder)).toBe(0o700);
  });

  it('is closed to others who could write to it, as are the folders in it, and that is said', async () => {
    await mkdir(join(folder, 'taps'), { recursive: true });
    await chmod(folder, 0o777);
    await chmod(join(folder, 'taps'), 0o770);
    const note = `Others could write to ${folder}; from now on only you can.`;
    expect(await ownFolder(folder)).toEqual({ ok: true, value: { note } });
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(join(folder, 'taps'))).toBe(0o700);
  });

  it('stays as it is if others may only read it', async () => {
    await mkdir(folder);
    await chmod(folder, 0o755);
    await ownFolder(folder);
    expect(await modeOf(folder)).toBe(0o755);
  });

  it('is refused if it is shared as /tmp is, and left as it is', async () => {
    await mkdir(folder);
    await chmod(folder, 0o1777);
    expect(await ownFolder(folder)).toMatchObject({
      ok: false,
      error: expect.stringContaining('shared by all'),
    });
    expect(await modeOf(folder)).toBe(0o1777);
  });

  it('is refused if it is another user’s', async () => {
    await mkdir(folder);
    const refused = await ownFolder(folder, (process.getuid?.() ?? 0) + 1);
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining(`${folder} belongs to another user`),
    });
  });

  // Only root can give a link to another user.
  it.skipIf(process.getuid?.() !== 0)('is refused if another user put a link into it', async () => {
    await mkdir(folder);
    await symlink('/tmp', join(folder, 'taps'));
    await lchown(join(folder, 'taps'), 12_345, 12_345);
    expect(await ownFolder(folder)).toMatchObject({
      ok: false,
      error: expect.stringContaining(`${join(folder, 'taps')} belongs to another user`),
    });
  });
});

describe.skipIf(process.platform === 'win32')('a link that was planted', () => {
  it('takes neither the token nor a tap, and what it leads to stays', async () => {
    await mkdir(join(folder, 'taps'), { recursive: true });
    const victim = join(folder, '..', 'victim');
    await writeFile(victim, 'mine');
    const places = ['running.json.part', 'running.json', `taps/${process.pid}.json`];
    for (const place of places) await symlink(victim, join(folder, place));
    await announceHost(folder, { pid: process.pid, address: 'http://127.0.0.1:1/#token=secret' });
    await announceTap(folder, { pid: process.pid, file: '/f', label: 'l' });
    expect(await readFile(victim, 'utf8')).toBe('mine');
    expect(await readFile(join(folder, 'running.json'), 'utf8')).toContain('secret');
    expect((await readdir(folder)).sort()).toEqual(['running.json', 'running.json.part', 'taps']);
  });

  it('is not followed by a recording, also if it leads to an empty file', async () => {
    const victim = join(folder, '..', 'victim');
    await mkdir(folder);
    await writeFile(victim, '');
    await symlink(victim, join(folder, 'a.tierscope.jsonl'));
    await expect(openRecordingSink(join(folder, 'a.tierscope.jsonl'))).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(await readFile(victim, 'utf8')).toBe('');
  });
});

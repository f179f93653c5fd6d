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
import { announceHost } from '../carrier/running-host.ts';
import { openRecordingSink } from '../recording/recording-sink.ts';
import { writeJson } from '../system/json-file.ts';
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
    const refused = await ownFolder(folder, { user: (process.getuid?.() ?? 0) + 1 });
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining(`${folder} belongs to another user`),
    });
  });

  it('is used below a folder that others may write to, and that is said', async () => {
    const above = join(folder, '..', 'above');
    const data = join(above, 'mine', 'data');
    await mkdir(join(above, 'mine'), { recursive: true });
    await chmod(above, 0o777);
    const own = await ownFolder(data);
    expect(own).toMatchObject({
      ok: true,
      value: {
        note: expect.stringContaining(
          `Another folder can be put in the place of ${data}: every user may write to ${above}.`,
        ),
      },
    });
    expect(await modeOf(above)).toBe(0o777);
    await symlink(join(above, 'mine'), join(folder, '..', 'way'));
    expect(await ownFolder(join(folder, '..', 'way', 'data'))).toMatchObject({
      value: { note: expect.stringContaining(`every user may write to ${above}.`) },
    });
    await chmod(above, 0o1777);
    expect(await ownFolder(data)).toEqual({ ok: true, value: { note: '' } });
  });

  it('is looked at alone, however much is in it, if that is asked', async () => {
    await mkdir(join(folder, 'taps'), { recursive: true });
    await chmod(join(folder, 'taps'), 0o777);
    expect(await ownFolder(folder, { look: 'folder' })).toEqual({ ok: true, value: { note: '' } });
    expect(await modeOf(join(folder, 'taps'))).toBe(0o777);
  });

  it.skipIf(process.platform !== 'linux').each([
    ['a recording', (path: string) => openRecordingSink(path)],
    ['a file of the app', (path: string) => writeJson(path, {})],
  ])('that can never be made ends the writing of %s at once', async (_, write) => {
    await expect(write('/proc/none/data/a.json')).rejects.toMatchObject({ code: 'ENOENT' });
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

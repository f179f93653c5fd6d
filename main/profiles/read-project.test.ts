import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProject } from './checked-project.ts';

let top = '';
let below = '';

beforeEach(async () => {
  // On macOS, temporary folders are below a link.
  top = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-walk-')));
  below = join(top, 'home', 'repo', 'packages');
  await mkdir(below, { recursive: true });
});
afterEach(() => rm(top, { recursive: true, force: true }));

async function write(...parts: readonly string[]): Promise<string> {
  const file = join(top, ...parts, '.tierscope.json');
  await writeFile(file, '{"host":"cursor"}');
  return file;
}

async function found(folder: string, home = join(top, 'nowhere')) {
  const read = await readProject(undefined, folder, { home });
  if (!read.ok) throw new Error(read.error.problems.join());
  return read.value;
}

it('takes the nearest file, up to the root of the repository', async () => {
  const above = await write('home');
  expect((await found(below)).path).toBe(above);
  await mkdir(join(top, 'home', 'repo', '.git'));
  expect(await found(below)).toMatchObject({ path: '', passedOver: '' });
  const nearest = await write('home', 'repo');
  expect((await found(below)).path).toBe(nearest);
});

it('does not look above the home folder, nor where that is a link', async () => {
  await write();
  const home = join(top, 'home');
  expect((await found(below)).path).not.toBe('');
  expect((await found(below, home)).path).toBe('');
  await symlink(home, join(top, 'linked'));
  expect((await found(below, join(top, 'linked'))).path).toBe('');
  expect((await found(join(top, 'linked', 'repo'), join(top, 'linked'))).path).toBe('');
  const own = await write('home');
  expect((await found(below, home)).path).toBe(own);
});

describe.skipIf(process.platform === 'win32')('a file where others may write', () => {
  it('holds a megabyte at most, also if it is named', async () => {
    const file = join(top, 'large.json');
    await writeFile(file, ' '.repeat(1_000_001));
    expect(await readProject(file, top)).toEqual({
      ok: false,
      error: {
        problems: [`${file} cannot be opened: it has 1,000,001 bytes, more than 1,000,000.`],
        isUnreadable: true,
      },
    });
  });

  it('is passed over with one sentence, and no other takes its place, whatever .git is there', async () => {
    const above = await write();
    const planted = await write('home');
    await chmod(join(top, 'home'), 0o1777);
    await mkdir(join(top, 'home', '.git'));
    const { path, settings, passedOver } = await found(below);
    expect([path, settings.host]).toEqual(['', undefined]);
    expect(passedOver).toBe(
      `${planted} is passed over: every user may write to ${join(top, 'home')}. To use it anyway, name it: --config ${planted}.`,
    );
    expect(passedOver).not.toContain(above);
  });

  it('counts if it is named', async () => {
    const planted = await write('home');
    await chmod(planted, 0o666);
    const read = await readProject(planted, below);
    expect(read).toMatchObject({ ok: true, value: { path: planted, settings: { host: 'cursor' } } });
  });
});

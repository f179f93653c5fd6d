import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { ChangeWatch, watchTarget } from './change-watch.ts';
import { handshaking, rig, tool } from './testing/session-rig.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'watch-')));
  await mkdir(join(folder, 'src', 'deep'), { recursive: true });
  await mkdir(join(folder, 'node_modules'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a file repeatedly until `seen`, since a watch takes a moment to start. */
async function touch(path: string, seen: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!seen()) await writeFile(join(folder, path), String(Math.random()));
        return seen();
      },
      { interval: 100, timeout: 5000 },
    )
    .toBe(true);
}

function watching(changes: string[], missing: string[] = []): ChangeWatch {
  return new ChangeWatch(folder, {
    changed: (file) => changes.push(file),
    missing: (path) => missing.push(path),
  });
}

describe('a change of watched files', () => {
  test.each([
    ['src', 'src/deep/a.ts'],
    ['src/**/*.ts', 'src/deep/a.ts'],
    ['src/[!_]*.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
  ])('under %s is reported as %s', async (watched, path) => {
    const changes: string[] = [];
    const watch = watching(changes);
    watch.set([watched], 10);
    await touch(path, () => changes.length > 0);
    watch.set([], 0);
    expect(changes[0]).toBe(path);
  });

  test('in a folder that is new is reported, and one in node_modules is not', async () => {
    const changes: string[] = [];
    const watch = watching(changes);
    watch.set(['.'], 10);
    await touch('src/a.ts', () => changes.length > 0);
    await mkdir(join(folder, 'new'));
    await writeFile(join(folder, 'node_modules', 'b.js'), '');
    await touch('new/c.ts', () => changes.includes('new/c.ts'));
    watch.set([], 0);
    expect(changes.some((file) => file.startsWith('node_modules'))).toBe(false);
  });

  test('is not promised for a path that is not there, which is reported', async () => {
    const missing: string[] = [];
    const watch = watching([], missing);
    watch.set(['src', 'scr', 'no/**/*.ts', 'src/**/*.ts'], 10);
    await expect.poll(() => missing).toEqual(['scr', 'no/**/*.ts']);
    watch.set([], 0);
  });

  test('starts no server that its user has disconnected', async () => {
    const settings: SettingsChange = { era: 'initialize', watch: ['src'], watchDebounceMs: 0 };
    const { session, records } = rig(handshaking(''), settings, process.execPath, folder);
    await session.start();
    const marked = () => records.some((record) => record.type === 'mark');
    await touch('src/a.ts', marked);
    await session.disconnect('by the user');
    expect(records.at(-1)).toMatchObject({ type: 'process', event: 'exited' });
    const before = records.length;
    const changes: string[] = [];
    const control = watching(changes);
    control.set(['src'], 50);
    await touch('src/a.ts', () => changes.length > 0);
    control.set([], 0);
    expect(records).toHaveLength(before);
    expect(session.status.state).toBe('closed');
  });

  test('that comes during a restart leads to another one', async () => {
    const settings: SettingsChange = { era: 'initialize', watch: ['src'], watchDebounceMs: 0 };
    const stubborn = handshaking('');
    stubborn[1] = `process.stdin.on('end', () => setTimeout(() => process.exit(0), 150));${stubborn[1]}`;
    const { session, records } = rig(stubborn, settings, process.execPath, folder);
    await session.start();
    const marks = () => records.filter((record) => record.type === 'mark').length;
    const exits = () => records.filter((record) => record.type === 'process' && record.event === 'exited');
    await touch('src/a.ts', () => marks() > 0);
    expect(exits()).toHaveLength(0);
    await touch('src/b.ts', () => marks() > 1);
    await expect.poll(() => session.status.state, { timeout: 5000 }).toBe('ready');
  });

  test('restarts the server in the same log, marked, and repeats the last call', async () => {
    const on = `say({ jsonrpc: '2.0', id: request.id, result: { content: [] } })`;
    const watching = { watch: ['src'], watchDebounceMs: 10, repeatLastCall: true };
    const settings: SettingsChange = { era: 'initialize', ...watching };
    const { session, records, lines } = rig(handshaking(on), settings, process.execPath, folder);
    await session.start();
    await session.call(tool('again', { a: 1 }));
    const marked = () => records.some((record) => record.type === 'mark');
    await touch('src/a.ts', marked);
    const calls = () => lines('client-to-server').filter(({ method }) => method === 'tools/call');
    await expect.poll(() => calls().length, { timeout: 5000 }).toBe(2);
    expect(calls().map(({ params }) => params)).toMatchObject([{ name: 'again' }, { name: 'again' }]);
    expect(records.find((record) => record.type === 'mark')).toEqual({
      type: 'mark',
      label: `restarted: ${join('src', 'a.ts')} changed`,
    });
    expect(session.status.state).toBe('ready');
    await expect.poll(() => session.details.restarted?.callSeq, { timeout: 5000 }).toBeGreaterThan(0);
    expect(session.details.restarted?.number).toBe(1);
  });
});

describe('a glob', () => {
  async function fits(glob: string, path: string, platform?: NodeJS.Platform): Promise<boolean> {
    const target = await watchTarget('/root', glob, platform);
    const within = relative(target.folder, resolve('/root', path)).split(sep).join('/');
    return !within.startsWith('..') && target.fits(within);
  }

  test.each([
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**/*.ts', 'src/a.js', false],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['./src/?.{ts,js}', 'src/a.js', true],
    ['src/[ab].ts', 'src/c.ts', false],
    ['src/[!_]*.ts', 'src/a.ts', true],
    ['src/[!_]*.ts', 'src/_a.ts', false],
    ['src/**', 'src/deep/a', true],
    ['src/*', 'src/.env', true],
    ['*.ts', 'a.ts', true],
    ['/else/*.py', '/else/a.py', true],
    ['[z-a].ts', 'z.ts', false],
  ])('%s fits %s: %s', async (glob, path, expected) => {
    expect(await fits(glob, path)).toBe(expected);
  });

  test('may be written with backslashes on Windows', async () => {
    expect(await fits('src\\**\\*.ts', 'src/deep/a.ts', 'win32')).toBe(true);
    expect(await fits('src\\**\\*.ts', 'src/deep/a.ts', 'linux')).toBe(false);
  });

  test('never throws, and a plain path fits itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        await fits(text.replaceAll('\0', ''), 'a');
      }),
    );
    const plain = fc.stringMatching(/^[a-z.()+^$|]{1,12}$/).filter((name) => !name.startsWith('.'));
    await fc.assert(
      fc.asyncProperty(plain, async (name) => {
        expect([name, await fits(name, name)]).toEqual([name, true]);
      }),
    );
  });
});

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingServer } from './run-app.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'missing-server-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'server'), '#!/bin/sh\n');
  await chmod(join(folder, 'bin', 'server'), 0o755);
  await writeFile(join(folder, 'text'), '');
  await chmod(join(folder, 'text'), 0o644);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reasonOf = (
  commandLine: string,
  more: { cwd?: string; env?: Record<string, string> } = {},
  path = '/none',
) => missingServer({ commandLine, ...more }, { platform: 'linux', folder, path });

describe('a server that cannot be started', () => {
  it('is named by its name if no folder of programs has it', async () => {
    expect(await reasonOf('server --flag')).toContain('"server" was not found. Check');
    expect(await reasonOf('server', {}, ['/none', join(folder, 'bin')].join(delimiter))).toBeUndefined();
    expect(await reasonOf('server', { env: { PATH: join(folder, 'bin') } })).toBeUndefined();
  });

  it('is named by its path, which is meant from its own folder', async () => {
    expect(await reasonOf('bin/server')).toBeUndefined();
    expect(await reasonOf('./server', { cwd: 'bin' })).toBeUndefined();
    expect(await reasonOf('./server')).toBe('"./server" was not found. Check the path.');
    expect(await reasonOf('./bin')).toContain('may not be executed');
  });

  it('is named by its folder', async () => {
    expect(await reasonOf('bin/server', { cwd: 'nowhere' })).toBe(
      `The folder "${join(folder, 'nowhere')}" does not exist.`,
    );
    expect(await reasonOf('bin/server', { cwd: 'text' })).toContain('is not a folder');
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'is not called missing if only the permission is',
    async () => {
      await chmod(join(folder, 'bin'), 0o600);
      const inBin = await reasonOf('./server', { cwd: 'bin' });
      const byPath = await reasonOf('bin/server');
      await chmod(join(folder, 'bin'), 0o755);
      expect(inBin).toMatch(/"[^"]+" cannot be entered: permission is denied\. Change its permissions/);
      expect(byPath).toBe('"bin/server" cannot be reached: permission is denied to a folder above it.');
    },
  );

  it('is left to the system to find on Windows', async () => {
    const place = { platform: 'win32', folder, path: '' };
    expect(await missingServer({ commandLine: 'server' }, place)).toBeUndefined();
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const WHEEL = join(import.meta.dirname, 'wheel');
const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
const hasPython = python.status === 0 && process.platform !== 'win32';

/** Runs the wheel's command with this script as `node`, or without it. */
function start(node: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-wheel-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (node !== undefined) {
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}\n`);
    chmodSync(join(folder, 'node'), 0o755);
  }
  const env = { PATH: folder, PYTHONPATH: WHEEL, PYTHONDONTWRITEBYTECODE: '1' };
  return spawnSync(python.stdout.trim(), ['-m', 'tierscope', 'lookup', '-32002'], { env, encoding: 'utf8' });
}

test.skipIf(!hasPython)('the wheel says which Node it needs', () => {
  expect(start(undefined)).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('Node 20.19 or newer'),
  });
  const old = start('echo v18.3.0');
  expect(old).toMatchObject({ status: 3, stderr: expect.stringContaining('is v18.3.0') });
});

test.skipIf(!hasPython)('the wheel hands its arguments and the exit code on', () => {
  const { status, stdout } = start('[ "$1" = --version ] && echo v24.1.0 || { echo "$@"; exit 7; }');
  expect(status).toBe(7);
  expect(stdout).toMatch(/program\/main\/bin\/tierscope\.js lookup -32002\n$/);
});

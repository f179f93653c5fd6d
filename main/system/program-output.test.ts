import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programOutput } from './program-output.ts';

const node = (code: string, limits = {}) => programOutput(process.execPath, ['-e', code], limits);

/** An ended process may keep its id until it is reaped. */
const runs = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.toString());

test('what a program prints on both pipes is given, and cut at the limit', async () => {
  expect(await node('console.log("a"); console.error("b")')).toEqual({ ok: true, value: 'a\n b\n' });
  const long = await node('console.log("x".repeat(1e6))', { maxChars: 100 });
  expect(long.ok && long.value.length).toBe(101);
});

test('a failure is a clause', async () => {
  expect(await node('process.exit(3)')).toEqual({ ok: false, error: 'it ended with 3' });
  expect(await programOutput('/nowhere/x', [])).toMatchObject({ ok: false });
});

test.skipIf(process.platform === 'win32')(
  'what ignores SIGTERM is killed with all that it started, and that is said',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'output-'));
    const note = join(folder, 'pids');
    const deaf = `trap '' TERM; sleep 600 & echo $$ $! > ${note}; while :; do sleep 1; done`;
    const ended = await programOutput('/bin/sh', ['-c', deaf], { limitMs: 1000 });
    expect(ended).toEqual({ ok: false, error: 'it did not end within 1 s and was ended' });
    const pids = (await readFile(note, 'utf8')).trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(runs)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from './scratch-folder.ts';

test('the folder of a process that was killed is removed, and that of a living one stays', async () => {
  const [dead, alive] = [`tierscope-4194305-abcdef`, `tierscope-${process.ppid}-abcdef`];
  for (const name of [dead, alive]) await mkdir(join(tmpdir(), name), { recursive: true });
  const own = await scratchFolder();
  const left = await readdir(tmpdir());
  expect(left).toContain(basename(own));
  expect(left).toContain(alive);
  expect(left).not.toContain(dead);
  for (const name of [basename(own), alive]) await rm(join(tmpdir(), name), { recursive: true });
});

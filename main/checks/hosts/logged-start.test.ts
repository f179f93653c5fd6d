import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loggedStart } from './logged-start.ts';

async function place() {
  const home = await mkdtemp(join(tmpdir(), 'logged-start-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, '.cursor'));
  const tea = { command: 'brew', args: ['tea'], env: { POT: 'blue' } };
  await writeFile(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { tea } }));
  return { platform: 'linux', home, env: {}, project: undefined } as const;
}

it('a log’s command gets the PATH of the log, and the variables that a host’s file has for the same command', async () => {
  const here = await place();
  const path = ['/usr/bin', '/bin'];
  const same = await loggedStart({ label: 'tea', command: 'brew', args: ['old'], path }, here);
  expect(same).toEqual({
    command: 'brew',
    args: ['old'],
    cwd: '',
    env: { POT: 'blue', PATH: path.join(delimiter) },
  });
  const other = await loggedStart({ label: 'tea', command: 'steep', args: [] }, here);
  expect(other).toEqual({ command: 'steep', args: [], cwd: '', env: {} });
});

it('a log without a command is started as the host’s file says, and not at all if no file has it', async () => {
  const here = await place();
  expect(await loggedStart({ label: 'tea' }, here)).toMatchObject({ command: 'brew', args: ['tea'] });
  expect(await loggedStart({ label: 'coffee' }, here)).toBeUndefined();
});

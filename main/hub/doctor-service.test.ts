import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Result } from '../../app/base/result.ts';
import type { HostApi } from './host-api.ts';
import { liveReached, testHub } from './testing/test-hub.ts';

let folder = '';
let hub: HostApi;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-hub-doctor-'));
  hub = testHub(folder);
});
afterEach(async () => {
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});

function value<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

async function connected(commandLine: string, env: Record<string, string> = {}): Promise<string> {
  return value(await hub.commands.connect({ commandLine, env })).session;
}

it('checks the command of a session that failed, and never shows a secret of it', async () => {
  const script = `'throw new Error("NEWS_API_KEY environment variable is required, not " + process.env.OTHER_TOKEN)'`;
  const session = await connected(`"${process.execPath}" -e ${script}`, { OTHER_TOKEN: 'tk-55-hush' });
  await liveReached(hub, session, ({ state }) => state === 'failed');
  const report = value(await hub.commands.doctor({ session }));
  expect(report.failed).toBe('configuration');
  expect(JSON.stringify(report)).not.toContain('tk-55-hush');
});

it('runs one check of a session for all who ask, and ends it when it is stopped', async () => {
  const session = await connected(`"${process.execPath}" -e "process.stdin.resume()"`);
  const first = hub.commands.doctor({ session });
  const second = hub.commands.doctor({ session });
  await hub.commands.stopDoctor({ session });
  expect(value(await second)).toBe(value(await first));
});

it('ends a check that runs when the app ends', async () => {
  const session = await connected(`"${process.execPath}" -e "process.stdin.resume()"`);
  const check = hub.commands.doctor({ session });
  await hub.dispose();
  expect((await check).ok).toBe(true);
});

it('goes through the records of a session that is read from a file, and starts nothing', async () => {
  const records = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T10:00:00.000Z' },
    { type: 'session', seq: 1, at: 0, session: 's9', label: 'x', origin: 'connect', command: 'x', args: [] },
    { type: 'process', seq: 2, at: 1, session: 's9', event: 'spawned', pid: 7 },
    { type: 'stderr', seq: 3, at: 2, session: 's9', text: "ModuleNotFoundError: No module named 'weather'" },
    { type: 'process', seq: 4, at: 3, session: 's9', event: 'exited', exitCode: 1 },
  ];
  const path = join(folder, 'failed.tierscope.jsonl');
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const [session = ''] = value(await hub.commands.openRecording({ path })).sessions;
  const report = value(await hub.commands.doctor({ session }));
  expect(report.failed).toBe('package');
  expect(report.steps.find(({ id }) => id === 'file')?.status).toBe('skipped');
});

it('knows no session that is not open', async () => {
  expect(await hub.commands.doctor({ session: 's77' })).toMatchObject({ ok: false });
});

it('checks the eras of a live session, and says what its own traffic has to change', async () => {
  const server = join(import.meta.dirname, '../../e2e/servers/recorded/mcp-server-v1.js');
  const session = await connected(`"${process.execPath}" "${server}"`);
  await liveReached(hub, session, ({ state }) => state === 'ready');
  const { serves, migration } = value(await hub.commands.eras({ session }));
  expect(serves).toBe('only-initialize');
  expect(migration[0]?.what).toBe('initialize');
});

it('starts the server of a log as the log says, once it is asked to', async () => {
  const script = join(folder, 'tea.mjs');
  await writeFile(script, 'throw new Error(["no", process.env.POT, "on"].join(" "));');
  const log = [
    `2026-04-08 20:52:49.013 [info] Handling CreateClient action`,
    `2026-04-08 20:52:49.020 [info] Starting new stdio process with command: ${process.execPath} ${script}`,
    `2026-04-08 20:52:50.000 [info] Client closed for command`,
  ];
  const path = join(folder, 'MCP tea.log');
  await writeFile(path, log.join('\n'));
  const [session = ''] = value(await hub.commands.openRecording({ path })).sessions;
  expect(value(await hub.commands.loggedServer({ session }))).toEqual({
    ...{ commandLine: `${process.execPath} ${script}`, cwd: '', path: '', variables: [] },
  });
  const read = value(await hub.commands.doctor({ session }));
  const tried = value(await hub.commands.doctor({ session, starts: true }));
  expect(JSON.stringify(tried)).toContain('no  on');
  expect(JSON.stringify(read)).not.toContain('no  on');
});

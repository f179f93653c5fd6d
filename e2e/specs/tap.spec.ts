import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { PROGRAM, RunningProgram, runProgram, sha } from '../pages/run-program.ts';
import { sdkClient } from '../pages/sdk-client.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { packagedWords, scriptedWords } from '../servers/server-paths.ts';

const EVERYTHING = packagedWords('@modelcontextprotocol/server-everything', 'stdio');
let folder = '';

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-tap-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const tap = (...server: readonly string[]): string[] => ['tap', '--data', folder, '--', ...server];

async function onlyRecording(data = folder): Promise<string> {
  const names = await readdir(join(data, 'recordings'));
  expect(names).toHaveLength(1);
  return join(data, 'recordings', names[0] ?? '');
}

test('the SDK client and server-everything write the same bytes on both sides of the tap', {
  tag: '@core',
}, async () => {
  const [outside, inside] = [join(folder, 'outside'), join(folder, 'inside')];
  const server = [...scriptedWords('capture'), inside, ...EVERYTHING];
  const tapped = [process.execPath, PROGRAM, ...tap(...server)];
  const client = await sdkClient([...scriptedWords('capture'), outside, ...tapped]);
  await client.listTools();
  await client.callTool({ name: 'echo', arguments: { message: 'grüße 👋 \u2028' } });
  await client.callTool({ name: 'get-tiny-image', arguments: {} });
  expect(await client.callTool({ name: 'no-such-tool', arguments: {} })).toMatchObject({ isError: true });
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => client.callTool({ name: 'echo', arguments: { message: `${n}` } })),
  );
  await client.close();
  for (const way of ['in', 'out']) {
    const before = await readFile(`${outside}.${way}`);
    expect(before.length).toBeGreaterThan(3000);
    await expect.poll(async () => sha(await readFile(`${inside}.${way}`))).toBe(sha(before));
  }
  const raws = (await readFile(await onlyRecording(), 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"type":"frame"'))
    .map((line) => JSON.parse(line));
  const recorded = raws.filter((frame) => frame.direction === 'server-to-client').map((frame) => frame.raw);
  expect(`${recorded.join('\n')}\n`).toBe(await readFile(`${outside}.out`, 'utf8'));
});

test('any bytes come back as they were, with the stderr and the exit code of the server', async () => {
  const sent = Buffer.concat([
    randomBytes(400_000),
    Buffer.from('\n'),
    Buffer.alloc(5_000_000, 'long '),
    Buffer.from('\r\n\n{"cut": "in the mid'),
  ]);
  const end = await runProgram(tap(...scriptedWords('echo')), sent);
  expect(end).toMatchObject({ exitCode: 3, signal: null, stderr: 'echo is here\n' });
  expect(sha(end.stdout)).toBe(sha(sent));
  const recording = await readFile(await onlyRecording(), 'utf8');
  expect(recording).toMatch(/"event":"exited","exitCode":3/);
  expect(recording.trimEnd().split('\n').at(-1)).toContain('"type":"end"');
});

test('signals reach the server, and its end is the end of the tap', async () => {
  const program = new RunningProgram(tap(...scriptedWords('survivor'), join(folder, 'marker')));
  await expect.poll(() => program.stderr).toMatch(/pid \d+/);
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) {
    program.child.kill(signal);
    await expect.poll(() => program.stderr).toContain(`got ${signal}`);
  }
  program.child.kill('SIGTERM');
  expect(await program.end()).toMatchObject({ exitCode: 9, signal: null });
  const killed = new RunningProgram(tap(process.execPath, '-e', "process.kill(process.pid, 'SIGKILL')"));
  expect(await killed.end()).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

test('a server that does not start ends the tap with 3 and a sentence', async () => {
  const end = await runProgram(tap('/no/such/server'));
  expect(end).toMatchObject({ exitCode: 3, stdout: Buffer.alloc(0) });
  expect(end.stderr).toMatch(/^tierscope: the server cannot be started: .*ENOENT.*\n$/);
});

test('a disk that takes no recording does not stand in the way of the traffic', async () => {
  const data = join(folder, 'file');
  await writeFile(data, 'no folder');
  const end = await runProgram(['tap', '--data', data, '--', ...scriptedWords('echo')], '{"a":1}\n');
  expect(end).toMatchObject({ exitCode: 3, stderr: 'echo is here\n' });
  expect(end.stdout.toString()).toBe('{"a":1}\n');
});

test('killing the tap lets its server finish before it is ended, and leaves a recording that opens', async () => {
  const marker = join(folder, 'marker');
  const program = new RunningProgram(tap(...scriptedWords('survivor'), marker));
  await expect.poll(() => program.stderr).toMatch(/pid \d+/);
  const pid = Number(/pid (\d+)/.exec(program.stderr)?.[1]);
  program.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const frames = async (): Promise<string> => await readFile(await onlyRecording(), 'utf8');
  const recordings = async (): Promise<number> =>
    (await readdir(join(folder, 'recordings')).catch(() => [])).length;
  await expect.poll(recordings).toBe(1);
  await expect.poll(frames).toContain('notifications/initialized');
  program.child.kill('SIGKILL');
  await expect.poll(() => existsSync(marker)).toBe(true);
  // Other systems do not show which process belonged to the server.
  if (process.platform === 'linux') {
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
  } else process.kill(pid, 'SIGKILL');
  const end = await runProgram(['report', await onlyRecording(), '--format', 'json']);
  expect(JSON.parse(end.stdout.toString()).recordings[0]).toMatchObject({
    problems: [],
    sessions: [{ counts: { notifications: 1 } }],
  });
});

test('a running app shows a tapped session as it happens, and cannot steer it', { tag: '@core' }, async ({
  open,
  main,
}) => {
  const app = await open();
  const args = [PROGRAM, 'tap', '--data', app.dataFolder, '--label', 'agent server', '--', ...EVERYTHING];
  const client = await sdkClient([process.execPath, ...args]);
  await expect(main.tab('agent server')).toHaveAttribute('data-session-state', 'ready');
  await main.tab('agent server').click();
  await expect(main.rows().filter({ hasText: 'initialize' }).first()).toBeVisible();

  await client.callTool({ name: 'echo', arguments: { message: 'seen live' } });
  await expect(main.rows('[data-direction="server-to-client"]').filter({ hasText: 'echo' })).toContainText(
    'seen live',
  );
  await client.callTool({ name: 'no-such-tool', arguments: {} });
  await expect(main.rows('[data-tier="tool"]')).toContainText('no-such-tool');

  await expect(main.tab('agent server')).toContainText('tapped');
  await expect(main.page.locator('[data-origin="tap"]').last()).toHaveText(/tapped, live/);
  await expect(main.page.getByRole('button', { name: 'Session settings' })).toHaveCount(0);
  const session = (await main.tab('agent server').getAttribute('data-session')) ?? '';
  const steered = await sendCommand(main.page, 'callTool', { session, name: 'echo', arguments: {} });
  expect(steered).toMatchObject({ ok: false, error: expect.stringContaining('belongs to its agent') });

  await client.close();
  await expect(main.tab('agent server')).toHaveAttribute('data-session-state', 'closed');
});

test('a killed tap leaves no helper of a wrapper behind', async () => {
  test.skip(process.platform !== 'linux');
  const helper = `setsid sh -c 'echo "pid $$" >&2; exec sleep 1000 <&- >&- 2>&-' & exec cat`;
  const program = new RunningProgram(tap('/bin/sh', '-c', helper));
  await expect.poll(() => program.stderr).toMatch(/pid \d+/);
  const pid = Number(/pid (\d+)/.exec(program.stderr)?.[1]);
  program.child.kill('SIGKILL');
  expect(await program.end()).toMatchObject({ signal: 'SIGKILL' });
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
});

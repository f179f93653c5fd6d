import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { RunningProgram, runProgram } from '../pages/run-program.ts';
import { electronWords } from '../pages/running-electron.ts';
import { scriptedWords } from '../servers/server-paths.ts';

// Electron's binary also runs the app's own processes, and the commands without a window.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

const GONE = { timeout: 60_000 };
/** Anything that needs a display, or a Chromium of the stand-in, fails here. */
const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '', TIERSCOPE_BROWSER: '/no/such/browser' };
let folder = '';

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-entries-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

function electron(...args: readonly string[]): RunningProgram {
  return new RunningProgram(args, NO_DISPLAY, electronWords());
}

const LAB = '--tierscope-entry=lab';
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
});
const call = (id: number, name: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });

test.describe('the processes of the app', () => {
  test.skip(process.platform !== 'linux', 'Other systems do not show how a process was started.');

  test('are entries of its own program, and each is one process', { tag: '@core' }, async ({
    open,
    main,
  }) => {
    const app = await open();
    await main.labReady();
    const own = await childrenOf(app.pid);
    for (const name of ['lab', 'reaper']) {
      const entries = own.filter(({ words }) => words.includes(`--tierscope-entry=${name}`));
      expect(entries, name).toHaveLength(1);
      const [entry] = entries;
      expect(await childrenOf(entry?.pid ?? 0)).toEqual([]);
      expect(await readFile(`/proc/${entry?.pid}/environ`, 'utf8')).not.toContain('ELECTRON_RUN_AS_NODE');
    }
  });

  test('end the servers of an app that was killed, and themselves', async ({ open, main }) => {
    const app = await open('connect', '--', ...scriptedWords('stubborn'));
    await expect(main.tab('stubborn')).toHaveAttribute('data-session-state', 'ready');
    const own = (await childrenOf(app.pid)).map(({ pid }) => pid);
    const all = [...own, ...(await Promise.all(own.map(childrenOf))).flat().map(({ pid }) => pid)];
    expect(own.length).toBeGreaterThan(1);
    await app.kill();
    await expect.poll(() => all.filter(isAlive), GONE).toEqual([]);
  });
});

test('the error lab as an entry answers on stdout alone, and ends with its stdin', async () => {
  const lab = electron(LAB);
  lab.child.stdin.end(`${initialize}\n${call(1, 'ok-text')}\n`);
  const { exitCode, stdout, stderr } = await lab.end();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const answers = stdout.toString().trimEnd().split('\n');
  expect(answers.map((line) => JSON.parse(line).id)).toEqual([0, 1]);
});

test('the error lab as an entry dies of what nobody catches', async () => {
  const thrown = electron(LAB);
  thrown.child.stdin.write(`${initialize}\n${call(1, 'crash-exception')}\n`);
  const end = await thrown.end();
  expect(end).toMatchObject({ exitCode: 1, signal: null });
  expect(end.stderr).toContain('the connection pool is gone');
});

test('the error lab as an entry dies of a signal', async () => {
  test.skip(process.platform === 'win32', 'It has no signals.');
  const killed = electron(LAB);
  killed.child.stdin.write(`${initialize}\n${call(1, 'crash-signal')}\n`);
  expect(await killed.end()).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
});

test('a tap in Electron hands on every byte and the exit code, and adds nothing', {
  tag: '@core',
}, async () => {
  const tap = electron('tap', '--data', folder, '--', ...scriptedWords('echo'));
  const sent = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'.repeat(10_000);
  tap.child.stdin.end(sent);
  const end = await tap.end();
  expect(end).toMatchObject({ exitCode: 3, signal: null, stderr: 'echo is here\n' });
  expect(end.stdout.toString()).toBe(sent);
  const [name = ''] = await readdir(join(folder, 'recordings'));
  expect(await readFile(join(folder, 'recordings', name), 'utf8')).toContain('"event":"exited","exitCode":3');
});

test('a tap in Electron that is killed leaves no helper of its server behind', async () => {
  test.skip(process.platform !== 'linux', 'A helper that leaves its session is found on Linux alone.');
  const helper = `setsid sh -c 'echo "pid $$" >&2; exec sleep 1000 <&- >&- 2>&-' & exec cat`;
  const tap = electron('tap', '--data', folder, '--', '/bin/sh', '-c', helper);
  await expect.poll(() => tap.stderr).toMatch(/pid \d+/);
  const pid = Number(/pid (\d+)/.exec(tap.stderr)?.[1]);
  expect(isAlive(pid)).toBe(true);
  tap.child.kill('SIGKILL');
  expect(await tap.end()).toMatchObject({ signal: 'SIGKILL' });
  await expect.poll(() => isAlive(pid), GONE).toBe(false);
});

test('a command in Electron prints what it would in Node, and ends with its exit code', async () => {
  const lookup = electron('lookup', 'error', '--format', 'json');
  const { exitCode, stdout, stderr } = await lookup.end();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const inNode = await runProgram(['lookup', 'error', '--format', 'json']);
  expect(stdout.toString()).toBe(inNode.stdout.toString());
  const file = join(folder, 'no-recording.jsonl');
  await writeFile(file, 'nothing\n');
  expect(await electron('report', file).end()).toMatchObject({ exitCode: 3 });
});

type Child = { readonly pid: number; readonly words: readonly string[] };

async function childrenOf(parent: number): Promise<Child[]> {
  const found: Child[] = [];
  for (const name of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const read = (file: string): Promise<string> =>
      readFile(`/proc/${name}/${file}`, 'latin1').catch(() => '');
    const [stat, line] = await Promise.all([read('stat'), read('cmdline')]);
    // The name of a program may contain any character except its terminator.
    const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (ppid === parent) found.push({ pid: Number(name), words: line.split('\0') });
  }
  return found;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

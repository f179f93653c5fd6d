import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../pages/app-test.ts';
import { electronBinary } from '../pages/electron-binary.ts';
import { CLI, ended, type ProgramEnd, RunningProgram } from '../pages/run-program.ts';

// One data folder, two ways to run the app: the second start finds the first one.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

const ENTRY = fileURLToPath(new URL('../../dist/main/electron.js', import.meta.url));
const LOOPBACK = ['--shell', 'browser', '--no-open'];
const session = '[data-session][data-session-state="recording"]';

test('a window that has the data folder is named to a start on the loopback host, until it is closed', async ({
  open,
}) => {
  const app = await open();
  const { exitCode, stderr, stdout } = await loopback(app.dataFolder).end();
  expect({ exitCode, stdout: String(stdout) }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr.trim()).toBe(
    `tierscope: Tierscope runs already with the data folder ${app.dataFolder}, in a window of its own (process ${app.pid}). Go on there or quit it, name another folder with --data, or run a second one beside it with --port.`,
  );
  await app.stop();
  const after = loopback(app.dataFolder);
  await expect.poll(() => after.stdout).toContain('Tierscope is at http://127.0.0.1:');
  after.child.kill('SIGTERM');
  expect((await after.end()).exitCode).toBe(0);
});

test('a loopback host that has the data folder gets what a start in Electron is to open', async ({
  browser,
  carrier: _,
}, info) => {
  const data = info.outputPath('data');
  const file = info.outputPath('weather.jsonl');
  await writeFile(file, RECORDING);
  const host = loopback(data);
  try {
    await expect.poll(() => host.stdout).toContain('\n');
    const address = /http:\S+/.exec(host.stdout)?.[0] ?? '';
    const page = await browser.newPage();
    await page.goto(address);
    await expect(page.locator('main[data-host="loopback"]')).toBeVisible();

    const end = await electron(data, file, join(data, 'missing.jsonl'));
    expect(end.exitCode).toBe(0);
    expect(String(end.stdout)).toBe(`Tierscope runs already, at ${address}\n`);
    expect(end.stderr).toContain(
      `It is in a browser, at ${new URL(address).origin}, with the data folder ${data}.`,
    );
    expect(end.stderr).toContain('missing.jsonl');
    await expect(page.locator(session)).toHaveText([/weather/]);
    await page.close();
  } finally {
    host.child.kill('SIGTERM');
    expect((await host.end()).exitCode).toBe(0);
    await rm(data, { recursive: true, force: true, maxRetries: 3 });
  }
});

const started: RunningProgram[] = [];
function loopback(data: string): RunningProgram {
  const program = new RunningProgram(LOOPBACK, { TIERSCOPE_DATA: data }, CLI);
  started.push(program);
  return program;
}
test.afterEach(async () => {
  for (const { child } of started.splice(0)) await ended(child, 'SIGTERM');
});

function electron(data: string, ...args: string[]): Promise<ProgramEnd> {
  const program = [electronBinary().path, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ENTRY];
  return new RunningProgram(args, { TIERSCOPE_DATA: data }, program).end();
}

const RECORDING = [
  { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' },
  {
    type: 'session',
    seq: 1,
    at: 10,
    session: 's1',
    label: 'weather',
    origin: 'connect',
    command: 'x',
    args: [],
  },
  { type: 'end', seq: 2, at: 20 },
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

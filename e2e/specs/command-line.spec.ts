import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { PROGRAM, RunningProgram, runProgram } from '../pages/run-program.ts';
import { packagedWords } from '../servers/server-paths.ts';

const EVERYTHING = '@modelcontextprotocol/server-everything';
let folder = '';

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-cli-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

type Message = Readonly<Record<string, unknown>>;

/** A recording of one call and its answer. */
async function recording(name: string, answer: Message): Promise<string> {
  const file = join(folder, `${name}.tierscope.jsonl`);
  const header = { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T10:00:00.000Z' };
  const params = { name: 'read', arguments: { token: 'sk-ant-REDACTED' } };
  const frame = (seq: number, direction: string, message: Message): Message => {
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    return { type: 'frame', seq, at: seq, session: 's1', direction, raw };
  };
  const records = [
    header,
    { type: 'session', seq: 1, at: 0, session: 's1', label: 'small', origin: 'connect' },
    frame(2, 'client-to-server', { method: 'tools/call', params }),
    frame(3, 'server-to-client', answer),
  ];
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file;
}

const fine = { result: { content: [{ type: 'text', text: 'fine' }] } };
const amber = { result: { content: [{ type: 'text', text: 'no such file' }], isError: true } };
const red = { error: { code: -32603, message: 'no such file' } };

test('help names every command on stdout, and so does the help of each', async () => {
  const { exitCode, stdout, stderr } = await runProgram(['help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const command of [
    'open',
    'connect',
    'lookup',
    'report',
    'doctor',
    'tap',
    'mock',
    'lab',
    'convert',
    'compare',
  ]) {
    expect(stdout.toString()).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    const own = await runProgram([command, '--help']);
    expect([own.exitCode, own.stderr]).toEqual([0, '']);
    expect(own.stdout.toString()).toContain(`Usage: tierscope ${command}`);
  }
});

test('wrong use ends with 2, what cannot be opened with 3; stdout stays empty', {
  tag: '@core',
}, async () => {
  const missing = join(folder, 'missing.jsonl');
  const file = await recording('fine', fine);
  for (const [exitCode, ...typed] of [
    [2, 'compare', file],
    [2, 'compare', file, file, '--keep-noise', 'colors'],
    [2, 'tap'],
    [2, 'doctor'],
    [2, 'mock', file, '--speed', 'fast'],
    [2, 'convert', file, '--to', 'word'],
    [2, 'tap', 'install', '--host', 'emacs'],
    [3, 'compare', file, missing],
    [3, 'mock', missing],
    [3, 'mock', file, '--session', 's9'],
    [3, 'convert', missing, '--to', 'har'],
    [3, 'report', missing],
    [3, 'open', missing],
  ] as const) {
    const end = await runProgram(typed);
    expect([typed, end.exitCode, end.stderr === '']).toEqual([typed, exitCode, false]);
    if (typed[0] !== 'report') expect(end.stdout.toString()).toBe('');
  }
});

test('a command that a project file names is not started where nobody can confirm it, unless --yes is given', async () => {
  const config = join(folder, 'project.json');
  const mark = join(folder, 'started');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`;
  await writeFile(config, JSON.stringify({ probe: { command: [process.execPath, '-e', script] } }));
  const typed = ['probe', '--config', config, '--data', join(folder, 'data')];
  for (const more of [[], ['--dry-run']]) {
    const end = await runProgram([...typed, ...more]);
    expect([end.exitCode, end.stdout.toString()]).toEqual([2, '']);
    expect(end.stderr).toContain(`${config} names a command that you have not confirmed`);
    expect(end.stderr).toContain('--yes');
    await expect(readFile(mark)).rejects.toThrow();
  }
  // This one ends before the handshake.
  expect((await runProgram([...typed, '--yes'])).exitCode).toBe(3);
  expect(await readFile(mark, 'utf8')).toBe('');
});

test('doctor passes a healthy server with 0, and names the first check that fails with 1', {
  tag: '@core',
}, async () => {
  const fine = await runProgram(['doctor', '--format', 'json', '--', ...packagedWords(EVERYTHING)]);
  expect(fine.exitCode).toBe(0);
  const report = JSON.parse(fine.stdout.toString());
  expect(report).toMatchObject({ failed: null });
  expect(report.steps.at(-1)).toMatchObject({ id: 'call', status: 'passed' });
  const broken = await runProgram(['doctor', '--', process.execPath, join(folder, 'never-built.js')]);
  expect(broken.exitCode).toBe(1);
  expect(broken.stdout.toString()).toContain('Failed first: The working folder and the files');
});

test('lookup - reads a log from stdin, a long one in part', async () => {
  const log =
    'Server disconnected\nError: spawn npx ENOENT\n    at onexit (node:internal/child_process:285:19)\n';
  const { exitCode, stdout } = await runProgram(['lookup', '-', '--format', 'json'], log.repeat(20_000));
  expect(exitCode).toBe(0);
  const report = JSON.parse(stdout.toString());
  expect(report.readCharacters).toBe(100_000);
  expect(report.matches[0]).toMatchObject({ name: 'command not found (ENOENT)', tier: 'transport' });
});

test('compare ends with 1 if a tier got worse, and says what', { tag: '@core' }, async () => {
  const [before, after] = [await recording('amber', amber), await recording('red', red)];
  const worse = await runProgram(['compare', before, after]);
  const stderr = 'tierscope: 1 secret replaced. Use --no-redact to print it.\n';
  expect(worse).toMatchObject({ exitCode: 1, stderr });
  expect(worse.stdout.toString()).toMatch(
    /tools\/call read .*\n {2}worse +tool → protocol\n {2}code +\(none\) → -32603/,
  );

  const better = await runProgram(['compare', after, before, '--format', 'json']);
  expect(better.exitCode).toBe(0);
  const report = JSON.parse(better.stdout.toString());
  expect(report).toMatchObject({
    tool: { name: 'tierscope' },
    before: { path: after, exchanges: 1 },
    summary: { aligned: 1, unchanged: 0, worse: 0, better: 1, onlyBefore: 0, onlyAfter: 0 },
    changed: [{ method: 'tools/call', target: 'read', before: { tier: 'protocol', code: '-32603' } }],
  });
});

test('convert writes other formats, without secrets unless asked for them', async () => {
  const file = await recording('fine', fine);
  const redacted = await runProgram(['convert', file, '--to', 'json-rpc']);
  expect(redacted).toMatchObject({ exitCode: 0 });
  const lines = redacted.stdout.toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toHaveLength(2);
  expect(redacted.stdout.toString()).not.toContain('sk-ant');
  const out = join(folder, 'out.jsonl');
  const whole = await runProgram(['convert', file, '--to', 'json-rpc', '--no-redact', '--out', out]);
  expect(whole).toMatchObject({ exitCode: 0, stdout: Buffer.alloc(0) });
  expect(await readFile(out, 'utf8')).toContain('sk-ant-REDACTED');
});

test('mock answers what stands on stdin, and ends with it', async () => {
  const file = await recording('red', red);
  const call = (id: unknown, token: string): string => {
    const params = { arguments: { token }, name: 'read', _meta: { progressToken: 1 } };
    return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  };
  const sent = `${call('a', 'sk-ant-REDACTED')}\n${call(7, 'other')}`;
  const { exitCode, stdout, stderr } = await runProgram(['mock', file], sent);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const answers = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toHaveLength(2);
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 'a', ...red });
  expect(answers.find(({ id }) => id === 7)?.error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/No recorded tools\/call "read" has these params/),
  });
});

test('tap install puts a server behind the tap, and uninstall gives the file back', async () => {
  const home = join(folder, 'home');
  const file = join(home, '.cursor', 'mcp.json');
  await mkdir(join(home, '.cursor'), { recursive: true });
  const config =
    '{\n  // mine\n  "mcpServers": { "files": { "command": "npx", "args": ["-y", "files"] } }\n}\n';
  await writeFile(file, config);
  const typed = async (...args: string[]) => {
    const env = { HOME: home, USERPROFILE: home };
    const program = new RunningProgram(['tap', ...args, '--host', 'cursor'], env);
    return (await program.end()).exitCode;
  };
  expect(await typed('install', '--dry-run')).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(config);
  for (const _ of ['once', 'and again']) {
    expect(await typed('install', '--server', 'files')).toBe(0);
    const tapped = await readFile(file, 'utf8');
    expect(tapped.match(/"tap"/g)).toHaveLength(1);
    expect(tapped).toContain('// mine');
    expect(tapped).toContain(JSON.stringify(PROGRAM));
  }
  expect(await typed('uninstall')).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(config);
  expect(await typed('install', '--server', 'none-of-these')).toBe(2);
});

test('a reader that stops early ends the program quietly', async () => {
  const program = new RunningProgram(['lookup', 'error']);
  program.child.stdout.destroy();
  expect(await program.end()).toMatchObject({ exitCode: 0, stderr: '' });
});

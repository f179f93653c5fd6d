import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'playwright/test';
import { CLI, RunningProgram, runProgram } from '../pages/run-program.ts';
import { outcomeOf } from '../pages/sdk-client.ts';

let folder = '';
let recording = '';

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-faults-'));
  const { client } = await started(['tap', '--data', folder, '--', ...CLI, 'lab', '--data', folder]);
  await client.callTool({ name: 'ok-text' });
  await client.close();
  const [name = ''] = await readdir(join(folder, 'recordings'));
  recording = join(folder, 'recordings', name);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** The official client on a command of the program, and what it could not read. */
async function started(args: readonly string[]): Promise<{ client: Client; unread: string[] }> {
  const [command, ...first] = CLI;
  const client = new Client({ name: 'agent', version: '1' });
  const unread: string[] = [];
  client.onerror = (error) => unread.push(error.message);
  const transport = new StdioClientTransport({ command, args: [...first, ...args], stderr: 'ignore' });
  await client.connect(transport);
  return { client, unread };
}

/** A call of the recorded tool to a mock with this fault. */
async function calledUnder(fault: string, { timeoutMs = 60_000, unreadable = 0 } = {}) {
  const { client, unread } = await started(['mock', recording, '--speed', 'max', '--fault', fault]);
  const from = performance.now();
  const call = client.callTool({ name: 'ok-text' }, undefined, { timeout: timeoutMs });
  const outcome = await outcomeOf(call);
  const milliseconds = performance.now() - from;
  await expect.poll(() => unread.length).toBe(unreadable);
  await client.close();
  return { outcome, milliseconds, unread };
}

const TIMED_OUT = { code: -32001 };
/** Only for a call without an answer: an answer may take any time. */
const SHORT = { timeoutMs: 800 };
const FINE = { result: { content: [{ type: 'text' }] } };

test('an answer can come late, in trickles, or too late', { tag: '@core' }, async () => {
  const late = await calledUnder('tool=ok-text:delay=300ms');
  expect(late.outcome).toMatchObject(FINE);
  expect(late.milliseconds).toBeGreaterThan(290);
  const slow = await calledUnder('tool=ok-text:slow=500B/s');
  expect(slow.outcome).toMatchObject(FINE);
  expect(slow.milliseconds).toBeGreaterThan(100);
  expect((await calledUnder('all:never', SHORT)).outcome).toMatchObject(TIMED_OUT);
});

test('an answer to another id, or none that is JSON, leaves the call open', async () => {
  const wrong = await calledUnder('all:wrong-id', { ...SHORT, unreadable: 1 });
  expect(wrong.outcome).toMatchObject(TIMED_OUT);
  expect(wrong.unread.join()).toContain('unknown message ID');
  const garbage = await calledUnder('all:garbage', { ...SHORT, unreadable: 1 });
  expect(garbage.outcome).toMatchObject(TIMED_OUT);
  expect(garbage.unread.join()).toContain('JSON');
});

test('the server can go away, with its stdout alone or as a whole', async () => {
  expect((await calledUnder('all:crash=7')).outcome).toMatchObject({ code: -32000 });
  expect((await calledUnder('all:close-stdout', SHORT)).outcome).toMatchObject(TIMED_OUT);
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ok-text' } });
  const crashed = await runProgram(['mock', recording, '--fault', 'all:crash=7'], `${call}\n`);
  expect(crashed.exitCode).toBe(7);
});

test('an answer can be any error, any tool error, or very long', async () => {
  const error = await calledUnder('all:code=-32603,message=Busy,data={"after":3}');
  expect(error.outcome).toMatchObject({ code: -32603, message: 'MCP error -32603: Busy' });
  const tool = await calledUnder('all:iserror={"content":[],"structuredContent":{"reason":"full"}}');
  expect(tool.outcome).toEqual({
    result: { isError: true, content: [], structuredContent: { reason: 'full' } },
  });
  const huge = await calledUnder('all:huge=3MB');
  expect(JSON.stringify(huge.outcome).length).toBeGreaterThan(3_000_000);
});

test('every n-th call fails, and one tool or method alone can', async () => {
  const faults = ['--fault', 'every=2:iserror=second', '--fault', 'method=tools/list:code=-1'];
  const { client } = await started(['mock', recording, '--speed', 'max', ...faults]);
  const outcomes = [];
  for (let count = 0; count < 4; count += 1) outcomes.push(await client.callTool({ name: 'ok-text' }));
  expect(outcomes.map(({ isError }) => isError === true)).toEqual([false, true, false, true]);
  expect(await outcomeOf(client.listTools())).toMatchObject({ code: -1 });
  await client.close();
});

test('a slow answer leaves as a whole, also if stdin has ended before', async () => {
  const program = new RunningProgram(['mock', recording, '--speed', 'max', '--fault', 'all:slow=300B/s']);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ok-text' } };
  program.child.stdin.end(`${JSON.stringify(call)}\n`);
  const { exitCode, stdout } = await program.end();
  expect([exitCode, JSON.parse(stdout.toString()).id]).toEqual([0, 1]);
});

test('a wrong fault is named, with what to write', async () => {
  const end = await runProgram(['mock', recording, '--fault', 'tool=ok-text:dealy=2s']);
  expect(end.exitCode).toBe(2);
  expect(end.stderr).toContain('There is no action "dealy=2s". Use one of: delay, never,');
});

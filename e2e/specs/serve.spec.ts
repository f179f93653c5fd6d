import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransport1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'playwright/test';
import { z } from 'zod';
import { PROGRAM, runProgram } from '../pages/run-program.ts';
import { sdkClient } from '../pages/sdk-client.ts';

// Needs no browser: an agent's client uses `tierscope serve` while another one uses a tapped server.

const LAB = [process.execPath, fileURLToPath(new URL('../../dist/main/error-lab.js', import.meta.url))];
let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-serve-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const program = (...args: string[]): string[] => [process.execPath, PROGRAM, ...args];

type Answer = {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
};

type Caller = {
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
};

const answerSchema = z.looseObject({
  content: z.array(z.looseObject({ text: z.string().default('') })),
  structuredContent: z.record(z.string(), z.unknown()).default({}),
  isError: z.boolean().default(false),
});

/** The result or error that a client returned to its caller. */
function readAnswer(result: unknown): Answer {
  const { content, structuredContent: data, isError } = answerSchema.parse(result);
  return { text: content.map(({ text }) => text).join('\n'), data, isError };
}

/** Whether the user allows what the server asks for. */
type Consent = (question: string) => boolean;

/** A tool that probes a server takes longer than a client's default timeout, in milliseconds. */
const CALL_MS = 120_000;

/** The client of the SDK 1.x, which performs a handshake. Without `consent` it cannot ask its user. */
async function initializeCaller(
  [command = '', ...args]: readonly string[],
  consent?: Consent,
): Promise<Caller> {
  const capabilities = consent === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'agent', version: '1' }, { capabilities });
  if (consent !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: 'accept',
      content: { allow: consent(params.message) },
    }));
  }
  await client.connect(new StdioClientTransport1({ command, args, stderr: 'ignore' }));
  return {
    call: async (name, input = {}) =>
      readAnswer(await client.callTool({ name, arguments: input }, undefined, { timeout: CALL_MS })),
    close: () => client.close(),
  };
}

/** The client of the SDK 2.x, which uses 2026-07-28, and asks its user in an input round. */
async function modernCaller([command = '', ...args]: readonly string[], consent?: Consent): Promise<Caller> {
  const capabilities = consent === undefined ? {} : { elicitation: { form: {} } };
  const client = new ModernClient(
    { name: 'agent', version: '2' },
    { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  if (consent !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: 'accept',
      content: { allow: consent(params.message) },
    }));
  }
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  return {
    call: async (name, input = {}) =>
      readAnswer(await client.callTool({ name, arguments: input }, { timeout: CALL_MS })),
    close: () => client.close(),
  };
}

const CALLERS = [
  ['initialize', initializeCaller],
  ['2026-07-28', modernCaller],
] as const;

for (const [era, caller] of CALLERS) {
  test(`an agent finds the error of a live session, and has it explained (${era})`, {
    tag: '@core',
  }, async () => {
    const agent = await caller(program('serve', '--data', folder));
    const user = await sdkClient(program('tap', '--data', folder, '--', ...LAB));
    await user.listTools();
    const waiting = agent.call('wait_for_error', { timeout_seconds: 60 });
    const failing = setInterval(() => void user.callTool({ name: 'nope' }).catch(() => undefined), 200);
    const came = await waiting.finally(() => clearInterval(failing));
    expect(came.data).toMatchObject({ came: true, tier: 'protocol', session: 's1' });
    const { seq, recording } = came.data;

    const listed = await agent.call('list_recordings');
    expect(listed.data.recordings).toEqual([expect.objectContaining({ name: recording, live: true })]);
    const exchange = await agent.call('get_exchange', { recording, seq });
    expect(exchange.data).toMatchObject({
      code: -32602,
      target: 'nope',
      outcome: 'protocol error',
    });
    expect(exchange.text).toContain('The server lists no tool "nope".');
    const problems = await agent.call('list_problems');
    expect(problems.data.problems).toEqual([expect.objectContaining({ code: -32602 })]);
    const meanings = await agent.call('explain', { query: '-32602' });
    expect(meanings.data.meanings).toContainEqual(expect.objectContaining({ code: -32602 }));

    const wrong = await agent.call('get_exchange', { recording: 'nothing' });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toContain('list_recordings names them all.');
    await user.close();
    await agent.close();
  });
}

for (const [era, caller] of CALLERS) {
  test(`a server is probed if the user allows it, is fixed, and probed again (${era})`, async () => {
    const script = join(folder, 'server.mjs');
    const answers = (unknown: string) =>
      writeFile(
        script,
        `import { createInterface } from 'node:readline';
      const say = (id, rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }));
      const info = { serverInfo: { name: 'fixed', version: '1' }, capabilities: { tools: {} } };
      const tool = { name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } };
      for await (const line of createInterface({ input: process.stdin })) {
        let message;
        try { message = JSON.parse(line); } catch { say(null, { error: { code: -32700, message: 'Parse error' } }); continue; }
        const { id, method, params } = message;
        if (id === undefined || id === null || method === undefined) continue;
        if (method === 'initialize') say(id, { result: { protocolVersion: '2025-11-25', ...info } });
        else if (method === 'ping') say(id, { result: {} });
        else if (method === 'tools/list') say(id, { result: { tools: [tool] } });
        else if (method === 'tools/call' && params?.name === 'add')
          say(id, { result: { content: [{ type: 'text', text: 'a must be a number' }], isError: true } });
        else if (method === 'tools/call') say(id, ${unknown});
        else say(id, { error: { code: -32601, message: 'Method not found' } });
      }`,
      );
    await answers(`{ result: { content: [{ type: 'text', text: 'fine' }] } }`);
    const questions: string[] = [];
    let isAllowed = false;
    const agent = await caller(program('serve', '--data', folder), (question) => {
      questions.push(question);
      return isAllowed;
    });
    const probe = () => agent.call('probe_server', { command: [process.execPath, script] });

    const denied = await probe();
    expect(denied).toMatchObject({ isError: true, text: 'The user did not allow to start this command.' });
    expect(questions[0]).toContain(script);
    isAllowed = true;
    const broken = await probe();
    const unknownTool = expect.objectContaining({
      case: expect.stringContaining('a tool that does not exist'),
    });
    expect(broken.data.failures, broken.text).toContainEqual(unknownTool);
    const exchange = await agent.call('get_exchange', { recording: broken.data.recording, seq: 1 });
    expect(exchange.isError).toBe(false);

    await answers(`{ error: { code: -32602, message: 'Unknown tool: ' + params?.name } }`);
    const fixed = await probe();
    expect(fixed.data.failures, fixed.text).not.toContainEqual(unknownTool);
    expect(questions).toHaveLength(3);
    await agent.close();
  });
}

test('a client that cannot ask its user starts nothing', async () => {
  const agent = await initializeCaller(program('serve', '--data', folder));
  const refused = await agent.call('probe_server', { command: [process.execPath, '-e', '0'] });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('--allow-probe') });
  await agent.close();
});

test('a client that tries it out in a tap finds nothing to report', async () => {
  const agent = await sdkClient(
    program('tap', '--data', folder, '--', ...program('serve', '--data', folder)),
  );
  const { tools } = await agent.listTools();
  for (const { name } of tools)
    await agent.callTool({ name, arguments: { nothing: 1 } }).catch(() => undefined);
  await agent.callTool({ name: 'list_recordings', arguments: {} });
  const { resources } = await agent.listResources();
  expect(resources).toHaveLength(1);
  await agent.readResource({ uri: resources[0]?.uri ?? '' });
  await agent.readResource({ uri: 'tierscope://recordings/none' }).catch(() => undefined);
  await agent.getPrompt({ name: 'why_did_this_call_fail', arguments: {} });
  const { messages } = await agent.getPrompt({ name: 'why_did_this_call_fail', arguments: { seq: '3' } });
  expect(messages).toHaveLength(1);
  await agent.close();
  const { stdout } = await runProgram(['report', join(folder, 'recordings'), '--format', 'json']);
  const [{ sessions }] = JSON.parse(stdout.toString()).recordings;
  // The SDK gives a missing resource the code of 2026-07-28 in every session, whatever its server throws.
  expect(sessions[0].findings.filter(({ severity }: { severity: string }) => severity !== 'info')).toEqual(
    [],
  );
});

test('its own probe finds nothing wrong with it', async () => {
  const server = ['--', ...program('serve', '--data', folder)];
  const end = await runProgram(['probe', '--data', folder, '--format', 'json', ...server]);
  const { grade, cases } = JSON.parse(end.stdout.toString());
  const failed = cases.filter(({ failure }: { failure: unknown }) => failure !== null);
  expect({ exitCode: end.exitCode, grade: grade.grade, failed }).toEqual({
    exitCode: 0,
    grade: 'exemplary',
    failed: [],
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TASKS_EXTENSION } from '../../app/protocol/meta-keys.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { plain, type Rig, rig, scripted, tool } from './testing/session-rig.ts';

const ERRANDS = 'e2e/servers/errands.js';
const LONG = { timeoutMs: 3_600_000 };
/** A busy machine takes a while. */
const SOON = { timeout: 20_000 };

async function errands(settings: SettingsChange = {}, ...args: string[]): Promise<Rig> {
  const one = rig([ERRANDS, ...args], { era: 'modern', ...LONG, ...settings });
  await one.session.start();
  return one;
}

/** Polls the status until the task has reached this one. */
async function until({ session }: Rig, taskId: string, status: string) {
  for (let asked = 1; asked <= 10; asked += 1) {
    const { result, failure } = await session.call(plain('tasks/get', { taskId }));
    expect(failure).toBe('');
    if (Object(result).status === status) return result;
  }
  throw new Error(`the task ${taskId} was never ${status}`);
}

describe('a task of the extension', () => {
  test('comes instead of a result and ends in one, and the client refuses neither', async () => {
    const one = await errands();
    const call = await one.session.call(tool('bake'));
    expect(call).toMatchObject({ failure: '', result: { resultType: 'task', taskId: 'bake-1' } });
    expect(await until(one, 'bake-1', 'completed')).toMatchObject({
      result: { content: [{ text: 'the bread is done' }] },
    });
    expect(one.clientEvents()).toEqual([]);
    const [sent] = one.lines('client-to-server').filter(({ method }) => method === 'tools/call');
    expect(sent?.params).not.toHaveProperty('task');
    expect(JSON.stringify(sent)).toContain(`"extensions":{"${TASKS_EXTENSION}":{}}`);
  });

  test('is no result that breaks the output schema of its tool', async () => {
    const server = scripted(`
      const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      if (request.method === 'server/discover') Object.assign(result, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
      if (request.method === 'tools/list') Object.assign(result, { tools: [{ name: 'n', inputSchema: { type: 'object' },
        outputSchema: { type: 'object', properties: { count: { type: 'number' } } } }] });
      if (request.method === 'tools/call') Object.assign(result, { resultType: 'task', taskId: 't', status: 'working', ttlMs: null });
      if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result });`);
    const { session, clientEvents } = rig(server, { ...LONG, era: 'modern' });
    await session.start();
    await session.listAll('tools');
    expect((await session.call(tool('n'))).failure).toBe('');
    expect(clientEvents()).toEqual([]);
  });

  test('is still refused if no task may come, as by any other client', async () => {
    const server = scripted(`
      const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      if (request.method === 'server/discover') Object.assign(result, { supportedVersions: ['2026-07-28'], capabilities: { prompts: {} } });
      else Object.assign(result, { resultType: 'task', taskId: 't', status: 'working' });
      if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result });`);
    const { session, clientEvents } = rig(server, { ...LONG, era: 'modern' });
    await session.start();
    expect((await session.call(plain('prompts/get', { name: 'p' }))).failure).toContain(
      'Unsupported result type',
    );
    expect(clientEvents()).toMatchObject([{ event: 'result-rejected', method: 'prompts/get' }]);
  });

  test.each([
    ['burn', 'completed', { result: { isError: true } }],
    ['break', 'failed', { error: { code: -32603, message: 'the oven broke' } }],
  ])('of %s ends as %s', async (name, status, end) => {
    const one = await errands();
    await one.session.call(tool(name));
    expect(await until(one, `${name}-1`, status)).toMatchObject(end);
  });

  test('is cancelled by a request, and stays so', async () => {
    const one = await errands();
    await one.session.call(tool('wait'));
    await until(one, 'wait-1', 'working');
    expect((await one.session.call(plain('tasks/cancel', { taskId: 'wait-1' }))).failure).toBe('');
    await until(one, 'wait-1', 'cancelled');
  });

  test('that the server does not know is an error of the server', async () => {
    const { session, clientEvents } = await errands();
    const { failure } = await session.call(plain('tasks/get', { taskId: 'nope' }));
    expect(failure).toContain('Task not found');
    expect(clientEvents()).toEqual([]);
  });

  test('gives its result also after the server was restarted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'errands-'));
    const one = await errands({}, join(folder, 'tasks.json'));
    await one.session.call(tool('bake'));
    await one.session.restart();
    await until(one, 'bake-1', 'completed');
    await rm(folder, { recursive: true });
  });
});

describe('the tasks extension', () => {
  const UNDECLARED = { capabilities: { elicitation: { form: {} } } };

  test('is asked for by a server if it is not declared, with an offer to declare it', async () => {
    const { session, lines } = await errands(UNDECLARED);
    expect((await session.call(tool('bake'))).failure).toContain('Missing required client capability');
    const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    expect(session.details.suggestions).toEqual([{ kind: 'capabilities', capabilities, from: 'error' }]);
    await session.restart({ capabilities });
    expect((await session.call(tool('bake'))).failure).toBe('');
    expect(JSON.stringify(lines('client-to-server').at(-1))).toContain(TASKS_EXTENSION);
  });

  test('need not be declared for a task to be seen', async () => {
    const { session, clientEvents } = await errands(UNDECLARED, 'lax');
    expect(await session.call(tool('bake'))).toMatchObject({ failure: '', result: { resultType: 'task' } });
    expect(clientEvents()).toEqual([]);
  });

  test('is not named to a server of the older era', async () => {
    const one = rig(['main/session/testing/both-eras-server.js'], { era: 'initialize' });
    await one.session.start();
    expect(JSON.stringify(one.lines('client-to-server')[0])).not.toContain('extensions');
  });
});

describe('input that a task needs', () => {
  async function asking(): Promise<Rig> {
    const one = await errands();
    await one.session.call(tool('greet'));
    await until(one, 'greet-1', 'input_required');
    return one;
  }

  test('is asked for once, and answered by an update', async () => {
    const one = await asking();
    await until(one, 'greet-1', 'input_required');
    const [request, ...more] = one.session.details.serverRequests;
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      via: 'task',
      key: 'who',
      taskId: 'greet-1',
      method: 'elicitation/create',
    });
    expect(one.records[(request?.seq ?? 0) - 1]).toMatchObject({
      raw: expect.stringContaining('inputRequests'),
    });
    const result = { action: 'accept', content: { name: 'Ada' } };
    one.session.answer(request?.requestId ?? '', { kind: 'result', result });
    expect(await until(one, 'greet-1', 'completed')).toMatchObject({
      result: { content: [{ text: 'hello Ada' }] },
    });
    const updates = one.lines('client-to-server').filter(({ method }) => method === 'tasks/update');
    expect(updates).toMatchObject([{ params: { taskId: 'greet-1', inputResponses: { who: result } } }]);
    expect(one.clientEvents()).toEqual([]);
  });

  test('is taken back when the task goes on without it', async () => {
    const one = await asking();
    await one.session.call(plain('tasks/cancel', { taskId: 'greet-1' }));
    await until(one, 'greet-1', 'cancelled');
    expect(one.session.details.serverRequests).toEqual([]);
    expect(one.session.details.cancelledServerRequests).toMatchObject([
      { why: 'its task does not need it any more' },
    ]);
  });

  test('cannot be refused with an error, and the log says that nothing was sent', async () => {
    const one = await asking();
    one.session.answer(one.session.details.serverRequests[0]?.requestId ?? '', {
      kind: 'error',
      code: -32000,
      message: 'no',
    });
    await expect
      .poll(() => one.clientEvents(), SOON)
      .toMatchObject([{ event: 'cancelled', method: 'tasks/update' }]);
    expect(one.lines('client-to-server').map(({ method }) => method)).not.toContain('tasks/update');
  });

  test('is asked for as well when a notification reports it', async () => {
    const server = scripted(`
      const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      if (request.method === 'server/discover') Object.assign(result, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
      const inputRequests = { where: { method: 'roots/list', params: {} } };
      if (request.method === 'tools/call') say({ jsonrpc: '2.0', method: 'notifications/tasks', params: { taskId: 't', status: 'input_required', inputRequests } });
      if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result: { content: [], ...result } });`);
    const roots = [{ uri: 'file:///a', name: 'a' }];
    const one = rig(server, { ...LONG, era: 'modern', roots, answers: { roots: { kind: 'canned' } } });
    await one.session.start();
    await one.session.call(tool('any'));
    await expect
      .poll(() => one.lines('client-to-server').filter(({ method }) => method === 'tasks/update'), SOON)
      .toMatchObject([{ params: { taskId: 't', inputResponses: { where: { roots } } } }]);
  });
});

describe('the changes of a task', () => {
  test('are reported while they are listened to, and the task is then not listened to any more', async () => {
    const one = await errands();
    await one.session.call(tool('wait'));
    expect((await one.session.call({ kind: 'follow-task', taskId: 'wait-1', on: true })).failure).toBe('');
    expect(one.session.details.followedTasks).toEqual(['wait-1']);
    await one.session.call(plain('tasks/cancel', { taskId: 'wait-1' }));
    const notified = () =>
      one.lines('server-to-client').filter(({ method }) => method === 'notifications/tasks');
    await expect.poll(notified, SOON).toMatchObject([{ params: { taskId: 'wait-1', status: 'cancelled' } }]);
    expect((await one.session.call({ kind: 'follow-task', taskId: 'wait-1', on: false })).failure).toBe('');
    expect(one.session.details.followedTasks).toEqual([]);
    expect((await one.session.call({ kind: 'follow-task', taskId: 'wait-1', on: false })).failure).toContain(
      'Nobody listens',
    );
  });

  test('cannot be asked for in the older era', async () => {
    const { session } = rig(['main/session/testing/both-eras-server.js'], { era: 'initialize' });
    await session.start();
    expect((await session.call({ kind: 'follow-task', taskId: 't', on: true })).failure).toContain(
      'since 2026-07-28 only',
    );
  });
});

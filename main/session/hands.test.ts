import { describe, expect, test } from 'vitest';
import { listTools } from './list-all.ts';
import { handshaking, plain, rig, scripted, tool } from './testing/session-rig.ts';

const BOTH_ERAS = 'main/session/testing/both-eras-server.js';
const text = new TextEncoder();

describe('a line sent by hand', () => {
  test('goes out as it is, marked as deliberate, and its answer breaks no call', async () => {
    const on = `if (request.method === 'odd') say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } });
      else if (request.method === 'tools/call') say({ jsonrpc: '2.0', id: request.id, result: { content: [] } });
      else say({ jsonrpc: '2.0', id: request.id, result: {} });`;
    const { session, records } = rig(handshaking(on), { era: 'initialize' });
    await session.start();
    const raw = '{"id":"mine","method":"odd" }';
    const sent = session.sendRaw(text.encode(raw));
    const call = session.call(tool('any'));
    expect(sent.ok && records[sent.value - 1]).toEqual({
      type: 'frame',
      direction: 'client-to-server',
      deliberate: true,
      raw,
    });
    expect((await call).failure).toBe('');
    expect(records.filter((record) => JSON.stringify(record).includes('-32600'))).toHaveLength(1);
    expect((await session.call(plain('ping'))).failure).toBe('');
  });

  test('reaches a server that has not answered the handshake', async () => {
    const echo = scripted(`if (request.method === undefined) console.log(JSON.stringify(line));`);
    const { session, lines, reached } = rig(echo, { era: 'initialize' });
    void session.start();
    await reached((_, { pid }) => pid !== null);
    expect(session.sendRaw(text.encode('{"half')).ok).toBe(true);
    await expect.poll(() => lines('server-to-client')).toEqual(['{"half']);
    expect(session.status.state).toBe('starting');
  });

  test('has a record for each line that the server sees, and keeps bytes that are no UTF-8', async () => {
    const { session, records } = rig(handshaking(''), { era: 'initialize' });
    await session.start();
    session.sendRaw(new Uint8Array([...text.encode('{\n"a":1}\n'), 0xff]));
    const sent = records.filter((record) => record.type === 'frame' && record.deliberate === true);
    expect(sent).toMatchObject([{ raw: '{' }, { raw: '"a":1}' }, { rawBase64: '/w==' }]);
  });

  test('cannot be sent where no process lives', () => {
    expect(rig([]).session.sendRaw(text.encode('x')).ok).toBe(false);
  });
});

describe('limits of a call', () => {
  const slow = handshaking(`
    const token = request.params._meta && request.params._meta.progressToken;
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: sent } });
      if (sent === 8) { clearInterval(timer); say({ jsonrpc: '2.0', id: request.id, result: { content: [] } }); }
    }, 200);`);

  test('start anew with progress where the session is set so', async () => {
    const { session } = rig(slow, { era: 'initialize', resetTimeoutOnProgress: true });
    await session.start();
    // Less than the eight steps take together, and far more than one of them.
    session.configure({ timeoutMs: 1200 });
    expect((await session.call(tool('slow'))).failure).toBe('');
    expect((await session.call(tool('slow'), { resetTimeoutOnProgress: false })).failure).toBe(
      'No answer within 1200 ms.',
    );
  });

  test('end a call for good where a maximum is set', async () => {
    const { session, clientEvents } = rig(slow, { era: 'initialize' });
    await session.start();
    const limits = { timeoutMs: 250, resetTimeoutOnProgress: true, maxTotalTimeoutMs: 150 };
    expect((await session.call(tool('slow'), limits)).failure).toBe('No answer within 150 ms.');
    expect(clientEvents()).toMatchObject([{ event: 'timeout', message: 'timed out after 150 ms' }]);
  });
});

describe('what a server offers', () => {
  test('is listed page by page, until a cursor repeats', async () => {
    const on = `const at = Number((request.params || {}).cursor || 0);
      const nextCursor = request.method === 'prompts/list' ? 'same' : at < 2 ? String(at + 1) : undefined;
      say({ jsonrpc: '2.0', id: request.id, result: { resources: [{ uri: 'a:' + at, name: 'n' }], prompts: [{ name: 'p' }], nextCursor } });`;
    const { session } = rig(handshaking(on), { era: 'initialize' });
    await session.start();
    expect(await session.listAll('resources')).toMatchObject({ pages: 3, failure: '', items: [{}, {}, {}] });
    const prompts = await session.listAll('prompts');
    expect(prompts.items).toHaveLength(2);
    expect(prompts.failure).toContain('same cursor twice');
    expect((await session.listAll('tasks')).failure).toContain('no list named "tasks"');
  });

  test('is counted as changed when the server says so, in both eras', async () => {
    for (const era of ['initialize', 'modern'] as const) {
      const { session, reached } = rig([BOTH_ERAS], { era });
      await session.start();
      await session.call(tool('grow'));
      await reached(({ details }) => details.changes.tools === 1);
    }
  });

  test('is subscribed to by a request of its own in each era', async () => {
    const { session, lines } = rig([BOTH_ERAS], { era: 'modern' });
    await session.start();
    expect((await session.call({ kind: 'subscribe', uri: 'note://one' })).failure).toBe('');
    expect(session.details.subscriptions).toEqual(['note://one']);
    await session.call({ kind: 'unsubscribe', uri: 'note://one' });
    expect(session.details.subscriptions).toEqual([]);
    expect(lines('client-to-server').at(-1)?.method).toBe('notifications/cancelled');
  });

  test('is checked by the client against the output schema that was listed', async () => {
    const server = scripted(`
      const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      if (request.method === 'server/discover') Object.assign(result, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
      if (request.method === 'tools/list') Object.assign(result, { tools: [{ name: 'n', inputSchema: { type: 'object' },
        outputSchema: { type: 'object', properties: { count: { type: 'number' } } } }] });
      if (request.method === 'tools/call') Object.assign(result, { content: [], structuredContent: { count: 'two' } });
      if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result });`);
    const { session, clientEvents } = rig(server);
    await session.start();
    expect((await listTools(session)).tools).toHaveLength(1);
    expect((await session.call(tool('n'))).failure).toContain('does not match');
    expect(clientEvents()).toMatchObject([{ event: 'result-rejected', id: 1, method: 'tools/call' }]);
  });

  test('keeps the log level that the server took, and not over a restart', async () => {
    const { session } = rig(
      handshaking(`if (request.params?.level === 'wrong') say({ jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'no' } });
        else say({ jsonrpc: '2.0', id: request.id, result: {} });`),
      { era: 'initialize' },
    );
    await session.start();
    expect(session.details).toMatchObject({ logLevel: '', logLevelBefore: '' });
    await session.call({ kind: 'log-level', level: 'debug' });
    await session.call({ kind: 'log-level', level: 'wrong' });
    expect(session.details.logLevel).toBe('debug');
    await session.call(plain('logging/setLevel', { level: 'error' }));
    expect(session.details.logLevel).toBe('error');
    await session.restart();
    expect(session.details).toMatchObject({ logLevel: '', logLevelBefore: 'error' });
  });

  test('names the log level in every later request since 2026-07-28', async () => {
    const { session, lines } = rig([BOTH_ERAS], { era: 'modern' });
    await session.start();
    await session.call({ kind: 'log-level', level: 'debug' });
    await session.call(tool('greet', { name: 'x' }));
    expect(JSON.stringify(lines('client-to-server').at(-1))).toContain(
      '"io.modelcontextprotocol/logLevel":"debug"',
    );
  });
});

describe('real servers of npm', () => {
  const bin = (name: string, file: string) => [`node_modules/@modelcontextprotocol/${name}/dist/${file}`];

  test('server-everything shows all its tools, answers the probe at once, and asks what it may', async () => {
    const one = rig(bin('server-everything', 'index.js'));
    const { session } = one;
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    await expect
      .poll(async () => (await listTools(session)).tools.map(({ name }) => name))
      .toContain('trigger-url-elicitation');
    const names = (await listTools(session)).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['get-roots-list', 'trigger-sampling-request', 'trigger-elicitation-request']),
    );
    expect((await session.listAll('resources')).items.length).toBeGreaterThan(0);
    expect((await session.listAll('resourceTemplates')).items.length).toBeGreaterThan(0);
    expect((await session.listAll('prompts')).items.length).toBeGreaterThan(0);
    expect(names).toContain('trigger-sampling-request-async');
    const call = session.call(tool('trigger-sampling-request', { prompt: 'hi', maxTokens: 5 }));
    await one.reached(({ details }) => details.asks.length === 1);
    const result = { role: 'assistant', model: 'me', content: { type: 'text', text: 'by hand' } };
    session.answer(session.details.asks[0]?.ask ?? '', { kind: 'result', result });
    expect(JSON.stringify((await call).result)).toContain('by hand');
  });

  test('server-everything gets the answer of a user as the result of a task', async () => {
    const one = rig(bin('server-everything', 'index.js'), { era: 'initialize' });
    const { session } = one;
    await session.start();
    const call = session.call(tool('trigger-elicitation-request-async'));
    await one.reached(({ details }) => details.asks.length === 1);
    const answer = { kind: 'result', result: { action: 'accept', content: { name: 'by hand' } } } as const;
    session.answer(session.details.asks[0]?.ask ?? '', answer);
    expect(JSON.stringify((await call).result)).toContain('by hand');
    const methods = one.lines('server-to-client').map(({ method }) => method);
    expect(methods).toEqual(expect.arrayContaining(['tasks/get', 'tasks/result']));
  });

  test('server-everything carries out a call as a task where it is asked for one', async () => {
    const { session } = rig(bin('server-everything', 'index.js'), { era: 'initialize' });
    await session.start();
    const end = await session.call(tool('simulate-research-query', { topic: 'x' }, { ttl: 60_000 }));
    expect(end.result).toMatchObject({ task: { status: 'working' } });
    expect((await session.listAll('tasks')).items).toHaveLength(1);
  });

  test('server-filesystem keeps its folders while no roots are set', async () => {
    const { session } = rig([...bin('server-filesystem', 'index.js'), process.cwd()]);
    await session.start();
    const end = await session.call(tool('list_allowed_directories'));
    expect(JSON.stringify(end.result)).toContain(process.cwd());
  });
});

import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handshaking, rig, scripted, tool } from './testing/session-rig.ts';

const BOTH_ERAS = 'main/session/testing/both-eras-server.js';

/** Answers the probe with `on`, and everything else as a server of the older era. */
function probed(on: string): string[] {
  return scripted(`
    if (request.method === 'server/discover') { ${on} }
    else if (request.method === 'initialize') initialized(request);
    else if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result: { content: [] } });`);
}

function failing(code: number | string, more = ''): string {
  return `say({ jsonrpc: '2.0', id: request.id, error: { code: ${code}, message: 'no'${more} } })`;
}

describe('the era of a session', () => {
  test.each([
    ['-32601', failing(-32601), 'error -32601'],
    ['-32602 with empty data', failing(-32602, `, data: ''`), 'error -32602'],
    ['code 0', failing(0), 'error 0'],
    ['-32022 without versions', failing(-32022), 'error -32022'],
    [
      'a wrong id',
      `say({ jsonrpc: '2.0', id: 'err_1', error: { code: -32600, message: 'no' } })`,
      'the id "err_1"',
    ],
    ['a null id', `say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } })`, 'id-null'],
    ['another result', `say({ jsonrpc: '2.0', id: request.id, result: {} })`, 'something else'],
  ])('is initialize after a probe that is answered with %s', async (_name, on, reason) => {
    const { session, records } = rig(probed(on), { probeTimeoutMs: 60_000 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    expect(session.status.eraReason).toContain(reason);
    expect(session.status.eraFrames.map((seq) => records[seq - 1])).toMatchObject([
      { type: 'frame', direction: 'client-to-server', raw: expect.stringContaining('server/discover') },
      { type: 'frame', direction: 'server-to-client' },
    ]);
    expect(session.details.suggestions).toEqual([]);
    expect((await session.call(tool('any'))).failure).toBe('');
    expect(records.filter((record) => record.type === 'process')).toHaveLength(1);
  });

  test.each([
    ['code-not-integer', failing('"E_NO"')],
    [
      'result-and-error',
      `say({ jsonrpc: '2.0', id: request.id, result: {}, error: { code: -32601, message: 'no' } })`,
    ],
  ])(
    'is initialize after an answer with the fault %s, and the probe has not timed out',
    async (fault, on) => {
      const { session, clientEvents } = rig(probed(on), { probeTimeoutMs: 60_000 });
      await session.start();
      expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
      expect(session.status.eraReason).toContain(fault);
      expect(clientEvents()).toEqual([]);
    },
  );

  test.each([
    ['silence', ''],
    ['garbage', `say('Traceback: what is that')`],
  ])('is initialize after a probe that is met with %s, which is reported as such', async (_name, on) => {
    const { session, clientEvents } = rig(probed(on), { probeTimeoutMs: 30 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    expect(session.status.eraReason).toBe('The server did not answer server/discover within 30 ms.');
    expect(clientEvents()).toMatchObject([{ event: 'timeout', id: 'server-discover-probe-1' }]);
  });

  test.each([
    ['exits at once', 'process.exit(3)'],
    ['answers and exits', `${failing(-32602)}; process.exitCode = 3; process.stdin.destroy()`],
  ])('starts a server again, visibly, that %s when it is probed', async (_name, on) => {
    const { session, records } = rig(probed(on));
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize', ending: '' });
    expect(session.status.eraReason).toContain('with code 3');
    expect(session.status.eraFrames.length).toBeGreaterThan(0);
    const reported = records.filter((record) => record.type === 'process' || record.type === 'mark');
    expect(reported).toMatchObject([
      { event: 'spawned' },
      { event: 'exited', exitCode: 3 },
      { type: 'mark' },
      { event: 'spawned' },
    ]);
    const sent = records.filter((record) => record.type === 'frame' && 'raw' in record);
    expect(sent.filter((record) => JSON.stringify(record).includes('server/discover'))).toHaveLength(1);
  });

  test('is found without another death after a change of files, if the probe ends the server', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'eras-')));
    const settings = { watch: ['.'], watchDebounceMs: 0 };
    const dies = probed('process.exit(3)');
    const { session, records, lines, reached } = rig(dies, settings, process.execPath, folder);
    await session.start();
    const changed = () =>
      records.some((record) => record.type === 'mark' && String(record.label).endsWith('changed'));
    const write = async () => {
      if (!changed()) await writeFile(join(folder, 'a.js'), String(Math.random()));
      return changed();
    };
    await expect.poll(write, { timeout: 20_000 }).toBe(true);
    await reached(
      (_, { state, eraReason }) =>
        state === 'ready' && eraReason.includes('before, so it was not asked again'),
    );
    const probes = () => lines('client-to-server').filter(({ method }) => method === 'server/discover');
    expect(probes()).toHaveLength(1);
    await session.restart();
    expect(probes()).toHaveLength(2);
    await session.disconnect('');
    await rm(folder, { recursive: true });
  });

  test('is initialize if an older server refuses the probe late, after initialize was sent', async () => {
    const late = `setTimeout(() => { ${failing(-32601)} }, 100)`;
    const on = probed(late)[1]?.replace(
      'initialized(request);',
      'setTimeout(() => initialized(request), 200);',
    );
    const { session, clientEvents } = rig(['-e', on ?? ''], { probeTimeoutMs: 1 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    expect((await session.call(tool('any'))).failure).toBe('');
    expect(clientEvents()).toEqual([]);
  });

  test('fails after one restart if the server ends in any case', async () => {
    const { session, records } = rig(['-e', `console.error('no key'); process.exit(4)`]);
    await session.start();
    expect(session.status).toMatchObject({ state: 'failed', exit: 'exit 4', pid: null });
    expect(session.status.ending).toContain('“no key”');
    expect(session.status.failure).toMatchObject({
      cause: '',
      detail: expect.stringMatching(
        /^It was started twice: it ended with code 4 when .* the same way, so the question is not/,
      ),
    });
    expect(records.filter((record) => record.type === 'mark')).toHaveLength(1);
  });

  test.skipIf(process.platform === 'win32')(
    'is not asked for again if the server had closed its stdin before the probe',
    async () => {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'eras-')));
      const closed = join(folder, 'closed');
      const { session, records } = rig(['-c', `exec 0<&-; : > ${closed}; exit 64`], {}, 'sh');
      const started = session.start();
      // The probe is written once this turn ends, when the server has already closed its stdin.
      const pause = new Int32Array(new SharedArrayBuffer(4));
      for (let turn = 0; turn < 4000 && !existsSync(closed); turn += 1) Atomics.wait(pause, 0, 0, 5);
      await started;
      expect(session.status).toMatchObject({ state: 'failed', exit: 'exit 64' });
      expect(session.status.failure?.detail).toBe('');
      expect(records.filter(({ type }) => type === 'mark')).toEqual([]);
      await rm(folder, { recursive: true });
    },
  );

  test.each(['no', ''])(
    'is not refused, but unanswered, if the probe is refused with "%s" and initialize is met with silence',
    async (message) => {
      const refusal = { code: -32601, message };
      const { session } = rig(
        scripted(`if (request.method === 'server/discover')
          say({ jsonrpc: '2.0', id: request.id, error: ${JSON.stringify(refusal)} });`),
        { timeoutMs: 30, probeTimeoutMs: 60_000 },
      );
      await session.start();
      expect(session.status).toMatchObject({
        ...{ state: 'failed', exit: 'no answer' },
        ending: 'No answer within 30 ms. Tierscope stopped it.',
        failure: { todo: expect.stringContaining('It answered what came before and then no more') },
      });
    },
  );

  test.each([
    ['an empty message', { code: -32603, message: '' }, '-32603'],
    ['a code that no client reads', { code: 'E_LICENSE', message: 'expired' }, '"E_LICENSE" expired'],
  ])('is refused with the error of initialize, also one with %s', async (_name, error, cause) => {
    const { session } = rig(
      scripted(`if (request.id !== undefined)
        say({ jsonrpc: '2.0', id: request.id, error: ${JSON.stringify(error)} });`),
      { era: 'initialize' },
    );
    await session.start();
    expect(session.status).toMatchObject({ state: 'failed', exit: 'refused', failure: { cause } });
  });

  test('ends where it is when the session is ended during the probe', async () => {
    const { session, reached } = rig(probed(''));
    void session.start();
    await reached((_, { pid }) => pid !== null);
    await session.disconnect('test');
    expect(session.status.state).toBe('closed');
  });

  test('is modern without a handshake if the server answers the probe', async () => {
    const { session, lines } = rig([BOTH_ERAS], { probeTimeoutMs: 60_000 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
    expect(session.status.eraReason).toContain('offers 2026-07-28');
    const end = await session.call(tool('greet', { name: 'Ada' }));
    expect(end.result).toMatchObject({ content: [{ text: 'hello Ada' }] });
    const sent = lines('client-to-server');
    expect(sent.map(({ id, method }) => [id, method])).toEqual([
      ['server-discover-probe-1', 'server/discover'],
      ['listen:0', 'subscriptions/listen'],
      [0, 'tools/call'],
    ]);
  });

  const slow = (mode: string) => {
    const server = JSON.stringify(`${process.cwd()}/${BOTH_ERAS}`);
    return ['-e', `process.argv[2] = '${mode}'; setTimeout(() => import(${server}), 300)`];
  };

  test('is modern with a slow server that refuses to initialize', async () => {
    const { session, lines } = rig(slow('reject'), { probeTimeoutMs: 1 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
    expect(lines('client-to-server').map(({ method }) => method)).toContain('initialize');
    expect((await session.call(tool('greet', { name: 'Ada' }))).failure).toBe('');
  });

  test('is modern with a server that computes as it starts: initialize waits for that', async () => {
    const server = JSON.stringify(`${process.cwd()}/${BOTH_ERAS}`);
    const busy = `process.argv[2] = 'reject'; const until = Date.now() + 1200; while (Date.now() < until); import(${server})`;
    const { session, lines } = rig(['-e', busy], { probeTimeoutMs: 500 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
    expect(lines('client-to-server').map(({ method }) => method)).not.toContain('initialize');
  });

  test('is modern with a server that says on stderr that it starts', async () => {
    const server = JSON.stringify(`${process.cwd()}/${BOTH_ERAS}`);
    const says = `process.argv[2] = 'reject'; const lines = setInterval(() => console.error('loading'), 50);
      setTimeout(() => { clearInterval(lines); import(${server}) }, 1200)`;
    const { session, lines } = rig(['-e', says], { probeTimeoutMs: 400 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
    expect(lines('client-to-server').map(({ method }) => method)).not.toContain('initialize');
  });

  test('is modern if the first probe is answered only after the second was sent', async () => {
    const { session } = rig(
      scripted(`
        const discovered = { resultType: 'complete', ttlMs: 0, cacheScope: 'private',
          supportedVersions: ['2026-07-28'], capabilities: {}, serverInfo: { name: 'late', version: '1' } };
        const refused = { code: -32022, message: 'no', data: { supported: ['2026-07-28'] } };
        if (request.method === 'initialize') say({ jsonrpc: '2.0', id: request.id, error: refused });
        const answer = (id) => say({ jsonrpc: '2.0', id, result: discovered });
        if (request.id !== 'server-discover-probe-2') return;
        answer('server-discover-probe-1');
        setTimeout(() => answer(request.id), 300);
      `),
      { probeTimeoutMs: 1 },
    );
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
  });

  test('is initialize with a slow server of both eras, and suggests the modern one', async () => {
    const { session } = rig(slow('both'), { probeTimeoutMs: 1 });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    expect((await session.call(tool('greet', { name: 'Ada' }))).failure).toBe('');
    expect(session.details.suggestions).toMatchObject([
      { era: 'modern', revision: '2026-07-28', from: 'late' },
    ]);
  });

  test('is initialize with the same server if the session is set so', async () => {
    const { session, lines } = rig([BOTH_ERAS], { era: 'initialize', revision: '2025-06-18' });
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    const [request] = lines('client-to-server');
    expect(request).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-06-18' } });
  });

  test('follows from the revision that is asked for, if nothing else is said', async () => {
    const { session, lines } = rig([BOTH_ERAS], { revision: '2025-06-18' });
    await session.start();
    expect(session.status).toMatchObject({
      state: 'ready',
      era: 'initialize',
      eraReason: 'The session asks for 2025-06-18, which is spoken after initialize.',
    });
    expect(lines('client-to-server')[0]).toMatchObject({ method: 'initialize' });
  });

  test('suggests the versions of a refused handshake, and connects again as suggested', async () => {
    const { session } = rig([BOTH_ERAS, 'reject'], { era: 'initialize' });
    await session.start();
    expect(session.status.state).toBe('failed');
    const offer = {
      kind: 'revision',
      era: 'modern',
      revision: '2026-07-28',
      known: true,
      from: 'error',
    } as const;
    expect(session.details.suggestions).toEqual([offer]);
    await session.restart({ era: offer.era, revision: offer.revision });
    expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
    expect(session.details.suggestions).toEqual([]);
  });

  test('does not fall back if the session is set to modern', async () => {
    const { session } = rig(probed(failing(-32601)), { era: 'modern' });
    await session.start();
    expect(session.status.state).toBe('failed');
    expect(session.status.ending).toContain('does not fall back');
  });

  test('suggests to declare a capability that a server misses', async () => {
    const required = `, data: { requiredCapabilities: { sampling: { tools: {} } } }`;
    const { session, records, lines } = rig(handshaking(failing(-32021, required)), { era: 'initialize' });
    await session.start();
    await session.call(tool('any'));
    const [offer] = session.details.suggestions;
    expect(offer).toEqual({
      kind: 'capabilities',
      capabilities: { sampling: { tools: {} } },
      from: 'error',
    });
    await session.restart({ capabilities: { sampling: { tools: {} } } });
    expect(records.find((record) => record.type === 'mark')?.label).toBe(
      'settings: capability sampling on (tools)',
    );
    const handshakes = lines('client-to-server').filter(({ method }) => method === 'initialize');
    expect(handshakes[1]?.params).toMatchObject({ capabilities: { sampling: { tools: {} }, roots: {} } });
  });
});

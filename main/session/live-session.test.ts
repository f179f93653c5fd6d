import { afterEach, describe, expect, test, vi } from 'vitest';
import { LiveSession } from './live-session.ts';
import { ReaperClient } from './reaper-client.ts';
import type { RecordBody } from './record-body.ts';
import type { LiveStatus } from './session-phase.ts';
import { tool } from './testing/session-rig.ts';

/** A short server: answers initialize, then passes each request to `on`. */
function scripted(on: string): string[] {
  const script = `
    const say = (value) => process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const request = JSON.parse(line);
      if (request.method === 'initialize') {
        say({ jsonrpc: '2.0', id: request.id, result: { protocolVersion: request.params.protocolVersion,
          capabilities: { tools: {} }, serverInfo: { name: 'scripted', version: '1' } } });
      } else if (request.id !== undefined) { ${on} }
    });`;
  return ['-e', script];
}

const sessions: LiveSession[] = [];

afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.disconnect('')));
});

function begin(args: readonly string[], command = process.execPath) {
  const records: RecordBody[] = [];
  const waiting: { when: (status: LiveStatus) => boolean; resolve: () => void }[] = [];
  const reaper = new ReaperClient({ command: 'unused', args: [] });
  reaper.watch = () => undefined;
  const session = new LiveSession({
    spec: { command, args, cwd: '', env: {}, graceMs: 250 },
    version: '0',
    settings: { era: 'initialize' },
    reaper,
    journal: { write: (body) => records.push(body) },
    onStatus: (status) => {
      for (const one of waiting) if (one.when(status)) one.resolve();
    },
  });
  sessions.push(session);
  const reached = (when: (status: LiveStatus) => boolean) =>
    when(session.status)
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.push({ when, resolve }));
  const clientEvents = () => records.filter((record) => record.type === 'client');
  return { session, records, reached, clientEvents };
}

describe('a live session', () => {
  test('shakes hands, calls a tool and records both directions', async () => {
    const { session, records } = begin(
      scripted(
        `say({ jsonrpc: '2.0', id: request.id, result: { content: [{ type: 'text', text: 'hi' }] } })`,
      ),
    );
    await session.start();
    expect(session.status.state).toBe('ready');
    const end = await session.call(tool('greet'));
    expect(end.failure).toBe('');
    const frames = records.filter((record) => record.type === 'frame');
    expect(frames.map((frame) => frame.direction)).toEqual([
      'client-to-server',
      'server-to-client',
      'client-to-server',
      'client-to-server',
      'server-to-client',
    ]);
  });

  test('settles a call at once when its answer has both result and error', async () => {
    const { session, clientEvents } = begin(
      scripted(`say({ jsonrpc: '2.0', id: request.id, result: {}, error: { code: 1, message: 'no' } })`),
    );
    await session.start();
    const end = await session.call(tool('broken'));
    expect(end.failure).toContain('result-and-error');
    expect(clientEvents()).toMatchObject([{ event: 'result-rejected', id: 1 }]);
  });

  test('settles the only call in flight when an answer has a null id', async () => {
    const { session } = begin(
      scripted(`say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'bad' } })`),
    );
    await session.start();
    const end = await session.call(tool('broken'));
    expect(end.failure).toContain('id-null');
  });

  test('gives a call its good answer that follows an error with a null id', async () => {
    const { session, clientEvents } = begin(
      scripted(`say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'bad' } });
        setTimeout(() => say({ jsonrpc: '2.0', id: request.id, result: { content: [] } }), 1);`),
    );
    await session.start();
    const end = await session.call(tool('fine'));
    expect(end).toMatchObject({ failure: '', result: { content: [] } });
    expect(clientEvents()).toEqual([]);
  });

  test('ends the only open call with an error under an id of the server’s own', async () => {
    const { session, clientEvents } = begin(
      scripted(
        `say({ jsonrpc: '2.0', id: 'err_GOo5', error: { code: -32600, message: 'Invalid Request' } })`,
      ),
    );
    await session.start();
    const end = await session.call(tool('early'), { timeoutMs: 3_600_000 });
    expect(end.failure).toContain('Invalid Request');
    expect(clientEvents()).toEqual([]);
  });

  test('gives the one open call no answer that comes late for a call which timed out', async () => {
    const { session } = begin(
      scripted(`if (request.params.name === 'late') { globalThis.late = request.id; return; }
        say({ jsonrpc: '2.0', id: globalThis.late, error: { code: 1, message: 'too late' } });
        setTimeout(() => say({ jsonrpc: '2.0', id: request.id, result: { content: [] } }), 700);`),
    );
    await session.start();
    await session.call(tool('late'), { timeoutMs: 50 });
    expect((await session.call(tool('next'))).failure).toBe('');
  });

  test('records a time-out as an event of the client, not as a frame', async () => {
    const { session, clientEvents } = begin(scripted(''));
    await session.start();
    const end = await session.call(tool('hang'), { timeoutMs: 50 });
    expect(end.failure).toBe('No answer within 50 ms.');
    expect(clientEvents()).toMatchObject([{ event: 'timeout', id: 1, method: 'tools/call' }]);
  });

  test('records that the client rejects a result which its schema does not know', async () => {
    const { session, clientEvents } = begin(
      scripted(`say({ jsonrpc: '2.0', id: request.id, result: { content: [{ type: 'hologram' }] } })`),
    );
    await session.start();
    await session.call(tool('odd'));
    expect(clientEvents()).toMatchObject([{ event: 'result-rejected', id: 1 }]);
  });

  test('cancels an open call by the seq of its request', async () => {
    const { session, records, clientEvents } = begin(scripted(''));
    await session.start();
    const call = session.call(tool('hang'));
    const seq = records.length;
    expect(session.cancel(seq)).toBe(true);
    expect((await call).failure).toBe('Cancelled.');
    expect(clientEvents()).toMatchObject([{ event: 'cancelled', id: 1 }]);
    expect(session.cancel(seq)).toBe(false);
  });

  test('does not blame what an answered call wrote to stderr for its exit', async () => {
    const { session, records } = begin(
      scripted(`
        if (request.params?.name === 'crash') process.exit(3);
        console.error('Error: an answered call');
        say({ jsonrpc: '2.0', id: request.id, result: { content: [] } });`),
    );
    await session.start();
    await session.call(tool('answered'));
    // The two pipes of a server are not ordered relative to each other.
    await vi.waitFor(() => expect(records).toContainEqual(expect.objectContaining({ type: 'stderr' })));
    await session.call(tool('crash'));
    expect(session.status).toMatchObject({
      ending: 'The server exited with code 3. Nothing on stderr says why.',
      failure: { cause: '' },
    });
  });

  test('reports the exit code and the last stderr line of a server that dies mid-call', async () => {
    const { session, records } = begin(
      scripted(`console.error('Error: out of cheese'); process.exitCode = 3; process.exit()`),
    );
    await session.start();
    const end = await session.call(tool('crash'));
    expect(end.failure).toContain('Connection closed');
    expect(session.status).toMatchObject({ state: 'failed', exit: 'exit 3' });
    expect(session.status.failure).toMatchObject({ wasReady: true, cause: 'Error: out of cheese' });
    expect(records.at(-1)).toMatchObject({ type: 'process', event: 'exited', exitCode: 3 });
  });

  test('says that a command does not exist', async () => {
    const { session, records } = begin([], 'no-such-command-anywhere');
    await session.start();
    expect(session.status).toMatchObject({ state: 'failed', exit: 'not started' });
    expect(session.status.ending).toContain('"no-such-command-anywhere" was not found');
    expect(records).toMatchObject([{ type: 'process', event: 'spawn-failed' }]);
  });

  test('keeps what a server prints before it exits without a handshake', async () => {
    const { session, records } = begin(['-e', `console.log('Usage: server <dir>'); process.exit(1)`]);
    await session.start();
    expect(session.status.exit).toBe('exit 1');
    expect(records).toContainEqual({
      type: 'frame',
      direction: 'server-to-client',
      raw: 'Usage: server <dir>',
    });
  });

  test('ends a server that ignores its stdin and SIGTERM, with its children', async () => {
    const stubborn = `
      process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
        { detached: true, stdio: 'ignore' });
      console.error('child ' + child.pid);`;
    const { session, records, reached } = begin(['-e', stubborn]);
    void session.start();
    await expect.poll(() => records.some((record) => record.type === 'stderr')).toBe(true);
    const line = records.find((record) => record.type === 'stderr');
    const child = Number(line?.text.split(' ')[1]);
    await session.disconnect('test');
    await reached((status) => status.state === 'closed');
    expect(session.status.exit).toBe('SIGKILL');
    await expect.poll(() => isAlive(child)).toBe(false);
  }, 15_000);

  test('starts one server if it is restarted several times at once', async () => {
    const { session, records, reached } = begin(scripted(''));
    await session.start();
    await Promise.all([session.restart(), session.restart(), session.restart()]);
    await reached((status) => status.state === 'ready');
    const events = records.filter((record) => record.type === 'process').map((record) => record.event);
    expect(events.filter((event) => event === 'spawned')).toHaveLength(2);
  });

  test('restarts in the same journal', async () => {
    const { session, records } = begin(scripted(''));
    await session.start();
    await session.restart();
    expect(session.status.state).toBe('ready');
    const events = records.filter((record) => record.type === 'process').map((record) => record.event);
    expect(events).toEqual(['spawned', 'stdin-closed', 'exited', 'spawned']);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

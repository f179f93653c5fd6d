import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProcessRecord } from '../frame/record.ts';
import { recount, ScriptedSession } from './testing/scripted-session.ts';

let session: ScriptedSession;

beforeEach(() => {
  session = new ScriptedSession();
  session.process('spawned', { pid: 7 });
});

afterEach(() => {
  const { counts, exchanges, orphans } = session.model.book;
  expect(counts).toMatchObject(recount(exchanges, orphans));
});

describe('the end of a process', () => {
  test('with code 0 after stdin was closed, with nothing pending, is not an error', () => {
    session.call(1);
    session.result(1);
    session.process('stdin-closed');
    session.process('stdout-closed');
    const exit = session.process('exited', { exitCode: 0, signal: null });
    expect(session.row(exit)).toMatchObject({ tier: 'ok', text: 'server exited: code 0' });
    expect(session.model.book.orphans).toEqual([]);
  });

  test('by the signals with which a client ends a server is not an error either', () => {
    session.process('stdin-closed');
    expect(session.row(session.process('exited', { signal: 'SIGTERM' })).tier).toBe('ok');
  });

  test('with code 0 that nobody asked for is a transport error', () => {
    expect(session.row(session.process('exited', { exitCode: 0 })).tier).toBe('transport');
    expect(session.model.book.counts.transport).toBe(1);
  });

  test('with another code after stdin was closed is not an error either', () => {
    session.process('stdin-closed');
    expect(session.row(session.process('exited', { exitCode: 3 }))).toMatchObject({
      tier: 'ok',
      text: 'server exited: code 3',
    });
  });

  test('by a crash after stdin was closed is a transport error', () => {
    session.process('stdin-closed');
    expect(session.row(session.process('exited', { signal: 'SIGSEGV' })).tier).toBe('transport');
  });

  test('with calls open loses them all, in both directions', () => {
    const call = session.call(1);
    const asked = session.server({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const exit = session.process('exited', { exitCode: 0 });
    for (const seq of [call, asked]) {
      expect(session.exchange(seq)).toMatchObject({ outcome: 'lost', tier: 'transport', endedAt: exit * 10 });
      expect(session.row(seq)).toMatchObject({ outcome: 'lost', tier: 'transport' });
    }
    expect(session.row(exit).text).toBe('server exited: code 0, 2 calls unanswered');
    expect(session.model.book.counts).toMatchObject({ transport: 3, unanswered: 2 });
  });

  test.each<[string, Partial<ProcessRecord>]>([
    ['stdin-closed', { exitCode: 0 }],
    ['stdin-closed', { exitCode: 1 }],
    ['closed', { signal: 'SIGKILL' }],
    ['', { signal: 'SIGTERM' }],
    ['', { signal: 'SIGKILL' }],
    ['', { exitCode: 143 }],
  ])('that was asked for (%s %o) is calm, and its calls end on the side of the client', (before, end) => {
    const call = session.call(1);
    if (before === 'stdin-closed') session.process('stdin-closed');
    if (before === 'closed') session.event('closed');
    const exit = session.process('exited', end);
    expect(session.row(exit).tier).toBe('ok');
    expect(session.row(call)).toMatchObject({ outcome: 'lost', tier: 'client' });
    expect(session.model.book.counts).toMatchObject({ transport: 0, client: 1, unanswered: 1 });
  });

  test('before stdin was closed is the server’s own', () => {
    const call = session.call(1);
    session.process('stdout-closed');
    session.process('stdin-closed');
    expect(session.row(call).tier).toBe('transport');
  });

  test('says the signal', () => {
    session.call(1);
    expect(session.row(session.process('exited', { signal: 'SIGSEGV' })).text).toBe(
      'server exited: signal SIGSEGV, 1 call unanswered',
    );
  });

  test('leaves nothing to wait for: a request after it is lost at once', () => {
    session.process('exited', { exitCode: 1 });
    const late = session.call(2);
    expect(session.row(late)).toMatchObject({ outcome: 'lost', tier: 'transport' });
    expect(session.model.book.counts).toMatchObject({ transport: 2, unanswered: 1 });
  });

  test('does not turn a settled exchange over', () => {
    const call = session.call(1);
    session.event('timeout', { id: 1 });
    session.process('exited', { exitCode: 1 });
    expect(session.exchange(call).outcome).toBe('timed out');
  });
});

describe('stdout closed while the process lives', () => {
  test('loses the open calls and is a transport error', () => {
    const call = session.call(1);
    const closed = session.process('stdout-closed');
    expect(session.exchange(call).outcome).toBe('lost');
    expect(session.row(closed)).toMatchObject({
      tier: 'transport',
      text: 'stdout closed by the server, 1 call unanswered',
    });
  });

  test('and the exit that follows are one failure, shown by the exit', () => {
    session.process('stdout-closed');
    const exit = session.process('exited', { exitCode: 9 });
    expect(session.model.book.orphans).toMatchObject([{ seq: exit, message: 'server exited: code 9' }]);
    expect(session.model.book.counts.transport).toBe(1);
  });

  test('stays a failure when the client then ends the process in order', () => {
    session.process('stdout-closed');
    session.process('stdin-closed');
    session.process('exited', { exitCode: 0 });
    expect(session.model.book.counts.transport).toBe(1);
  });
});

test('a process that cannot be started is a transport error and loses what was sent', () => {
  const call = session.call(0);
  const failed = session.process('spawn-failed', { message: 'nope: command not found' });
  expect(session.row(failed)).toMatchObject({
    tier: 'transport',
    method: 'spawn-failed',
    text: 'could not start: nope: command not found',
  });
  expect(session.exchange(call).outcome).toBe('lost');
});

describe('a restart', () => {
  test('may use the ids of the process before it', () => {
    const before = session.call(0);
    session.process('exited', { exitCode: 1 });
    session.process('spawned', { pid: 8 });
    const after = session.call(0);
    const answer = session.result(0);
    expect(session.exchange(before).outcome).toBe('lost');
    expect(session.exchange(after)).toMatchObject({ outcome: 'ok', answerSeq: answer });
  });

  test('loses what an earlier process left open although its exit was never recorded', () => {
    const before = session.call(0);
    session.process('spawned', { pid: 8 });
    expect(session.exchange(before).outcome).toBe('lost');
  });

  test('forgets that stdin was closed', () => {
    session.process('stdin-closed');
    session.process('exited', { exitCode: 0 });
    session.process('spawned', { pid: 8 });
    expect(session.row(session.process('exited', { exitCode: 0 })).tier).toBe('transport');
  });
});

test('an answer that was still in the pipe when the exit was noticed counts as the answer', () => {
  const call = session.call(1);
  session.process('exited', { exitCode: 1 });
  session.result(1);
  expect(session.exchange(call).outcome).toBe('ok');
});

describe('a start that failed', () => {
  const ask = (method: 'server/discover' | 'initialize') => {
    const params = method === 'initialize' ? { protocolVersion: '2025-11-25' } : {};
    return session.client({ jsonrpc: '2.0', id: method, method, params });
  };
  const fail = () => session.process('exited', { exitCode: 1 });
  const restart = () => session.process('spawned', { pid: 8 });

  test('is one error: neither the handshake that was lost nor the second try counts beside it', () => {
    const probe = ask('server/discover');
    fail();
    restart();
    const handshake = ask('initialize');
    const exit = fail();
    for (const seq of [probe, handshake, exit]) expect(session.row(seq).tier).toBe('transport');
    expect(session.model.book.counts).toMatchObject({ transport: 1, consequences: 3, unanswered: 2 });
  });

  test('is one error if stdout closed before the exit, or the process was gone before it was asked', () => {
    ask('initialize');
    session.process('stdout-closed');
    fail();
    expect(session.model.book.counts).toMatchObject({ transport: 1, consequences: 1 });
    restart();
    fail();
    ask('server/discover');
    expect(session.model.book.counts).toMatchObject({ transport: 2, consequences: 2 });
  });

  test('counts again if the user starts the server again', () => {
    for (const method of ['server/discover', 'initialize', 'server/discover', 'initialize'] as const) {
      ask(method);
      fail();
      restart();
    }
    expect(session.model.book.counts.transport).toBe(2);
  });

  test('is another than the crash of a server that answered its second start', () => {
    ask('server/discover');
    fail();
    restart();
    ask('initialize');
    session.result('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    fail();
    expect(session.model.book.counts).toMatchObject({ transport: 2, consequences: 1 });
  });

  test('counts by its handshake if no record says how the process ended', () => {
    ask('initialize');
    restart();
    expect(session.model.book.counts).toMatchObject({ transport: 1, consequences: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import type { ReportError, SessionReport } from './report.ts';
import { ReportedSession, refused } from './testing/reported.ts';

const DONE = { result: { content: [{ type: 'text', text: 'done' }] } };
const GAVE_UP = 'MCP error -32001: Request timed out';

/** A server that has answered one call. */
function answering(): ReportedSession {
  return new ReportedSession({ tools: {} }).call({ name: 'dig' }, DONE);
}

function call(session: ReportedSession, id: number, name = 'dig'): ReportedSession {
  return session.sent({ id, method: 'tools/call', params: { name } }).wait(1000);
}

function cancel(session: ReportedSession, requestId: number, reason: string): ReportedSession {
  return session.sent({ method: 'notifications/cancelled', params: { requestId, reason } });
}

function inVain(session: ReportedSession, id: number, method = 'tools/call'): ReportedSession {
  const params = method === 'tools/call' ? { name: `dig ${id}` } : {};
  return session.sent({ id, method, params }).wait(60_000).client('timeout', GAVE_UP, id);
}

function timedOut(session: ReportedSession): readonly ReportError[] {
  return session.session().errors.filter(({ name }) => name === 'timed out');
}

function problems({ groups }: SessionReport): number {
  return groups.length;
}

describe('a server that answers nothing any more', () => {
  it.each([
    [
      'a cancelled request',
      (session: ReportedSession) => cancel(call(session, 20), 20, 'AbortError'),
      /since #9, in which the client cancelled tools\/call dig: 3 requests/,
      /cancelled request/,
    ],
    [
      'a line that it could not read',
      (session: ReportedSession) => session.raw('client-to-server', '{"jsonrpc":"2.0","id":'),
      /since #8, a line of the client that cannot be read: 3 requests/,
      /go on reading/,
    ],
    [
      'an exception on stderr',
      (session: ReportedSession) =>
        session.stderr('Traceback (most recent call last):', '  File "d.py", line 3', 'KeyError: 4'),
      /since an exception on stderr \(#10\): “KeyError: 4”: 3 requests/,
      /fix the exception/,
    ],
    [
      'its last answer',
      (session: ReportedSession) => session,
      /since #7, its last answer: 3/,
      /what blocks it/,
    ],
  ])('since %s is one problem, whatever was asked', (_, begin, happened, todo) => {
    const session = begin(answering());
    inVain(inVain(inVain(session, 30), 31, 'ping'), 32);
    const errors = timedOut(session);
    expect(errors).toHaveLength(3);
    expect(new Set(errors.map(({ group }) => group)).size).toBe(1);
    for (const error of errors) {
      expect(error).toMatchObject({ cause: 'silent-since', acts: 'server' });
      expect(error.explanation).toMatch(happened);
      expect(error.explanation).toMatch(/does not even answer ping\.$/);
      expect(error.todo).toMatch(
        /^Restart the server, and .*More time does not help|more time does not help/,
      );
      expect(error.todo).toMatch(todo);
    }
  });

  it('is seen by the cancels of a client whose own events are not known', () => {
    const session = cancel(call(answering(), 20), 20, 'AbortError');
    for (const id of [21, 22]) cancel(call(session, id), id, GAVE_UP);
    const { errors } = session.session();
    expect(errors.map(({ cause }) => cause)).toEqual(['cancelled', 'silent-since', 'silent-since']);
  });

  it.each([
    ['it answers later on', (session: ReportedSession) => session.request('ping', {}, { result: {} })],
    [
      'it reports progress',
      (session: ReportedSession) =>
        session.got({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }),
    ],
    [
      'it waits for an answer of the client',
      (session: ReportedSession) => session.got({ id: 1, method: 'sampling/createMessage', params: {} }),
    ],
  ])('is not found if %s', (_, sign) => {
    const session = sign(inVain(inVain(answering(), 30), 31, 'ping'));
    expect(timedOut(session).map(({ cause }) => cause)).not.toContain('silent-since');
  });

  it.each([
    ['one call alone timed out after a cancel', [30]],
    ['only calls of tools timed out, which may be slow', [30, 31]],
  ])('is not found if %s', (_, ids) => {
    const session = ids.length > 1 ? answering() : cancel(call(answering(), 20), 20, 'AbortError');
    for (const id of ids) inVain(session, id);
    expect(timedOut(session).map(({ cause }) => cause)).toEqual(ids.map(() => 'timed-out'));
  });
});

describe('a server that answers under another id', () => {
  it.each([
    ['0, used before', 0],
    ['one that was never sent', 4711],
    ['null', null],
    ['the same in another type', undefined],
  ])('has one problem with %s, and the calls are no time-outs', (_, other) => {
    const session = new ReportedSession({ tools: {} });
    session.sent({ id: 0, method: 'ping' }).got({ id: 0, result: {} });
    session.sent({ id: 1, method: 'tools/list' }).got({ id: other ?? '1', result: { tools: [] } });
    if (other !== undefined) session.wait(30_000).client('timeout', GAVE_UP, 1);
    session.sent({ id: 2, method: 'tools/call', params: { name: 'dig' } }).got({ id: other ?? '2', ...DONE });
    session.sent({ id: 3, method: 'acme/x' }).got({ id: other ?? '3', ...refused(-32601, 'Unknown method') });
    const report = session.session();
    const [first] = report.errors;
    expect(first?.explanation).toMatch(
      /^The server answered tools\/list (?:under the id .* instead of|without its id,) 1/,
    );
    expect(first).toMatchObject({ acts: 'server', cause: 'answered-under-other-id' });
    const list = report.errors.filter(({ name }) => name === 'timed out');
    expect(list).toEqual([]);
    if (other !== undefined) expect(problems(report)).toBe(1);
    expect(report.findings.map(({ rule }) => rule)).not.toContain('E05');
  });
});

it('is named as at its first end where it shows at both ends of a call', () => {
  const session = new ReportedSession({ tools: {} });
  session.sent({ id: 0, method: 'ping' }).got({ id: 0, result: {} });
  session.sent({ id: 1, method: 'tools/list' }).got({ id: 'x', ...refused(-32600, 'Invalid Request') });
  session.wait(30_000).client('timeout', GAVE_UP, 1);
  const { errors, groups } = session.session();
  expect(errors.map(({ tier }) => tier)).toEqual(['client', 'protocol']);
  expect(groups).toMatchObject([{ tier: 'client', name: 'answer under another id', code: null, count: 1 }]);
});

describe('a server that answers each request under the id of the one before', () => {
  const CALLS = [2, 3, 4, 5];

  it.each([
    ['at once', 0],
    ['and is given up each time', 30_000],
  ])('has one problem, call after call, %s', (_, waits) => {
    const session = new ReportedSession({ tools: {} }).listed('tools', [
      { name: 'dig', inputSchema: { type: 'object' } },
    ]);
    session.sent({ id: 1, method: 'ping' }).got({ id: 1, result: {} });
    for (const id of CALLS) {
      session.sent({ id, method: 'tools/call', params: { name: 'dig' } }).got({ id: id - 1, ...DONE });
      if (waits > 0) session.wait(waits).client('timeout', GAVE_UP, id);
    }
    const report = session.session();
    expect(problems(report)).toBe(1);
    expect(new Set(report.errors.map(({ cause }) => cause))).toEqual(new Set(['answered-under-other-id']));
    expect(report.errors[0]?.explanation).toContain('under the id 1 instead of 2');
    expect(report.findings.map(({ rule }) => rule)).toEqual(CALLS.map(() => 'E04'));
  });

  it('is accused of no second answer for what fits nothing that waits', () => {
    const session = new ReportedSession({ tools: {} });
    session.sent({ id: 0, method: 'ping' }).got({ id: 0, result: {} });
    session.sent({ id: 1, method: 'tools/list' }).got({ id: 0, result: { tools: [] } });
    session.sent({ id: 2, method: 'ping' }).sent({ id: 3, method: 'acme/x' });
    session.got({ id: 0, result: { tools: [] } }).got({ id: 0, result: { tools: [] } });
    const report = session.session();
    expect(report.findings.map(({ rule }) => rule)).not.toContain('E05');
    const causes = report.errors.map(({ cause }) => cause);
    expect(causes).toContain('answered-under-other-id');
    expect(causes).not.toContain('second-answer');
  });

  it('is not found where the true answer comes after one that was only likely', () => {
    const session = new ReportedSession({ tools: {} });
    session.sent({ id: 1, method: 'ping' }).got({ id: 99, result: {} }).got({ id: 1, result: {} });
    session.sent({ id: 2, method: 'ping' }).got({ id: 2, result: {} });
    expect(session.session().counts.ok).toBeGreaterThanOrEqual(2);
  });

  it('leaves a result unjudged that may be meant for another request', () => {
    const session = new ReportedSession({ tools: {} });
    session.sent({ id: 0, method: 'ping' }).got({ id: 0, result: {} });
    for (const id of [1, 4]) session.sent({ id, method: 'tools/list' }).got({ id: 0, result: { tools: [] } });
    session.sent({ id: 2, method: 'tools/list' }).sent({ id: 3, method: 'ping' }).got({ id: 2, result: {} });
    expect(session.session().findings.map(({ rule }) => rule)).not.toContain('D09');
  });
});

it('an answer that nobody asked for, and that the server answers, is no answer to what waits', () => {
  const session = new ReportedSession({ tools: {} }).sent({ id: 8, method: 'ping' });
  session.sent({ id: 60, result: {} }).got({ id: 60, ...refused(-32000, 'unknown method: undefined') });
  const told = session.session().findings.map(({ rule, message }) => `${rule} ${message}`);
  expect(told.join(' ')).not.toContain('ping');
});

describe('two requests under one id', () => {
  it('leave nobody to blame but the client that used it twice', () => {
    const session = new ReportedSession({ tools: {} });
    for (const name of ['dig', 'fill']) session.sent({ id: 5, method: 'tools/call', params: { name } });
    session.got({ id: 5, ...refused(-32000, 'no') }).got({ id: 5, ...refused(-32000, 'no') });
    for (const error of session.session().errors) {
      expect(error).toMatchObject({ cause: 'shared-id', acts: 'client' });
      expect(error.explanation).toContain('nobody can tell');
    }
  });

  it('are told apart by what the answers hold', () => {
    const session = new ReportedSession({ tools: {} }).listed('tools', [
      { name: 'dig', inputSchema: { type: 'object' } },
    ]);
    session.sent({ id: 5, method: 'tools/call', params: { name: 'fill' } }).sent({ id: 5, method: 'acme/x' });
    session
      .got({ id: 5, ...refused(-32601, 'Method not found') })
      .got({ id: 5, ...refused(-32602, 'Unknown tool fill') });
    const { errors } = session.session();
    expect(errors.map(({ method, cause }) => [method, cause])).toEqual([
      ['acme/x', 'no-such-method'],
      ['tools/call', 'request-unknown-target'],
    ]);
  });
});

describe('a call without a handshake', () => {
  it.each([
    [-32603, 'disk full', 'failed-inside', 'server'],
    [-32602, 'Invalid request parameters', 'before-handshake', 'client'],
    [-32002, 'Server not initialized', 'before-handshake', 'client'],
  ])('that fails with %i, %s, is explained by that', (code, message, cause, acts) => {
    const error = new ReportedSession().call({ name: 'dig' }, refused(code, message)).error();
    expect(error).toMatchObject({ cause, acts });
  });
});

describe('a start that failed', () => {
  const greeting = (session: ReportedSession, method: 'server/discover' | 'initialize') =>
    session.sent({ id: method, method, params: { protocolVersion: '2025-11-25' } });
  const ended = (session: ReportedSession, cause: string) =>
    session.stderr(cause).process({ event: 'exited', exitCode: 2, signal: null });
  const failing = (first: string, second: string) => {
    const session = new ReportedSession().process({ event: 'spawned', pid: 1 });
    ended(greeting(session, 'server/discover'), first).process({ event: 'spawned', pid: 2 });
    return ended(greeting(session, 'initialize'), second);
  };

  it('is one problem with its two tries and the handshakes that they lost', () => {
    const report = failing('unknown method server/discover', 'KeyError: 4').session();
    expect(report.counts.transport).toBe(1);
    expect(report.errors.map(({ explanation }) => explanation)).toEqual([
      expect.stringContaining('KeyError: 4'),
    ]);
    expect(report.groups).toMatchObject([{ count: 1 }]);
    expect(report.findingGroups).toEqual([]);
    const rules = report.errors[0]?.findings.map(({ rule }) => rule);
    expect(rules).toEqual(['E14']);
  });

  it('is one that failed twice if it was started again by hand', () => {
    const session = failing('a', 'KeyError: 4');
    session.process({ event: 'spawned', pid: 3 });
    ended(greeting(session, 'server/discover'), 'b').process({ event: 'spawned', pid: 4 });
    const report = ended(greeting(session, 'initialize'), 'KeyError: 4').session();
    expect(report.counts.transport).toBe(2);
    expect(report.groups).toMatchObject([{ count: 2 }]);
  });
});

it('a failing call that is repeated unchanged is one finding, at the first of the calls', () => {
  const session = new ReportedSession({ tools: {} });
  for (const _ of [1, 2, 3, 4])
    session.call(
      { name: 'dig', arguments: { depth: 4 } },
      { result: { content: [{ type: 'text', text: 'Internal error' }], isError: true } },
    );
  const { errors } = session.session();
  const repeats = errors.map(({ findings }) => findings.filter(({ rule }) => rule === 'Q21').length);
  expect(repeats).toEqual([1, 0, 0, 0]);
});

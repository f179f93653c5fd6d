import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../../frame/record.ts';
import { MockMatcher, mockScript } from './mock-script.ts';

let seq = 0;

function frame(direction: 'client-to-server' | 'server-to-client', at: number, value: unknown): KnownRecord {
  seq += 1;
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  return { type: 'frame', seq, at, session: 's1', direction, raw };
}
const asks = (at: number, id: number, name: string, args: object = {}) =>
  frame('client-to-server', at, {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args, _meta: { progressToken: id } },
  });
const says = (at: number, value: unknown) => frame('server-to-client', at, value);

describe('a mock script', () => {
  test('gives each request what followed from it, with delays', () => {
    const [slow, quick] = mockScript([
      asks(10, 1, 'slow'),
      asks(12, 2, 'quick'),
      says(13, {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 1, progress: 1 },
      }),
      says(15, { jsonrpc: '2.0', id: 2, result: {} }),
      says(17, 'Server listening'),
      says(30, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } }),
    ]);
    expect(slow?.steps.map(({ kind, afterMs }) => [kind, afterMs])).toEqual([
      ['line', 3],
      ['line', 7],
      ['answer', 20],
    ]);
    expect(quick?.steps.map(({ kind, afterMs }) => [kind, afterMs])).toEqual([['answer', 3]]);
  });

  test('ends with a crash but not with an exit that the client asked for', () => {
    const crash: KnownRecord = {
      type: 'process',
      seq: 90,
      at: 9,
      session: 's1',
      event: 'exited',
      exitCode: 3,
    };
    const closed: KnownRecord = { type: 'process', seq: 89, at: 8, session: 's1', event: 'stdin-closed' };
    expect(mockScript([asks(1, 1, 'a'), crash])[0]?.steps).toMatchObject([{ kind: 'exit', exitCode: 3 }]);
    expect(mockScript([asks(1, 1, 'a'), closed, crash])[0]?.steps).toEqual([]);
  });
});

describe('the matcher of a mock', () => {
  const script = () => mockScript([asks(1, 1, 'echo', { a: 1, b: 2 }), asks(2, 2, 'echo', { b: 2, a: 1 })]);
  const call = (args: object) => ({ name: 'echo', arguments: args, _meta: { progressToken: 99 } });

  test('takes repeated calls in order, then the last one again', () => {
    const matcher = new MockMatcher(script(), false);
    const keys = [1, 2, 3].map(() => {
      const found = matcher.match('tools/call', call({ b: 2, a: 1 }));
      return found.ok ? found.value.idKey : found.error;
    });
    expect(keys).toEqual(['n:1', 'n:2', 'n:2']);
  });

  test('answers each recorded call once only when it is strict', () => {
    const matcher = new MockMatcher(script(), true);
    matcher.match('tools/call', call({ a: 1, b: 2 }));
    matcher.match('tools/call', call({ a: 1, b: 2 }));
    expect(matcher.match('tools/call', call({ a: 1, b: 2 }))).toEqual({
      ok: false,
      error: 'The recording answers tools/call "echo" 2 times, and all of them are used.',
    });
  });

  test('says what was expected if nothing matches', () => {
    const matcher = new MockMatcher(script(), false);
    const other = matcher.match('tools/call', call({ a: 5 }));
    expect(other.ok ? '' : other.error).toContain('Recorded: {"arguments":{"a":1,"b":2},"name":"echo"}');
    const missing = matcher.match('resources/read', { uri: 'file:///x' });
    expect(missing.ok ? '' : missing.error).toBe(
      'The recording has no resources/read "file:///x". It has: tools/call echo.',
    );
  });
});

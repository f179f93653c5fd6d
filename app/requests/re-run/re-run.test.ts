import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LogAnalyzer } from '../../analysis/log-analyzer.ts';
import type { FrameRecord, KnownRecord } from '../../frame/record.ts';
import { RowTable } from '../../frame/row-table.ts';
import { freshParams, plainToolCall } from '../../protocol/fresh-params.ts';
import { readRequests } from './read-requests.ts';
import { type AnnotatedTool, exchangeEnd, needsConsent, sendPlan, sendRisk } from './send-plan.ts';

function line(message: unknown, more: object = {}): FrameRecord {
  const raw = typeof message === 'string' ? message : JSON.stringify(message);
  return { type: 'frame', seq: 7, at: 0, session: 's1', direction: 'client-to-server', raw, ...more };
}
const request = (method: string, params?: object) => line({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, args: object = {}) => request('tools/call', { name, arguments: args });

const reasonFor = (record: FrameRecord) =>
  readRequests(record).map((one) => (one.kind === 'left-out' ? one.reason : one.method));

describe('what a client said', () => {
  test('is sent again where it is a request that means the same in another session', () => {
    expect(readRequests(call('echo', { a: 1 }))).toEqual([
      {
        kind: 'request',
        seq: 7,
        method: 'tools/call',
        target: 'echo',
        params: { name: 'echo', arguments: { a: 1 } },
        rounded: false,
      },
    ]);
    expect(
      reasonFor(
        line([
          { jsonrpc: '2.0', id: 1, method: 'ping' },
          { jsonrpc: '2.0', id: 2, method: 'x/y' },
        ]),
      ),
    ).toEqual(['ping', 'x/y']);
  });

  test.each([
    ['handshake', request('initialize', {})],
    ['handshake', request('server/discover')],
    ['handshake', line({ jsonrpc: '2.0', method: 'notifications/initialized' })],
    ['ping', request('ping')],
    ['notification', line({ jsonrpc: '2.0', method: 'notifications/cancelled' })],
    ['answer', line({ jsonrpc: '2.0', id: 3, result: {} })],
    ['answer', line({ jsonrpc: '2.0', id: 3, error: { code: -1, message: 'no' } })],
    ['malformed', line('{"jsonrpc"')],
    ['malformed', line({ jsonrpc: '1.0', id: 1, method: 'tools/list' })],
    ['malformed', line({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: [1] })],
    ['malformed', line({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { deliberate: true })],
    ['damaged', line({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { truncatedBytes: 9 })],
    ['continuation', request('tools/call', { name: 'a', inputResponses: {}, requestState: 'x' })],
    ['subscription', request('subscriptions/listen', {})],
    ['task', request('tasks/get', { taskId: 't' })],
  ])('is left out as %s', (reason, record) => {
    expect(reasonFor(record)).toEqual([reason]);
  });

  test('is not what a server said', () => {
    expect(readRequests({ ...request('roots/list'), direction: 'server-to-client' })).toEqual([]);
  });

  test('is marked where a number cannot be sent as it was', () => {
    const raw = (value: string) => line(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":${value}}}`);
    const rounded = ['9007199254740993', '1234', '"9007199254740993"', '1000000000000000'].map(
      (value) => readRequests(raw(value))[0],
    );
    expect(rounded).toMatchObject([
      { rounded: true },
      { rounded: false },
      { rounded: false },
      { rounded: false },
    ]);
  });

  test('is marked so in a line of 9 MB too, which no regular expression walks', () => {
    const text = 'x"\\'.repeat(3_000_000);
    const params = `{"text":${JSON.stringify(text)},"n":9007199254740993}`;
    const [found] = readRequests(line(`{"jsonrpc":"2.0","id":1,"method":"m","params":${params}}`));
    expect(found).toMatchObject({ kind: 'request', rounded: true });
  });

  test('is left out where it is nested too deeply to be read', () => {
    const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
    expect(reasonFor(line(`{"jsonrpc":"2.0","id":1,"method":"m","params":${deep}}`))).toEqual(['damaged']);
  });

  test('can be anything without a throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (raw) => {
        expect(readRequests(line(raw)).length).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('the risk of sending again', () => {
  const tools = new Map<string, AnnotatedTool>(
    [
      { name: 'reads', annotations: { readOnlyHint: true, destructiveHint: true } },
      { name: 'deletes', annotations: { destructiveHint: true } },
      { name: 'adds', annotations: { readOnlyHint: false, destructiveHint: false } },
      { name: 'titled', annotations: { title: 'A tool' } },
      { name: 'bare' },
    ].map((tool) => [tool.name, tool]),
  );

  test.each([
    ['reads', 'read-only', false],
    ['deletes', 'destructive', true],
    ['adds', 'additive', true],
    ['titled', 'unmarked', true],
    ['bare', 'unmarked', true],
    ['gone', 'not-listed', true],
  ] as const)('of the tool %s is %s', (name, risk, consent) => {
    expect(sendRisk('tools/call', name, tools)).toBe(risk);
    expect(needsConsent(risk)).toBe(consent);
  });

  test('of a method is known for those of the protocol only', () => {
    expect(sendRisk('resources/read', 'file:///a', tools)).toBe('reads');
    expect(sendRisk('acme/reset', '', tools)).toBe('other-method');
  });

  test('is agreed to tool by tool, and a tool that is marked in another way is another group', () => {
    const found = [call('bare'), call('bare', { n: 2 }), request('tools/list'), request('ping')].flatMap(
      readRequests,
    );
    const plan = sendPlan(found, tools);
    expect(plan.groups).toEqual([
      { key: 'unmarked tools/call bare', method: 'tools/call', tool: 'bare', risk: 'unmarked', count: 2 },
      { key: 'reads tools/list', method: 'tools/list', tool: '', risk: 'reads', count: 1 },
    ]);
    expect(plan.requests.map(({ group }) => group)).toEqual([
      'unmarked tools/call bare',
      'unmarked tools/call bare',
      'reads tools/list',
    ]);
    expect(plan.leftOut).toMatchObject([{ reason: 'ping' }]);
    const marked = new Map([['bare', { name: 'bare', annotations: { readOnlyHint: true } }]]);
    expect(sendPlan(found, marked).groups[0]?.key).toBe('read-only tools/call bare');
  });
});

describe('params for another session', () => {
  test('get a new progress token, and lose what the protocol fills in', () => {
    const _meta = {
      progressToken: 4,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      traceparent: '00-1',
    };
    expect(freshParams({ uri: 'a', _meta }, 'new')).toEqual({
      uri: 'a',
      _meta: { progressToken: 'new', traceparent: '00-1' },
    });
    expect(freshParams({ _meta: { 'modelcontextprotocol.io/x': 1 } }, 'new')).toEqual({});
    expect(freshParams({ uri: 'a' }, 'new')).toEqual({ uri: 'a' });
  });

  test('are a plain call where a client would write the same', () => {
    const args = { a: 1 };
    expect(plainToolCall({ name: 'x', arguments: args, _meta: { progressToken: 1 } })).toEqual({
      name: 'x',
      args,
    });
    for (const params of [
      { name: 'x' },
      { name: 'x', arguments: 'text' },
      { name: 1, arguments: args },
      { name: 'x', arguments: args, extra: 1 },
      { name: 'x', arguments: args, _meta: { traceparent: '00-1' } },
    ]) {
      expect(plainToolCall(params)).toBeUndefined();
    }
  });
});

test('an exchange ended as its answer says, or as its request does where none came', () => {
  const table = new RowTable();
  const judge = new LogAnalyzer(table);
  const frame = (seq: number, direction: FrameRecord['direction'], message: object): KnownRecord => ({
    ...line({ jsonrpc: '2.0', ...message }),
    seq,
    direction,
  });
  const asked = { id: 1, method: 'tools/call', params: { name: 'a' } };
  judge.take(frame(1, 'client-to-server', asked));
  judge.take(frame(2, 'server-to-client', { id: 1, error: { code: -32603, message: 'no' } }));
  judge.take(frame(3, 'client-to-server', { ...asked, id: 2 }));
  judge.take({
    type: 'client',
    seq: 4,
    at: 9,
    session: 's1',
    event: 'timeout',
    id: 2,
    message: 'timed out',
  });
  const end = (seq: number) => exchangeEnd((each) => table.row(table.indexOf(each)), seq);
  expect(end(1)).toMatchObject({ tier: 'protocol', outcome: 'protocol error', code: '-32603', text: 'no' });
  expect(end(3)).toMatchObject({ tier: 'client', outcome: 'timed out', code: '' });
  expect(end(99)).toMatchObject({ tier: 'ok', outcome: '' });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogAnalyzer } from '../analysis/log-analyzer.ts';
import type { KnownRecord } from '../frame/record.ts';
import { RowTable } from '../frame/row-table.ts';

// A live log puts away exchanges that were settled long ago, without visible effect.

type Body = KnownRecord extends infer One
  ? One extends KnownRecord
    ? Omit<One, 'seq' | 'at'>
    : never
  : never;

const session = 's1';
const id = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('1', '2', 'x', 20_000, 2.5, -1));
const method = fc.constantFrom('tools/call', 'tools/list', 'ping', 'subscriptions/listen');
const name = fc.constantFrom('echo', 'add');

const request = fc.record({ id, method, name }).map((one) => ({
  jsonrpc: '2.0',
  id: one.id,
  method: one.method,
  params: { name: one.name, arguments: {} },
}));
const answer = fc
  .tuple(
    id,
    fc.constantFrom(
      { result: { content: [{ type: 'text', text: 'fine' }] } },
      { result: { content: [{ type: 'text', text: 'Error: no such file' }], isError: true } },
      { error: { code: -32602, message: 'Invalid params' } },
      { error: { code: -32001, message: 'Session not found' } },
      { result: { tools: [] } },
    ),
  )
  .map(([of, rest]) => ({ jsonrpc: '2.0', id: of, ...rest }));
const cancel = id.map((requestId) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
}));

function frames(direction: 'client-to-server' | 'server-to-client', message: fc.Arbitrary<object>) {
  const line = fc.oneof({ weight: 8, arbitrary: message }, fc.array(message, { minLength: 1, maxLength: 3 }));
  return line.map((one): Body => ({ type: 'frame', session, direction, raw: JSON.stringify(one) }));
}

const event = fc
  .tuple(fc.constantFrom('timeout', 'cancelled', 'result-rejected'), id)
  .map(([kind, of]): Body => ({ type: 'client', session, event: kind, id: of, message: 'gave up' }));
const process = fc
  .constantFrom('spawned', 'exited', 'stdout-closed', 'stdin-closed')
  .map((kind): Body => ({ type: 'process', session, event: kind }));

const body = fc.oneof(
  { weight: 10, arbitrary: frames('client-to-server', request) },
  { weight: 10, arbitrary: frames('server-to-client', answer) },
  { weight: 2, arbitrary: frames('server-to-client', request) },
  { weight: 2, arbitrary: frames('client-to-server', answer) },
  { weight: 1, arbitrary: frames('client-to-server', cancel) },
  { weight: 1, arbitrary: event },
  { weight: 1, arbitrary: process },
);

/** Everything shown of a log after each record, and at its end. */
function shown(bodies: readonly Body[], keptSettled?: number) {
  const rows = new RowTable();
  const analyzer = new LogAnalyzer(rows, keptSettled === undefined ? {} : { keptSettled });
  const counts = bodies.map((one, at) => {
    analyzer.take({ ...one, seq: at + 1, at: at * 7.5 } as KnownRecord);
    return { ...analyzer.session(session).counts };
  });
  analyzer.finish();
  const { findings, findingsRevision } = analyzer.session(session);
  const table = Array.from({ length: rows.length }, (_, at) => rows.row(at));
  return { table, findings, findingsRevision, counts };
}

test('exchanges that were put away show as if they were kept', () => {
  fc.assert(
    fc.property(fc.array(body, { maxLength: 80 }), fc.integer({ min: 1, max: 3 }), (bodies, kept) => {
      expect(shown(bodies, kept)).toEqual(shown(bodies));
    }),
    { numRuns: 400 },
  );
});

test('the row of a batch still follows its calls when others have come since', () => {
  const line = (direction: 'client-to-server' | 'server-to-client', message: object): Body => ({
    ...{ type: 'frame', session, direction },
    raw: JSON.stringify(message),
  });
  const call = (of: number) => ({ jsonrpc: '2.0', id: of, method: 'tools/call', params: { name: 'echo' } });
  const result = (of: number) => ({ jsonrpc: '2.0', id: of, result: { content: [] } });
  const others = [10, 11, 12].flatMap((of) => [
    line('client-to-server', call(of)),
    line('server-to-client', result(of)),
  ]);
  const bodies: Body[] = [
    line('client-to-server', [call(1), call(2)]),
    line('server-to-client', result(1)),
    line('server-to-client', result(2)),
    ...others,
    { type: 'client', session, event: 'result-rejected', id: 1, message: 'not readable' },
  ];
  const { table } = shown(bodies, 1);
  expect(table).toEqual(shown(bodies).table);
  expect(table[0]).toMatchObject({ outcome: 'rejected by the client' });
});

test('a second answer is one to the request of long ago, with its method and target', () => {
  const call = (of: number): Body[] => [
    {
      ...{ type: 'frame', session, direction: 'client-to-server' },
      raw: JSON.stringify({ jsonrpc: '2.0', id: of, method: 'tools/call', params: { name: 'echo' } }),
    },
    result(of),
  ];
  const result = (of: number): Body => ({
    ...{ type: 'frame', session, direction: 'server-to-client' },
    raw: JSON.stringify({ jsonrpc: '2.0', id: of, result: { content: [] } }),
  });
  const many = Array.from({ length: 100 }, (_, of) => call(of)).flat();
  const { table } = shown([...many, result(3)], 10);
  expect(table.at(-1)).toMatchObject({ outcome: 'duplicate', method: 'tools/call', target: 'echo', pair: 7 });
});

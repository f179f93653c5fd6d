import { expect, test } from 'vitest';
import { parseFault } from '../../app/lab/faults/fault.ts';
import { type MockExchange, mockScript } from '../../app/recording/mock/mock-script.ts';
import { MockServer } from './run-mock.ts';

function played(exchanges: readonly MockExchange[], line: string, speed = 1, fault = '') {
  const did: string[] = [];
  const delays: number[] = [];
  const parsed = parseFault(fault);
  const faults = parsed.ok ? [parsed.value] : [];
  const server = new MockServer(
    exchanges,
    { strict: false, speed, faults },
    {
      stdout: (text) => did.push(text),
      slowDown: (idKey, bytesPerSecond) => did.push(`slow ${idKey} ${bytesPerSecond}`),
      stderr: (text) => did.push(`stderr ${text}`),
      closeStdout: () => did.push('closed'),
      exit: (exitCode, signal) => did.push(`exit ${exitCode} ${signal}`),
      later: (work, milliseconds) => {
        delays.push(milliseconds);
        work();
      },
    },
  );
  server.take(line);
  return { did, delays };
}

const recorded = mockScript([
  {
    type: 'frame',
    seq: 1,
    at: 0,
    session: 's1',
    direction: 'client-to-server',
    raw: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","_meta":{"progressToken":7}}}',
  },
  {
    type: 'frame',
    seq: 2,
    at: 40,
    session: 's1',
    direction: 'server-to-client',
    raw: '{"method":"notifications/progress","params":{"progressToken":7,"progress":1},"jsonrpc":"2.0"}',
  },
  { type: 'stderr', seq: 3, at: 60, session: 's1', text: 'working' },
  {
    type: 'frame',
    seq: 4,
    at: 80,
    session: 's1',
    direction: 'server-to-client',
    raw: '{"result":{ "isError":true,"content":[{"type":"text","text":"no"}]},"jsonrpc":"2.0","id":7}',
  },
  { type: 'process', seq: 5, at: 90, session: 's1', event: 'exited', exitCode: null, signal: 'SIGSEGV' },
]);

test('a mock rewrites ids and tokens and keeps every other byte', () => {
  const { did } = played(
    recorded,
    '{"jsonrpc":"2.0","id":"x-1","method":"tools/call","params":{"name":"t","_meta":{"progressToken":"p"}}}',
  );
  expect(did).toEqual([
    '{"method":"notifications/progress","params":{"progressToken":"p","progress":1},"jsonrpc":"2.0"}\n',
    'stderr working\n',
    '{"result":{ "isError":true,"content":[{"type":"text","text":"no"}]},"jsonrpc":"2.0","id":"x-1"}\n',
    'exit 1 SIGSEGV',
  ]);
});

test('a mock keeps the recorded delays, divided by its speed', () => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
  expect(played(recorded, line).delays).toEqual([40, 60, 80, 90]);
  expect(played(recorded, line, 4).delays).toEqual([10, 15, 20, 22.5]);
  expect(played(recorded, line, Number.POSITIVE_INFINITY).delays).toEqual([0]);
});

test('a mock answers what was not recorded with an error that says what was', () => {
  const other = '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"t","arguments":{"q":1}}}';
  expect(JSON.parse(played(recorded, other).did[0] ?? '')).toMatchObject({
    id: 'x',
    error: { code: -32602, message: expect.stringContaining('Recorded: {"name":"t"}') },
  });
  const unknown = played(recorded, '{"jsonrpc":"2.0","id":3,"method":"tools/list"}');
  expect(JSON.parse(unknown.did[0] ?? '')).toMatchObject({
    id: 3,
    error: { code: -32601, message: expect.stringContaining('It has: tools/call t') },
  });
});

test.each([
  ['all:close-stdout', ['closed']],
  ['tool=t:crash=9', ['exit 9 null']],
  ['tool=t:never', []],
  ['every=1:code=-32000', [expect.stringContaining('"error":{"code":-32000,')]],
  ['method=tools/call:iserror=Full', [expect.stringContaining('"text":"Full"')]],
])('under the fault %s a mock does nothing else', (fault, did) => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
  expect(played(recorded, line, 1, fault).did).toEqual(did);
});

test('a mock answers late, slowly or to another id as it was recorded', () => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
  expect(played(recorded, line, 1, 'all:delay=2s').delays).toEqual([2000, 40, 60, 80, 90]);
  expect(played(recorded, line, 1, 'all:slow=5B/s').did[0]).toBe('slow n:1 5');
  expect(played(recorded, line, 1, 'all:wrong-id').did).toContainEqual(
    expect.stringMatching(/"isError":true.*"id":987654321\}\n$/),
  );
});

test('a fault of another tool changes nothing', () => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
  expect(played(recorded, line, 1, 'tool=other:never').did).toEqual(played(recorded, line).did);
});

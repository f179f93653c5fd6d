import { failure, type RuleCase, text } from './rule-case.ts';

const call = { method: 'tools/call', params: { name: 'add', arguments: {} } };

/** JSON-RPC and its lines. */
export const ENVELOPE_CASES: readonly RuleCase[] = [
  {
    rule: 'E01',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, { result: {}, ...failure(-32603, 'boom') }),
    when: 'on an empty result',
    misses: (s) => s.handshake().request('ping', {}, { result: {} }),
  },
  {
    rule: 'E01',
    severity: 'violation',
    fires: (s) => s.handshake().request('ping', {}, {}),
    when: 'on a null result',
    misses: (s) => s.handshake().request('ping', {}, { result: null }),
  },
  {
    rule: 'E02',
    severity: 'violation',
    fires: (s) => s.handshake().request('ping', {}, '{"id":2,"result":{}}'),
    when: 'on JSON that is not a message at all',
    misses: (s) => s.handshake().server('{"level":"info","msg":"ready"}'),
  },
  {
    rule: 'E02',
    severity: 'violation',
    fires: (s) => s.handshake().server('{"method":"notifications/progress","params":{}}'),
    when: 'where the version is there',
    misses: (s) => s.handshake().server({ method: 'notifications/progress', params: {} }),
  },
  {
    rule: 'E03',
    severity: 'info',
    fires: (s) => s.handshake().request('tools/call', call.params, { id: null, ...failure(-32603, 'boom') }),
    when: 'where the user sent something malformed on purpose',
    misses: (s) =>
      s
        .handshake()
        .client('{oops', { deliberate: true })
        .server({ id: null, ...failure(-32700, 'Parse error') }),
  },
  {
    rule: 'E03',
    severity: 'info',
    fires: (s) =>
      s
        .handshake()
        .client('oops')
        .server({ id: null, ...failure(-32700, 'Parse error') }),
    when: 'on an id that is there',
    misses: (s) => s.handshake().request('ping', {}, { result: {} }),
  },
  {
    rule: 'E04',
    severity: 'violation',
    fires: (s) => s.handshake().server({ id: 'err_x1', ...failure(-32600, 'Invalid Request') }),
    when: 'where the recording began in the middle',
    misses: (s) => s.server({ id: 7, result: {} }),
  },
  {
    rule: 'E05',
    severity: 'violation',
    fires: (s) => s.handshake().request('ping', {}, { result: {} }).server({ id: 2, result: {} }),
    when: 'where both sides use the same number',
    misses: (s) =>
      s
        .handshake()
        .request('ping', {}, { result: {} })
        .server({ id: 2, method: 'ping' })
        .client({ id: 2, result: {} }),
  },
  {
    rule: 'E04',
    severity: 'violation',
    fires: (s) => s.handshake().client({ id: 44, result: {} }),
    when: 'on the answer to a line of the client with that id, which is not JSON-RPC 2.0',
    misses: (s) =>
      s.handshake().client('{"jsonrpc":"1.0","id":77,"method":"ping"}').server({ id: 77, result: {} }),
  },
  {
    rule: 'E04',
    severity: 'violation',
    fires: (s) =>
      s.handshake().request('ping', {}, { id: 'err_GOo5RwpX8U0J9qFZCzY=', ...failure(-32600, 'x') }),
    when: 'on an answer without jsonrpc under the id of the request',
    misses: (s) => s.handshake().request('ping', {}, '{"jsonrpc":"1.0","id":2,"result":{}}'),
  },
  {
    rule: 'E04',
    severity: 'violation',
    fires: (s) => s.handshake().server({ id: 'abc', result: {} }),
    when: 'on the late answer to a request from before a second handshake with the same id',
    misses: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .client({ id: 1, method: 'initialize', params: {} })
        .server({ id: 2, ...text('late') }),
  },
  {
    rule: 'E05',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .call('add', {}, text('3'))
        .server({ id: 2, ...text('3') }),
    when: 'where the client used the id for two requests',
    misses: (s) =>
      s
        .handshake()
        .client({ id: 5, ...call })
        .server({ id: 5, ...text('one') })
        .client({ id: 5, ...call })
        .server({ id: 5, ...failure(-32600, 'duplicate id') })
        .server({ id: 5, ...text('two') }),
  },
  {
    rule: 'E06',
    severity: 'violation',
    fires: (s) => s.handshake().request('ping', {}).server({ id: '2', result: {} }),
    when: 'where the text was the id',
    misses: (s) => s.handshake().client({ id: '9', method: 'ping' }).server({ id: '9', result: {} }),
  },
  {
    rule: 'E07',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .client({ method: 'notifications/cancelled', params: { requestId: 2 } })
        .wait(1500)
        .server({ id: 2, ...text('done') }),
    when: 'where the answer was on its way',
    misses: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .client({ method: 'notifications/cancelled', params: { requestId: 2 } })
        .wait(200)
        .server({ id: 2, ...text('done') }),
  },
  {
    rule: 'E07',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .wait(4000)
        .client({ method: 'notifications/cancelled', params: { requestId: 2, reason: 'timed out' } })
        .wait(3000)
        .server({ id: 2, ...text('done') }),
    when: 'where the call was nearly done after minutes of work',
    misses: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .wait(120_000)
        .client({ method: 'notifications/cancelled', params: { requestId: 2, reason: 'timed out' } })
        .wait(3000)
        .server({ id: 2, ...text('done') }),
  },
  {
    rule: 'E07',
    severity: 'violation',
    fires: (s) =>
      s
        .discover()
        .request('tools/call', call.params)
        .client({ method: 'notifications/cancelled', params: { requestId: 2 } })
        .wait(1500)
        .server({ id: 2, result: s.complete({ content: [] }) }),
    when: 'where another request was cancelled',
    misses: (s) =>
      s
        .discover()
        .request('tools/call', call.params)
        .client({ method: 'notifications/cancelled', params: { requestId: 1 } })
        .wait(1500)
        .server({ id: 2, result: s.complete({ content: [] }) }),
  },
  {
    rule: 'E08',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .client({ method: 'notifications/roots/list_changed' })
        .server({ id: null, ...failure(-32601, 'Method not found') }),
    when: 'while a request is open',
    misses: (s) =>
      s
        .handshake()
        .request('ping', {})
        .client({ method: 'notifications/roots/list_changed' })
        .server({ id: null, ...failure(-32601, 'Method not found') }),
  },
  {
    rule: 'E09',
    severity: 'info',
    fires: (s) =>
      s.handshake('2024-11-05').server('[{"jsonrpc":"2.0","method":"notifications/progress","params":{}}]'),
    when: 'in the one revision that has batches, after the one that names single messages only',
    misses: (s) =>
      s.handshake('2025-03-26').server('[{"jsonrpc":"2.0","method":"notifications/progress","params":{}}]'),
  },
  {
    rule: 'E09',
    severity: 'violation',
    fires: (s) => s.handshake().server('[{"jsonrpc":"2.0","method":"notifications/progress","params":{}}]'),
    when: 'in the one revision that has batches',
    misses: (s) =>
      s.handshake('2025-03-26').server('[{"jsonrpc":"2.0","method":"notifications/progress","params":{}}]'),
  },
  {
    rule: 'E10',
    severity: 'violation',
    fires: (s) => s.handshake().server('\uFEFF{"jsonrpc":"2.0","method":"notifications/progress"}'),
    when: 'on a log line',
    misses: (s) => s.handshake().server('{ready} listening on 8080'),
  },
  {
    rule: 'E10',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .request('ping', {}, '{\n')
        .server('  "jsonrpc": "2.0",')
        .server('  "id": 2, "result": {}')
        .server('}'),
    when: 'on one message a line',
    misses: (s) => s.handshake().request('ping', {}, '{ "jsonrpc": "2.0", "id": 2, "result": {} }'),
  },
  {
    rule: 'E10',
    severity: 'violation',
    fires: (s) => s.handshake().client('{"jsonrpc": "2.0",').client('"method": "notifications/x"}'),
    when: 'on a line that was cut, and nothing goes on with it',
    misses: (s) =>
      s.handshake().client('{"jsonrpc":"2.0","id":9,"method":"ping"').client({ id: 10, method: 'ping' }),
  },
  {
    rule: 'E10',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .request('ping', {}, '{"result":{"text":"cut o')
        .client({ id: 10, method: 'ping' })
        .server({ id: 10, result: {} }),
    when: 'on a line of a log in JSON that was cut',
    misses: (s) =>
      s.handshake().server('{"level":"info","message":"cut o').server({ method: 'notifications/x' }),
  },
  {
    rule: 'E10',
    severity: 'violation',
    fires: (s) => s.handshake().server('{').server('"jsonrpc": "2.0", "method": "x"').server('}'),
    when: 'on an object that a program prints for people',
    misses: (s) => s.handshake().server('{').server("  name: 'add',").server('}'),
  },
  {
    rule: 'E10',
    severity: 'violation',
    fires: (s) =>
      s.handshake().server('{"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}'),
    when: 'where the recorder cut the line',
    misses: (s) => s.handshake().server('{"jsonrpc":"2.0","id":1,"resu', { truncatedBytes: 5000 }),
  },
];

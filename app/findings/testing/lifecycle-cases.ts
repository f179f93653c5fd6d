import { failure, type RuleCase, text } from './rule-case.ts';
import type { SessionScript } from './session-script.ts';

const call = { method: 'tools/call', params: { name: 'add', arguments: {} } };
const NOT_INITIALIZED = failure(-32600, 'Invalid Request', { message: 'Server not initialized' });

/** `initialize` requests one revision and gets another, and the client continues. */
function negotiated(script: SessionScript, asked: string, given: unknown): SessionScript {
  const answer = { protocolVersion: given, capabilities: {}, serverInfo: { name: 'test', version: '1' } };
  return script
    .process('spawned')
    .request('initialize', { protocolVersion: asked, capabilities: {} }, { result: answer })
    .client({ method: 'notifications/initialized' });
}

function cancelled(script: SessionScript, reason: string): SessionScript {
  return script.client({ method: 'notifications/cancelled', params: { requestId: 2, reason } });
}

/** A call with a token, and the progress that the server reports. */
function reported(script: SessionScript, ...progress: readonly number[]): SessionScript {
  const params = { ...call.params, _meta: { progressToken: 'p' } };
  const started = script.handshake().request('tools/call', params);
  for (const one of progress)
    started.server({ method: 'notifications/progress', params: { progressToken: 'p', progress: one } });
  return started;
}

/** The process, its pipes, and the order of messages. */
export const LIFECYCLE_CASES: readonly RuleCase[] = [
  {
    rule: 'E11',
    severity: 'violation',
    fires: (s) =>
      s.handshake().server('[info] listening on 8080').server('[info] ready').server('{"level":30}'),
    when: 'on the parts of a message over several lines',
    misses: (s) =>
      s.handshake().request('ping', {}, '{').server('"jsonrpc": "2.0", "id": 2,').server('"result": {} }'),
  },
  {
    rule: 'E11',
    severity: 'violation',
    fires: (s) => s.process('spawned').server('').server('Server ready'),
    when: 'on empty lines, and on what lacks only its id',
    misses: (s) =>
      s.handshake().server('').server('  ').server('{"jsonrpc":"2.0","id":null,"method":"ping"}'),
  },
  {
    rule: 'E11',
    severity: 'violation',
    fires: (s) => s.handshake().server('{').server('  "level": "info"').server('}'),
    when: 'on what the client writes',
    misses: (s) => s.handshake().client('hello').client('{"foo":1}').client('[]'),
  },
  {
    rule: 'E12',
    severity: 'advice',
    fires: (s) => s.handshake().client('oops').wait(5000).request('ping', {}, { result: {} }),
    when: 'where the server answered with an error',
    misses: (s) =>
      s
        .handshake()
        .client('oops')
        .server({ id: null, ...failure(-32700, 'Parse error') })
        .wait(5000)
        .request('ping', {}, { result: {} }),
  },
  {
    rule: 'E12',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .client('one')
        .client('two')
        .client('three')
        .server({ id: null, ...failure(-32700, 'Parse error') })
        .wait(5000)
        .request('ping', {}, { result: {} }),
    when: 'where each of several lines got its error',
    misses: (s) =>
      s
        .handshake()
        .client('one')
        .client('{"foo":1}')
        .server({ id: null, ...failure(-32700, 'Parse error') })
        .server({ id: null, ...failure(-32600, 'Invalid Request') })
        .wait(5000)
        .request('ping', {}, { result: {} }),
  },
  {
    rule: 'E12',
    severity: 'advice',
    fires: (s) => s.handshake().client('{"jsonrpc":"2.0","id":9,').request('ping', {}, { result: {} }),
    when: 'on an empty line, and on a line whose id was answered',
    misses: (s) =>
      s
        .handshake()
        .client('')
        .client('{"id":77,"method":"ping"}')
        .server({ id: 77, result: {} })
        .request('ping', {}, { result: {} }),
  },
  {
    rule: 'E13',
    severity: 'advice',
    fires: (s) => s.process('spawned').request('tools/list', {}, { result: { tools: [] } }),
    when: 'on a ping',
    misses: (s) => s.process('spawned').request('ping', {}, { result: {} }),
  },
  {
    rule: 'E13',
    severity: 'advice',
    fires: (s) => s.process('spawned').request('tools/list', {}, NOT_INITIALIZED),
    when: 'in a revision without a handshake',
    misses: (s) => s.discover().listTools({ name: 'add' }),
  },
  {
    rule: 'E13',
    severity: 'advice',
    fires: (s) =>
      s
        .process('spawned')
        .request('initialize', { protocolVersion: '2025-11-25' })
        .client({ method: 'notifications/initialized' })
        .request('tools/list', {}),
    when: 'where the server has answered initialize, and only notifications/initialized is missing',
    misses: (s) =>
      s
        .process('spawned')
        .request(
          'initialize',
          { protocolVersion: '2025-11-25' },
          { result: { protocolVersion: '2025-11-25' } },
        )
        .request('logging/setLevel', { level: 'debug' }),
  },
  {
    rule: 'E14',
    severity: 'violation',
    fires: (s) => s.handshake().request('tools/call', call.params).process('exited', { exitCode: 3 }),
    when: 'where the client had closed stdin',
    misses: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .process('stdin-closed')
        .process('exited', { exitCode: 0 }),
  },
  {
    rule: 'E14',
    severity: 'advice',
    fires: (s) =>
      s
        .process('spawned')
        .request('initialize', { protocolVersion: '2025-11-25' })
        .process('exited', { exitCode: 1 }),
    when: 'where nothing was open',
    misses: (s) => s.handshake().process('exited', { exitCode: 1 }),
  },
  {
    rule: 'E14',
    severity: 'violation',
    fires: (s) => s.handshake().request('tools/call', call.params).process('exited', { signal: 'SIGSEGV' }),
    when: 'where the client had ended the session',
    misses: (s) =>
      s.handshake().request('tools/call', call.params).closed().process('exited', { exitCode: 1 }),
  },
  {
    rule: 'E14',
    severity: 'violation',
    fires: (s) => s.handshake().request('tools/call', call.params).process('stdout-closed'),
    when: 'where a signal came from outside',
    misses: (s) => s.handshake().request('tools/call', call.params).process('exited', { signal: 'SIGKILL' }),
  },
  {
    rule: 'E15',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .request('ping', {}, { result: {} })
        .wait(60_000)
        .timeout(2),
    when: 'where the call may just take its time',
    misses: (s) => s.handshake().request('tools/call', call.params).wait(60_000).timeout(2),
  },
  {
    rule: 'E15',
    severity: 'advice',
    fires: (s) =>
      s.process('spawned').request('initialize', { protocolVersion: '2025-11-25' }).wait(20_000).timeout(1),
    when: 'once the answer is there',
    misses: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .request('ping', {}, { result: {} })
        .wait(60_000)
        .timeout(2)
        .server({ id: 2, ...text('late') }),
  },
  {
    rule: 'E15',
    severity: 'advice',
    fires: (s) =>
      s.handshake().request('tools/call', call.params).wait(3000).request('ping', {}, { result: {} }),
    when: 'where the client cancelled, reused the id or let the server end',
    misses: (s) =>
      cancelled(s.handshake().request('tools/call', call.params), 'no longer needed')
        .client({ id: 70, ...call })
        .client({ id: 70, ...call })
        .server({ id: 70, ...text('3') })
        .request('tools/call', call.params)
        .wait(3000)
        .process('exited', { exitCode: 1 }),
  },
  {
    rule: 'E16',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .client({ id: 5, ...call })
        .client({ id: 5, ...call }),
    when: 'in the next life of the server',
    misses: (s) =>
      s
        .handshake()
        .client({ id: 5, ...call })
        .process('exited', { exitCode: 1 })
        .process('spawned')
        .client({ id: 5, ...call }),
  },
  {
    rule: 'E17',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .request('tools/call', call.params)
        .wait(3000)
        .timeout(2)
        .request('tools/list', {}, NOT_INITIALIZED)
        .request('prompts/list', {}, NOT_INITIALIZED),
    when: 'before the handshake was complete',
    misses: (s) =>
      s
        .process('spawned')
        .request(
          'initialize',
          { protocolVersion: '2025-11-25' },
          { result: { protocolVersion: '2025-11-25' } },
        )
        .request('tools/list', {}, NOT_INITIALIZED),
  },
  {
    rule: 'E17',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, failure(-32000, 'Session is not initialized')),
    when: 'where something of the server’s own is not initialized, or a new process runs',
    misses: (s) =>
      s
        .handshake()
        .call('add', {}, failure(-32603, 'The connection pool was not initialized'))
        .process('exited', { exitCode: 1 })
        .process('spawned')
        .request('tools/list', {}, NOT_INITIALIZED),
  },
  {
    rule: 'E18',
    severity: 'advice',
    fires: (s) =>
      s
        .discover({}, { supportedVersions: ['2027-01-01'] })
        .listTools(call.params)
        .listTools(call.params),
    when: 'where the client names one of those that the server offers',
    misses: (s) => s.discover({}, { supportedVersions: ['2027-01-01', '2026-07-28'] }).listTools(call.params),
  },
  {
    rule: 'E18',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    when: 'where the client names what was agreed on',
    misses: (s) =>
      s
        .handshake()
        .request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } }),
  },
  {
    rule: 'E18',
    severity: 'advice',
    fires: (s) => negotiated(s, '2025-11-25', '2031-01-01'),
    when: 'where the server chose an older revision',
    misses: (s) => negotiated(s, '2025-11-25', '2024-11-05'),
  },
  {
    rule: 'E18',
    severity: 'advice',
    fires: (s) => negotiated(s, '2025-03-26', '2025-11-25'),
    when: 'where the client asked for that very revision, or leaves',
    misses: (s) =>
      negotiated(s, '2031-01-01', '2031-01-01')
        .process('spawned')
        .request('initialize', { protocolVersion: '2025-11-25' }, { result: { protocolVersion: '1.0' } })
        .process('stdin-closed'),
  },
  {
    rule: 'E19',
    severity: 'advice',
    fires: (s) => cancelled(s.handshake().call('add', {}, text('3')).wait(1200), 'timeout'),
    when: 'where the one answer came without its id',
    misses: (s) =>
      cancelled(
        s
          .handshake()
          .request('tools/call', call.params)
          .server({ id: null, ...failure(-32600, 'x') })
          .wait(1200),
        'Request timed out',
      ),
  },
  {
    rule: 'E19',
    severity: 'advice',
    fires: (s) => cancelled(s.handshake().call('add', {}, text('3')).wait(1200), 'Error: Request timed out'),
    when: 'where no answer had come, and where the user changed their mind',
    misses: (s) =>
      cancelled(
        cancelled(s.handshake().request('tools/call', call.params).wait(1200), 'timeout'),
        'not needed',
      ),
  },
  {
    rule: 'E19',
    severity: 'advice',
    fires: (s) => cancelled(s.handshake().call('add', {}, text('3')).wait(1200), 'deadline exceeded'),
    when: 'where no client can read the answer',
    misses: (s) => cancelled(s.handshake().call('add', {}, { result: null }).wait(1200), 'Request timed out'),
  },
  {
    rule: 'E20',
    severity: 'violation',
    fires: (s) => reported(s, 1, 2, 2),
    when: 'on progress that increases, with fractions too',
    misses: (s) => reported(s, 0.25, 0.5, 2),
  },
  {
    rule: 'E20',
    severity: 'violation',
    fires: (s) => reported(s, 2, 1),
    when: 'where two requests gave one token',
    misses: (s) => {
      const params = { ...call.params, _meta: { progressToken: 'p' } };
      const both = s.handshake().request('tools/call', params).request('tools/call', params);
      for (const progress of [5, 4])
        both.server({ method: 'notifications/progress', params: { progressToken: 'p', progress } });
      return both;
    },
  },
  {
    rule: 'E20',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .request('tools/call', call.params, text('3'))
        .server({ method: 'notifications/progress', params: { progressToken: 'q', progress: 1 } }),
    when: 'where the client had given up, and the server could not know',
    misses: (s) =>
      cancelled(reported(s, 1), 'not needed').server({
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 2 },
      }),
  },
];

import { failure, type RuleCase } from './rule-case.ts';

const add = { name: 'add' };
const miss = { uri: 'x://y' };

/** Error codes. */
export const CODE_CASES: readonly RuleCase[] = [
  {
    rule: 'C01',
    severity: 'violation',
    fires: (s) => s.discover().request('resources/read', miss, failure(-32002, 'Resource not found', miss)),
    when: 'in a revision that defines the code',
    misses: (s) => s.handshake().request('resources/read', miss, failure(-32002, 'Resource not found', miss)),
  },
  {
    rule: 'C02',
    severity: 'violation',
    fires: (s) => s.discover().call('add', {}, failure(-32042, 'Sign in')),
    when: 'in 2025-11-25, which defines the code',
    misses: (s) => s.handshake().call('add', {}, failure(-32042, 'Sign in')),
  },
  {
    rule: 'C03',
    severity: 'violation',
    fires: (s) => s.handshake('2025-06-18').call('add', {}, failure(-32042, 'Sign in')),
    when: 'from 2025-11-25 on',
    misses: (s) => s.handshake('2025-11-25').call('add', {}, failure(-32042, 'Sign in')),
  },
  {
    rule: 'C04',
    severity: 'violation',
    fires: (s) => s.discover().call('add', {}, failure(-32070, 'Serialization failed')),
    when: 'on a code that the revision defines',
    misses: (s) =>
      s.discover().call('add', {}, failure(-32021, 'Missing', { requiredCapabilities: { elicitation: {} } })),
  },
  {
    rule: 'C04',
    severity: 'info',
    fires: (s) => s.handshake().call('add', {}, failure(-32099, 'Unknown error')),
    when: 'on -32042, which has rules of its own',
    misses: (s) => s.handshake('2025-06-18').call('add', {}, failure(-32042, 'Sign in')),
  },
  {
    rule: 'C05',
    severity: 'info',
    fires: (s) => s.handshake().call('add', {}, failure(-32001, 'Item not found')),
    when: 'on -32002 for a resource, to which the specification gave a meaning',
    misses: (s) => s.handshake().request('resources/read', miss, failure(-32002, 'Resource not found', miss)),
  },
  {
    rule: 'C05',
    severity: 'info',
    fires: (s) => s.handshake().call('add', {}, failure(-32002, 'Version conflict')),
    when: 'on the first number below the range',
    misses: (s) => s.handshake().call('add', {}, failure(-32020, 'Version conflict')),
  },
  {
    rule: 'C05',
    severity: 'info',
    fires: (s) => s.handshake().call('add', {}, failure(-32003, 'Too many requests')),
    when: 'where the client sends it',
    misses: (s) =>
      s
        .handshake()
        .server({ id: 7, method: 'ping' })
        .client({ id: 7, ...failure(-32000, 'Connection closed') }),
  },
  {
    rule: 'C06',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, failure(-32500, 'Quota')),
    when: 'on one of the five standard codes',
    misses: (s) => s.handshake().call('add', {}, failure(-32600, 'Invalid request')),
  },
  {
    rule: 'C07',
    severity: 'info',
    fires: (s) => s.handshake().call('add', {}, failure(0, 'Unknown error')),
    when: 'on an application code of its own',
    misses: (s) => s.handshake().call('add', {}, failure(1000, 'Quota')),
  },
  {
    rule: 'C07',
    severity: 'info',
    fires: (s) => s.handshake().call('add', {}, failure(429, 'Too many requests')),
    when: 'on a refusal by the user, which the specification gives the code -1',
    misses: (s) => s.handshake().call('add', {}, failure(-1, 'User rejected sampling request')),
  },
  {
    rule: 'C07',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, failure(32600, 'Session terminated')),
    when: 'where the minus is there',
    misses: (s) => s.handshake().call('add', {}, failure(-32600, 'Session terminated')),
  },
  {
    rule: 'C08',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, failure('ENOENT', 'no such file')),
    when: 'on an integer',
    misses: (s) => s.handshake().call('add', {}, failure(-32603, 'no such file')),
  },
  {
    rule: 'C08',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, { error: { message: 'no code at all' } }),
    when: 'where the whole error is not an object, which is another rule',
    misses: (s) => s.handshake().call('add', {}, { error: 'boom' }),
  },
  {
    rule: 'C09',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, failure(-32001, 'Request timed out')),
    when: 'where the same number speaks of something else',
    misses: (s) => s.handshake().call('add', {}, failure(-32001, 'Item not found')),
  },
  {
    rule: 'C09',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, failure(-32000, 'Connection closed')),
    when: 'where more stands around the words',
    misses: (s) =>
      s
        .handshake()
        .call('add', {}, failure(-32000, 'Connection closed by the printer at noon'))
        .call('add', {}, failure(-32001, 'Request timed out after 30 s at api.example.com')),
  },
  {
    rule: 'C10',
    severity: 'info',
    fires: (s) =>
      s.handshake().call('add', {}, failure(-32003, 'x', { requiredCapabilities: { sampling: {} } })),
    when: 'without the shape of the data',
    misses: (s) => s.handshake().call('add', {}, failure(-32003, 'Rate limited')),
  },
  {
    rule: 'C11',
    severity: 'violation',
    fires: (s) => s.handshake().request('tools/list', {}, failure(-32601, 'Method not found')),
    when: 'where the capability was not declared',
    misses: (s) => s.handshake().request('prompts/list', {}, failure(-32601, 'Method not found')),
  },
  {
    rule: 'C11',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake('2025-11-25', { resources: {} })
        .request('resources/templates/list', {}, failure(-32601, 'Method not found')),
    when: 'where a tool is unknown, not the method',
    misses: (s) => s.handshake().call('nope', {}, failure(-32601, 'Unknown tool: nope')),
  },
  {
    rule: 'C11',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake('2025-11-25', { logging: {} })
        .request('logging/setLevel', { level: 'info' }, failure(-32601, 'Method not found')),
    when: 'in 2026-07-28, which removed the method and kept the capability',
    misses: (s) =>
      s
        .discover({}, { capabilities: { logging: {}, resources: { subscribe: true } } })
        .request('logging/setLevel', { level: 'info' }, failure(-32601, 'Method not found'))
        .request('resources/subscribe', miss, failure(-32601, 'Method not found')),
  },
  {
    rule: 'C11',
    severity: 'violation',
    fires: (s) =>
      s.handshake().call('add', {}, failure(-32601, 'Method not found', { method: 'tools/call' })),
    when: 'where the method was served before, or another one behind it is missing, or a task',
    misses: (s) =>
      s
        .handshake()
        .call('export', {}, failure(-32601, 'Method not found', { method: 'catalogue/export' }))
        .call('report', {}, failure(-32601, 'Tool report requires a task'))
        .call('add', {}, { result: { content: [] } })
        .call('add', {}, failure(-32601, 'Method not found')),
  },
  {
    rule: 'C11',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, failure(-32601, 'tools/call')),
    when: 'where the params could not be read',
    misses: (s) =>
      s.handshake().request('tools/call', { name: 'add', arguments: [] }, failure(-32601, 'tools/call')),
  },
  {
    rule: 'C12',
    severity: 'violation',
    fires: (s) =>
      s.handshake().request('acme/frob', {}, failure(-32000, 'I do not know the method acme/frob')),
    when: 'where the code is right, where a revision knows the method, and before the handshake',
    misses: (s) =>
      s
        .process('spawned')
        .request('acme/frob', {}, failure(-32602, 'Invalid request parameters', ''))
        .handshake()
        .request('acme/frob', {}, failure(-32601, 'Method not found'))
        .request('server/discover', {}, failure(-32602, 'Invalid request parameters', '')),
  },
  {
    rule: 'C12',
    severity: 'advice',
    fires: (s) => s.handshake().request('acme/frob', {}, failure(-32602, 'Invalid request parameters', '')),
    when: "where the server's own method refuses its parameters",
    misses: (s) => s.handshake().request('acme/frob', {}, failure(-32602, 'speed must be a number')),
  },
  {
    rule: 'C13',
    severity: 'info',
    fires: (s) => s.handshake().listTools(add).call('add', {}, failure(-32800, 'Request cancelled')),
    when: 'next to the range',
    misses: (s) => s.handshake().listTools(add).call('add', {}, failure(-32804, 'Something')),
  },
  {
    rule: 'C14',
    severity: 'info',
    fires: (s) =>
      s.handshake().call('add', {}, failure(-32021, 'Missing', { requiredCapabilities: { sampling: {} } })),
    when: 'in the revision that defines the code, and on a request that names a revision of its own',
    misses: (s) =>
      s
        .discover()
        .call('add', {}, failure(-32021, 'Missing', { requiredCapabilities: { sampling: {} } }))
        .handshake()
        .request(
          'tools/list',
          { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
          failure(-32022, 'Unsupported', { supported: ['2026-07-28'], requested: '2099-01-01' }),
        ),
  },
];

import { failure, type RuleCase } from './rule-case.ts';

const add = { name: 'add', arguments: {} };
const ask = { input: { method: 'elicitation/create', params: { message: 'Which?' } } };
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const acknowledged = {
  method: 'notifications/subscriptions/acknowledged',
  params: { _meta: { [SUBSCRIPTION]: 2 }, notifications: { toolsListChanged: true } },
};
const changed = { method: 'notifications/tools/list_changed', params: { _meta: { [SUBSCRIPTION]: 2 } } };

/** A tool that runs only as a task. */
const LONG = { name: 'report', execution: { taskSupport: 'required' } };
/** Params that declare a revision far in the future. */
const FAR = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2099-01-01',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const REFUSED = failure(-32022, 'x', { supported: ['2026-07-28'], requested: '2025-11-25' });

function asks(protocolVersion: string) {
  return { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
}

function agrees(protocolVersion: string) {
  return { result: { protocolVersion, capabilities: {}, serverInfo: { name: 'test', version: '1' } } };
}

/** Revision 2026-07-28. */
export const STATELESS_CASES: readonly RuleCase[] = [
  {
    rule: 'M01',
    severity: 'violation',
    fires: (s) => s.discover().server({ id: 1, method: 'sampling/createMessage', params: {} }),
    when: 'in a revision with requests of the server',
    misses: (s) => s.handshake().server({ id: 1, method: 'sampling/createMessage', params: {} }),
  },
  {
    rule: 'M02',
    severity: 'violation',
    fires: (s) => s.discover().request('tools/call', add, { result: { content: [] } }),
    when: 'on a server that never showed this revision',
    misses: (s) =>
      s
        .discover()
        .withoutEnvelope()
        .request('tools/call', add, { result: { content: [] } }),
  },
  {
    rule: 'M02',
    severity: 'violation',
    fires: (s) => s.discover().request('tools/list', {}, { result: { tools: [], ttlMs: 0 } }),
    when: 'on an initialize, which the revision does not have',
    misses: (s) => s.discover().request('initialize', {}, { result: { protocolVersion: '2025-11-25' } }),
  },
  {
    rule: 'M03',
    severity: 'violation',
    fires: (s) => s.discover().request('tools/call', add, { result: { resultType: 'input_required' } }),
    when: 'with a state to go on from',
    misses: (s) =>
      s
        .discover()
        .request('tools/call', add, { result: { resultType: 'input_required', requestState: 'x' } }),
  },
  {
    rule: 'M04',
    severity: 'violation',
    fires: (s) =>
      s.discover().request('tools/list', {}, { result: { resultType: 'input_required', requestState: 'x' } }),
    when: 'on a method that may ask',
    misses: (s) =>
      s
        .discover()
        .request('prompts/get', {}, { result: { resultType: 'input_required', requestState: 'x' } }),
  },
  {
    rule: 'M05',
    severity: 'violation',
    fires: (s) =>
      s
        .discover()
        .request('tools/call', add, { result: { resultType: 'input_required', inputRequests: ask } }),
    when: 'where the request declared it',
    misses: (s) =>
      s.discover({ elicitation: {} }).request('tools/call', add, {
        result: { resultType: 'input_required', inputRequests: ask },
      }),
  },
  {
    rule: 'M06',
    severity: 'violation',
    fires: (s) =>
      s.discover().request('tools/list', {}, { result: { resultType: 'complete', tools: [], ttlMs: 0 } }),
    when: 'on a result that is not cacheable',
    misses: (s) =>
      s.discover().request('tools/call', add, { result: { resultType: 'complete', content: [] } }),
  },
  {
    rule: 'M07',
    severity: 'advice',
    fires: (s) =>
      s
        .discover()
        .request('tools/call', add, { result: { resultType: 'complete', content: [] } })
        .request('tools/call', add, { result: { resultType: 'complete', content: [] } }),
    when: 'where every result names the server, but for that of a method which the revision does not have',
    misses: (s) =>
      s
        .discover()
        .request('tools/call', add, { result: s.complete({ content: [] }) })
        .request('initialize', {}, { result: { protocolVersion: '2025-11-25' } }),
  },
  {
    rule: 'M08',
    severity: 'violation',
    fires: (s) => s.discover().request('subscriptions/listen', {}).server(changed),
    when: 'after the acknowledgement',
    misses: (s) => s.discover().request('subscriptions/listen', {}).server(acknowledged).server(changed),
  },
  {
    rule: 'M08',
    severity: 'violation',
    fires: (s) =>
      s.discover().server({ method: 'notifications/resources/updated', params: { uri: 'x://y' } }),
    when: 'in a revision without subscriptions of this kind',
    misses: (s) =>
      s.handshake().server({ method: 'notifications/resources/updated', params: { uri: 'x://y' } }),
  },
  {
    rule: 'M09',
    severity: 'violation',
    fires: (s) =>
      s.discover().request('tools/call', add, { result: s.complete({ resultType: 'task', taskId: 't1' }) }),
    when: 'for a client that knows tasks',
    misses: (s) =>
      s
        .discover({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
        .request('tools/call', add, { result: s.complete({ resultType: 'task', taskId: 't1' }) }),
  },
  {
    rule: 'M10',
    severity: 'violation',
    fires: (s) =>
      s.discover().request('tasks/get', { taskId: 't1' }, { result: s.complete({ status: 'failed' }) }),
    when: 'with an error object',
    misses: (s) =>
      s.discover().request(
        'tasks/get',
        { taskId: 't1' },
        {
          result: s.complete({ status: 'failed', error: { code: -32603, message: 'boom' } }),
        },
      ),
  },
  {
    rule: 'M11',
    severity: 'violation',
    fires: (s) =>
      s
        .discover()
        .withoutEnvelope()
        .request('initialize', { protocolVersion: '2025-11-25' }, REFUSED)
        .request('tools/list', {}, { result: { tools: [] } }),
    when: 'on a server that speaks earlier revisions too',
    misses: (s) =>
      s
        .discover({}, { supportedVersions: ['2026-07-28', '2025-11-25'] })
        .withoutEnvelope()
        .request('tools/list', {}, { result: { tools: [] } }),
  },
  {
    rule: 'M11',
    severity: 'violation',
    fires: (s) =>
      s
        .discover()
        .withoutEnvelope()
        .request('tools/list', {}, { result: s.complete({ tools: [] }) }),
    when: 'on a server that lists only the new revision and may speak an earlier one anyway',
    misses: (s) =>
      s
        .discover()
        .withoutEnvelope()
        .request('tools/list', {}, { result: { tools: [] } }),
  },
  {
    rule: 'M12',
    severity: 'violation',
    fires: (s) => s.discover().request('ping', {}, { result: s.complete({}) }),
    when: 'in a session with a handshake',
    misses: (s) => s.handshake().request('ping', {}, { result: {} }),
  },
  {
    rule: 'M13',
    severity: 'advice',
    fires: (s) =>
      s.discover().withoutEnvelope().request('initialize', {}, failure(-32601, 'Method not found')),
    when: 'where the error names the versions',
    misses: (s) =>
      s
        .discover()
        .withoutEnvelope()
        .request(
          'initialize',
          {},
          failure(-32022, 'x', { supported: ['2026-07-28'], requested: '2025-11-25' }),
        ),
  },
  {
    rule: 'M13',
    severity: 'advice',
    fires: (s) =>
      s
        .process('spawned')
        .request('initialize', asks('1.0.0'), failure(-32602, 'Unsupported protocol version 1.0.0')),
    when: 'on a second initialize, and on one that lacks its members',
    misses: (s) =>
      s
        .process('spawned')
        .request('initialize', {}, failure(-32602, 'protocolVersion is missing'))
        .handshake()
        .request('initialize', asks('2099-01-01'), failure(-32602, 'Unsupported protocol version')),
  },
  {
    rule: 'M14',
    severity: 'violation',
    fires: (s) => s.process('spawned').request('initialize', asks('2099-01-01'), agrees('2099-01-01')),
    when: 'where the server answers with a revision of its own, or agrees to one that exists',
    misses: (s) =>
      s
        .process('spawned')
        .request('initialize', asks('2099-01-01'), agrees('2025-11-25'))
        .handshake('2024-11-05'),
  },
  {
    rule: 'M14',
    severity: 'violation',
    fires: (s) => s.discover().request('tools/list', FAR, { result: s.complete({ tools: [] }) }),
    when: 'where the server refuses it, or names its versions to whoever asks',
    misses: (s) =>
      s
        .discover()
        .request(
          'tools/list',
          FAR,
          failure(-32022, 'x', { supported: ['2026-07-28'], requested: '2099-01-01' }),
        )
        .request('server/discover', FAR, { result: s.complete({ supportedVersions: ['2026-07-28'] }) }),
  },
  {
    rule: 'M15',
    severity: 'violation',
    fires: (s) =>
      s
        .discover()
        .callFails('ask', 'Error -32021: the client did not declare sampling', { resultType: 'complete' }),
    when: 'where the client did declare it, and where another client is meant',
    misses: (s) =>
      s
        .discover({ sampling: {} })
        .callFails('ask', 'Error -32021: the client did not declare sampling', { resultType: 'complete' })
        .callFails('ask', 'The HTTP client does not support this scheme', { resultType: 'complete' }),
  },
  {
    rule: 'M15',
    severity: 'violation',
    fires: (s) =>
      s
        .discover()
        .callFails('ask', 'Missing required client capability: elicitation', { resultType: 'complete' }),
    when: 'in a revision that has no such code',
    misses: (s) =>
      s
        .handshake()
        .callFails('ask', 'Missing required client capability: elicitation', { resultType: 'complete' }),
  },
  {
    rule: 'M16',
    severity: 'violation',
    fires: (s) => s.handshake().listTools(LONG).call('report', {}, failure(-32601, 'report requires a task')),
    when: 'on a call with a task',
    misses: (s) =>
      s
        .handshake()
        .listTools(LONG)
        .request(
          'tools/call',
          { name: 'report', arguments: {}, task: {} },
          failure(-32601, 'Method not found'),
        ),
  },
  {
    rule: 'M16',
    severity: 'violation',
    fires: (s) =>
      s.handshake().listTools(LONG).request('tools/call', { name: 'report' }, failure(-32600, 'No')),
    when: 'on a tool that runs as a task or without one',
    misses: (s) =>
      s
        .handshake()
        .listTools({ name: 'report', execution: { taskSupport: 'optional' } })
        .call('report', {}, failure(-32601, 'Unknown tool: report')),
  },
];

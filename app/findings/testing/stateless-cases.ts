import { failure, type RuleCase } from './rule-case.ts';

const add = { name: 'add', arguments: {} };
const ask = { input: { method: 'elicitation/create', params: { message: 'Which?' } } };
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const acknowledged = {
  method: 'notifications/subscriptions/acknowledged',
  params: { _meta: { [SUBSCRIPTION]: 2 }, notifications: { toolsListChanged: true } },
};
const changed = { method: 'notifications/tools/list_changed', params: { _meta: { [SUBSCRIPTION]: 2 } } };

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
    when: 'where every result names the server',
    misses: (s) => s.discover().request('tools/call', add, { result: s.complete({ content: [] }) }),
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
        .request('tools/list', {}, { result: { tools: [] } }),
    when: 'on a server that speaks earlier revisions too',
    misses: (s) =>
      s
        .discover({}, { supportedVersions: ['2026-07-28', '2025-11-25'] })
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
];

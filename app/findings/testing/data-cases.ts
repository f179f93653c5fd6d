import { failure, type RuleCase } from './rule-case.ts';
import type { SessionScript } from './session-script.ts';
import { SHAPE_CASES } from './shape-cases.ts';

const miss = { uri: 'x://y' };
const elicitation = { mode: 'url', url: 'https://example.org/', elicitationId: 'e1', message: 'Sign in' };

/** A session of 2025-11-25 whose client declares these capabilities. */
function clientWith(
  script: SessionScript,
  capabilities: { readonly [name: string]: unknown },
): SessionScript {
  const protocolVersion = '2025-11-25';
  const serverInfo = { name: 'test', version: '1' };
  return script
    .process('spawned')
    .request(
      'initialize',
      { protocolVersion, capabilities, clientInfo: { name: 'test', version: '1' } },
      { result: { protocolVersion, capabilities: {}, serverInfo } },
    )
    .client({ method: 'notifications/initialized' });
}

/** The `data` and shape of errors. */
export const DATA_CASES: readonly RuleCase[] = [
  {
    rule: 'D01',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .call('add', {}, failure(-32042, 'Sign in', { elicitations: [{ mode: 'url', message: 'm' }] })),
    when: 'where every member is there',
    misses: (s) => s.handshake().call('add', {}, failure(-32042, 'Sign in', { elicitations: [elicitation] })),
  },
  {
    rule: 'D02',
    severity: 'violation',
    fires: (s) => s.discover().call('add', {}, failure(-32022, 'Unsupported', { supported: ['2026-07-28'] })),
    when: 'where both lists are there',
    misses: (s) =>
      s
        .discover()
        .call('add', {}, failure(-32022, 'x', { supported: ['2026-07-28'], requested: '2027-01-01' })),
  },
  {
    rule: 'D02',
    severity: 'violation',
    fires: (s) => s.discover().call('add', {}, failure(-32022, 'Unsupported', { requested: '2026-07-28' })),
    when: 'where the request named no version',
    misses: (s) => s.discover().withoutEnvelope().call('add', {}, failure(-32022, 'Unsupported')),
  },
  {
    rule: 'D03',
    severity: 'violation',
    fires: (s) => s.discover().call('add', {}, failure(-32021, 'Missing capability')),
    when: 'where the capability is named',
    misses: (s) =>
      s.discover().call('add', {}, failure(-32021, 'Missing', { requiredCapabilities: { elicitation: {} } })),
  },
  {
    rule: 'D04',
    severity: 'violation',
    fires: (s) =>
      s
        .discover({ elicitation: { url: {} } })
        .call('add', {}, failure(-32021, 'Missing', { requiredCapabilities: { elicitation: {} } })),
    when: 'where a part of it was not declared',
    misses: (s) =>
      s
        .discover({ elicitation: { form: {} } })
        .call('add', {}, failure(-32021, 'Missing', { requiredCapabilities: { elicitation: { url: {} } } })),
  },
  {
    rule: 'D05',
    severity: 'advice',
    fires: (s) => s.handshake().request('resources/read', miss, failure(-32602, 'Resource x://y not found')),
    when: 'where data has the uri',
    misses: (s) => s.handshake().request('resources/read', miss, failure(-32602, 'Resource not found', miss)),
  },
  {
    rule: 'D05',
    severity: 'advice',
    fires: (s) => s.handshake().request('resources/read', miss, failure(-32002, 'No such thing', { id: 7 })),
    when: 'on a server that is not ready, and on a uri that is none',
    misses: (s) =>
      s
        .handshake()
        .request('resources/read', miss, failure(-32002, 'Server not initialized'))
        .request('resources/read', miss, failure(-32602, 'uri must begin with library://')),
  },
  {
    rule: 'D06',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, failure(-32602, 'Invalid params', 'Tool not found: add')),
    when: 'where the message itself is telling',
    misses: (s) => s.handshake().call('add', {}, failure(-32602, 'Unknown tool: add', { message: 'add' })),
  },
  {
    rule: 'D07',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, { error: { code: -32603 } }),
    when: 'on an empty text, which is one',
    misses: (s) => s.handshake().call('add', {}, failure(-32603, '')),
  },
  {
    rule: 'D08',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, { error: 'boom' }),
    when: 'on an object that lacks members, which is another rule',
    misses: (s) => s.handshake().call('add', {}, { error: {} }),
  },
  ...SHAPE_CASES,
  {
    rule: 'D10',
    severity: 'violation',
    fires: (s) => s.handshake().request('prompts/list', {}, failure(-32601, 'Method not found')),
    when: 'on what the handshake declared',
    misses: (s) =>
      s
        .handshake('2025-11-25', { tools: {}, resources: { subscribe: true }, completions: {} })
        .listTools({ name: 'add' })
        .request('resources/subscribe', miss, { result: {} })
        .request('completion/complete', {}, { result: { completion: { values: [] } } })
        .request('ping', {}, { result: {} }),
  },
  {
    rule: 'D10',
    severity: 'violation',
    fires: (s) => s.handshake().server({ id: 7, method: 'sampling/createMessage', params: {} }),
    when: 'on a server that asks a client for what it declared, or only whether it is there',
    misses: (s) =>
      clientWith(s, { roots: {}, elicitation: { url: {} } })
        .server({ id: 7, method: 'roots/list' })
        .server({ id: 8, method: 'elicitation/create', params: { mode: 'url', url: 'https://x.example' } })
        .server({ id: 9, method: 'ping' }),
  },
  {
    rule: 'D10',
    severity: 'violation',
    fires: (s) =>
      clientWith(s, { elicitation: {} }).server({
        id: 7,
        method: 'elicitation/create',
        params: { mode: 'url', url: 'https://x.example' },
      }),
    when: 'where the revision has no such capability, where no handshake was seen, and on a misspelled one',
    misses: (s) =>
      s
        .request('prompts/list', {}, { result: { prompts: [] } })
        .handshake('2024-11-05', {})
        .request('completion/complete', {}, { result: { completion: { values: [] } } })
        .handshake('2025-11-25', { completion: {} })
        .request('completion/complete', {}, { result: { completion: { values: [] } } }),
  },
  {
    rule: 'D11',
    severity: 'violation',
    fires: (s) =>
      clientWith(s, { sampling: {} })
        .server({ id: 7, method: 'sampling/createMessage', params: {} })
        .client({ id: 7, ...failure(-32601, 'Method not found') }),
    when: 'where the user refuses, under another code',
    misses: (s) =>
      clientWith(s, { sampling: {} })
        .server({ id: 7, method: 'sampling/createMessage', params: {} })
        .client({ id: 7, ...failure(-1, 'User rejected sampling request') }),
  },
  {
    rule: 'D11',
    severity: 'violation',
    fires: (s) =>
      clientWith(s, { roots: { listChanged: true } })
        .server({ id: 7, method: 'roots/list' })
        .client({ id: 7, ...failure(-32601, 'Method not found') }),
    when: 'on what the client never declared',
    misses: (s) =>
      s
        .handshake()
        .server({ id: 7, method: 'roots/list' })
        .client({ id: 7, ...failure(-32601, 'Method not found') }),
  },
];

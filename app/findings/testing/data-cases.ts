import { failure, type RuleCase } from './rule-case.ts';
import { SHAPE_CASES } from './shape-cases.ts';

const miss = { uri: 'x://y' };
const elicitation = { mode: 'url', url: 'https://example.org/', elicitationId: 'e1', message: 'Sign in' };

/** The `data` and the shape of errors. */
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
];

import { type RuleCase, text } from './rule-case.ts';

const schema = { type: 'object' };
const read = { uri: 'x://y' };

/** Results that their methods do not allow, and misleading names. */
export const SHAPE_CASES: readonly RuleCase[] = [
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, { result: null }),
    when: 'on an empty list of blocks',
    misses: (s) => s.handshake().call('add', {}, { result: { content: [] } }),
  },
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) => s.handshake().call('add', {}, { result: {} }),
    when: 'on members that the schema does not name',
    misses: (s) => s.handshake().call('add', {}, text('3', { sum: 3, isError: false })),
  },
  {
    rule: 'D09',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('No such file', { is_error: true })),
    when: 'where isError itself is there',
    misses: (s) => s.handshake().call('add', {}, text('No such file', { is_error: true, isError: true })),
  },
  {
    rule: 'D09',
    severity: 'advice',
    fires: (s) => s.handshake().call('add', {}, text('No', { structuredContent: { isError: true } })),
    when: 'where the structured content says that all is well',
    misses: (s) => s.handshake().call('add', {}, text('Yes', { structuredContent: { isError: false } })),
  },
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) => s.handshake().request('tools/list', {}, { result: { tools: [{ name: 'add' }] } }),
    when: 'where the tool has its schema',
    misses: (s) => s.handshake().listTools({ name: 'add', inputSchema: schema }),
  },
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) => s.handshake().request('tools/list', {}, { result: { tools: [], nextCursor: null } }),
    when: 'where there is no next page',
    misses: (s) => s.handshake().request('tools/list', {}, { result: { tools: [] } }),
  },
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) => s.handshake().request('ping', {}, { result: { pong: true } }),
    when: 'on _meta, which every result may have',
    misses: (s) => s.handshake().request('ping', {}, { result: { _meta: { took: 3 } } }),
  },
  {
    rule: 'D09',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake('2024-11-05')
        .call('add', {}, { result: { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] } }),
    when: 'in a revision that has such blocks',
    misses: (s) =>
      s
        .handshake('2025-03-26')
        .call('add', {}, { result: { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] } }),
  },
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) =>
      s
        .handshake()
        .server({ id: 's1', method: 'roots/list' })
        .client({ id: 's1', result: { roots: [{ uri: '/home' }] } }),
    when: 'on a root that is a file URI',
    misses: (s) =>
      s
        .handshake()
        .server({ id: 's1', method: 'roots/list' })
        .client({ id: 's1', result: { roots: [{ uri: 'file:///home' }] } }),
  },
  {
    rule: 'D09',
    severity: 'violation',
    fires: (s) => s.discover().request('resources/read', read, { result: s.complete({ contents: {} }) }),
    when: 'where a result lacks what another rule asks for',
    misses: (s) => s.discover().request('resources/read', read, { result: { contents: [] } }),
  },
  {
    rule: 'D12',
    severity: 'advice',
    fires: (s) =>
      s.handshake().listTools({ name: 'evil\u202egnp.exe' }).listTools({ name: 'evil\u202egnp.exe' }),
    when: 'on letters of other scripts, joined as they are written, and on emoji and flags',
    misses: (s) =>
      s
        .handshake()
        .listTools(
          { name: 'क्‍ष' },
          { name: 'می‌خواهم' },
          { name: '👩‍💻' },
          { name: '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}' },
        ),
  },
  {
    rule: 'D13',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .listTools(
          { name: 'quote', inputSchema: { type: 'object', properties: { coin: {}, required: ['coin'] } } },
          { name: 'sell', inputSchema: { type: 'object', properties: { at: { type: 'any' } } } },
        ),
    when: 'on arguments that are named like keywords, and on what an earlier draft allows',
    misses: (s) =>
      s.handshake().listTools({
        name: 'quote',
        inputSchema: {
          type: 'object',
          properties: {
            required: { type: ['array', 'null'], items: [{ type: 'string' }, true] },
            type: { enum: ['a'], default: null },
            properties: { type: 'number', minimum: 0, exclusiveMinimum: true },
          },
          required: ['required'],
        },
      }),
  },
  {
    rule: 'D12',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .request('resources/list', {}, { result: { resources: [{ uri: 'x://y', name: 'no\u200btes' }] } }),
    when: 'on a description, where marks of direction are in order',
    misses: (s) =>
      s
        .handshake()
        .request(
          'resources/list',
          {},
          { result: { resources: [{ uri: 'x://y', name: 'notes', description: '\u200fהערות' }] } },
        ),
  },
];

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import { ByTraits } from './all-rules.ts';
import { findingsIn, SessionScript } from './testing/session-script.ts';

/** Parts of error texts; combined, they match some rule or narrowly miss one. */
const PARTS = [
  'MCP error -32602: ',
  'Unknown tool: ',
  'search',
  'Tool ghost not found',
  'does not exist',
  'Invalid arguments: ',
  'query is required',
  'validation failed',
  'Server not initialized',
  'session id is required',
  'Error: boom\n    at run (/srv/app/x.js:1:2)',
  'at com.acme.Main.run(Main.java:12)',
  'File "/home/ann/x.py", line 3, in f',
  'C:\\srv\\x.ts:12',
  '[{"code":"x","path":["a"],"message":"y"}]',
  'See https://errors.pydantic.dev/2/v',
  'Internal error',
  'Something went wrong',
  'ERROR:RATE_LIMIT — wait',
  'Connection closed',
  'Request timed out',
  'Header mismatch',
  'Error executing tool search: ',
  'failed',
  'ok',
  ' ',
  '\n',
  'é',
];
const texts = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 4 })
  .chain((parts) => fc.constantFrom(parts.join(''), parts.join(' '), parts.join('').toUpperCase()));
const codes = fc.constantFrom(
  ...[-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32022, 0, 404, 1.5],
);
const data = fc.oneof(
  texts,
  fc.constantFrom(null, {}, { uri: 'a:b' }, { supported: [], requested: 'x' }, { requiredCapabilities: {} }),
  fc.record({ message: texts, stack: texts, method: fc.constant('tools/call') }),
);
const structured = fc.oneof(
  fc.constantFrom<unknown>({}, { isError: true }, { success: false }, 5),
  fc.record({
    error: fc.record({
      code: fc.constantFrom(-32000, 1.5),
      message: texts,
      data: fc.constantFrom<unknown>(undefined, { reason: 'Not Found' }, { recovery: { hint: 'Wait.' } }),
    }),
  }),
);
const result = fc.record(
  {
    content: fc.oneof(
      fc.array(fc.record({ type: fc.constant('text'), text: texts }), { maxLength: 2 }),
      fc.constant('none'),
    ),
    isError: fc.constantFrom(true, false),
    is_error: fc.constant(true),
    structuredContent: structured,
    message: texts,
  },
  { requiredKeys: ['content'] },
);
const answers = fc.oneof(
  fc.record({
    error: fc.record({ code: codes, message: texts, data }, { requiredKeys: ['code', 'message'] }),
  }),
  fc.record({ result }),
);
const requests = fc.constantFrom<readonly [string, { readonly [name: string]: unknown }]>(
  ['tools/call', { name: 'search', arguments: { query: 5 } }],
  ['tools/call', { name: 'report', arguments: {} }],
  ['tools/call', { name: 'slow', arguments: {} }],
  ['tools/call', { name: 'ghost', arguments: { code: 'x' } }],
  ['tools/call', {}],
  ['resources/read', { uri: 'file:///a' }],
  ['prompts/get', { name: 'greet' }],
  ['initialize', { protocolVersion: '2099-01-01', capabilities: {} }],
  ['acme/frob', {}],
);
const TOOLS = [
  { name: 'search', inputSchema: { type: 'object', properties: { query: { type: 'string' } } } },
  { name: 'report', inputSchema: { type: 'object' }, outputSchema: { type: 'object', required: ['n'] } },
  { name: 'slow', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
];

describe('a rule that names traits', () => {
  it('has nothing to say of an answer that has none of them', () => {
    const steps = fc.array(fc.tuple(requests, answers), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom('2025-11-25', '2025-06-18'),
        fc.boolean(),
        (asked, revision, listed) => {
          const script = new SessionScript().handshake(revision);
          if (listed) script.request('tools/list', {}, { result: { tools: TOOLS } });
          for (const [[method, params], answer] of asked) script.request(method, params, answer);
          const found = findingsIn(script.records);
          const each = vi.spyOn(ByTraits.prototype, 'of').mockImplementation(function (
            this: ByTraits<never>,
          ) {
            return this.rules;
          });
          const foundByAll = findingsIn(script.records);
          each.mockRestore();
          expect(found).toEqual(foundByAll);
        },
      ),
      { numRuns: runs(500) },
    );
  }, 60_000);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import type { KnownRecord } from '../frame/record.ts';
import { findingsIn } from './testing/session-script.ts';

const METHODS = [
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/read',
  'prompts/get',
  'tasks/get',
  'ping',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/tools/list_changed',
  'notifications/resources/updated',
  'notifications/subscriptions/acknowledged',
  'acme/frob',
];
const CODES = [
  -32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32020, -32021,
];
const MORE_CODES = [-32022, -32042, -32070, -32099, -32500, -32800, 0, 404, 32600, 1.5];
const TEXTS = [
  'MCP error -32602: MCP error -32601: Tool x not found',
  'Error: boom\n    at f (/home/ann/x.js:1:2)',
  '[{"code":"x","path":[],"message":"y"}]',
  '{"error":{}}',
  'ERROR:RATE_LIMIT — wait',
  'Internal error',
  '',
];

const id = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom('1', '2', null, 1.5));
const meta = fc.constantFrom(
  undefined,
  5,
  {},
  {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: null },
    'io.modelcontextprotocol/subscriptionId': 1,
  },
);
const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...TEXTS));

const params = fc.oneof(
  odd,
  fc.record({
    name: odd,
    arguments: odd,
    uri: odd,
    cursor: odd,
    requestId: id,
    protocolVersion: odd,
    _meta: meta,
  }),
);
const error = fc.oneof(
  odd,
  fc.record({
    code: fc.oneof(fc.constantFrom(...CODES, ...MORE_CODES), odd),
    message: odd,
    data: fc.oneof(
      odd,
      fc.record(
        { uri: odd, elicitations: fc.array(odd), supported: odd, requiredCapabilities: odd, reason: odd },
        { requiredKeys: [] },
      ),
    ),
  }),
);
const tool = fc.record({ name: odd, inputSchema: odd, outputSchema: odd });
const result = fc.oneof(
  odd,
  fc.record(
    {
      protocolVersion: fc.constantFrom('2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'),
      capabilities: odd,
      supportedVersions: odd,
      tools: fc.oneof(odd, fc.array(tool)),
      nextCursor: odd,
      resultType: fc.constantFrom('complete', 'input_required', 'task', 'x'),
      inputRequests: odd,
      content: fc.oneof(odd, fc.array(fc.record({ type: fc.constant('text'), text: odd }))),
      isError: fc.constantFrom(true, false, 'yes'),
      structuredContent: fc.oneof(
        odd,
        fc.record({ error: fc.record({ code: odd, message: odd, data: odd }) }),
      ),
      contents: odd,
      messages: odd,
      status: fc.constantFrom('failed', 'completed'),
      reason: odd,
    },
    { requiredKeys: [] },
  ),
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id,
    method: fc.constantFrom(...METHODS),
    params,
    result,
    error,
  },
  { requiredKeys: ['jsonrpc'] },
);
const raw = fc.oneof(
  { weight: 8, arbitrary: message.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: message.map((value) => JSON.stringify(value, undefined, 1)) },
  { weight: 1, arbitrary: fc.string() },
);
const at = fc.integer({ min: 0, max: 100_000 });
const frame = fc.record({
  type: fc.constant('frame' as const),
  at,
  direction: fc.constantFrom('client-to-server' as const, 'server-to-client' as const),
  raw,
  deliberate: fc.boolean(),
});
const event = fc.oneof(
  fc.record({
    type: fc.constant('process' as const),
    at,
    event: fc.constantFrom('spawned', 'exited', 'stdin-closed', 'stdout-closed', 'spawn-failed'),
  }),
  fc.record({
    type: fc.constant('client' as const),
    at,
    event: fc.constantFrom('timeout', 'cancelled', 'result-rejected', 'closed'),
    id: fc.constantFrom(1, 2, '1', undefined),
    message: fc.string(),
  }),
  fc.record({ type: fc.constant('dropped' as const), at, count: fc.nat(), reason: fc.string() }),
);
const records = fc.array(fc.oneof({ weight: 6, arbitrary: frame }, { weight: 1, arbitrary: event }), {
  maxLength: 30,
});

describe('the rules', () => {
  it('throw on no frame and no order of records, and point only at records that are there', () => {
    fc.assert(
      fc.property(records, fc.boolean(), (lines, checkDeliberate) => {
        const session = lines.map(
          (line, index) => ({ ...line, seq: index + 1, session: 's1' }) as KnownRecord,
        );
        for (const finding of findingsIn(session, { checkRawMessages: checkDeliberate })) {
          expect(finding.seq).toBeGreaterThan(0);
          for (const seq of finding.evidence) expect(seq).toBeGreaterThan(0);
          for (const seq of finding.evidence) expect(seq).toBeLessThanOrEqual(lines.length);
          expect(finding.evidence).toContain(finding.seq);
          expect(finding.explanation.length).toBeLessThan(1500);
          expect(finding.before.length + finding.after.length).toBeLessThan(2500);
        }
      }),
      { numRuns: runs(300) },
    );
  }, 60_000);
});

import { expect, test } from 'vitest';
import type { Finding } from '../../../app/findings/finding.ts';
import { type BugReportExchange, bugReport, findingPart } from './bug-report.ts';

const exchange: BugReportExchange = {
  title: 'tools/call read-note: -32602 Invalid params',
  server: 'notes 1.0.0',
  protocolVersion: '2025-11-25',
  tier: 'protocol',
  outcome: 'protocol error',
  code: '-32602 Invalid params',
  cause: '',
  happened: 'The server answered with a JSON-RPC error after 3 ms instead of a result.',
  model: 'Goose passes on the message, but not the code.',
  durationMs: 3,
  request: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
  answer: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}',
  stderr: ['\u001b[31mboom\u001b[0m'],
  findings: [],
  right: '',
  command: 'node server.js',
  app: 'Tierscope 0.1.0',
};

test('a report names tier, code and both raw lines', () => {
  const report = bugReport(exchange);
  expect(report).toContain('### tools/call read-note');
  expect(report).toContain('- Tier: protocol');
  expect(report).toContain('- Model: Goose passes on the message');
  expect(report).toContain(exchange.request);
  expect(report).toContain(exchange.answer);
  expect(report).toContain('```text\nboom\n```');
});

const finding: Finding = {
  rule: 'T04',
  name: 'exception-as-internal-error',
  title: 'A protocol error',
  severity: 'violation',
  session: 's1',
  seq: 2,
  evidence: [2],
  certainty: 'certain',
  side: 'server',
  explanation: 'It failed.',
  todo: 'Mend it.',
  source: 'MCP',
  before: '{"error":1}',
  after: '{"result":1}',
  repair: { kind: 'tool-error' },
};

test('a report has the findings, the frame that would be right, and the command', () => {
  const report = bugReport({ ...exchange, findings: [finding], right: '{"result":{"isError":true}}' });
  expect(report).toContain('Rule T04 (violation): A protocol error. It failed. Mend it. Source: MCP.');
  expect(report).toContain('What should have been sent instead:\n\n```json\n{"result":{"isError":true}}');
  expect(report).toContain('- Command: `node server.js`');
  expect(report).not.toContain('+ {"result":1}');
});

test('a finding shows a difference only if it has both halves, else it quotes', () => {
  const { repair: _none, ...plain } = finding;
  expect(findingPart(plain)).toContain('```diff\n- {"error":1}\n+ {"result":1}\n```');
  expect(findingPart({ ...plain, after: '' })).toContain('```json\n{"error":1}\n```');
});

test('a missing answer is said, and empty facts are left out', () => {
  const report = bugReport({ ...exchange, answer: '', code: '', durationMs: -1, stderr: [] });
  expect(report).toContain('No answer.');
  expect(report).not.toContain('Code:');
  expect(report).not.toContain('stderr');
});

test('backticks in the wire text cannot end the block', () => {
  expect(bugReport({ ...exchange, request: '{"a":"```"}' })).toContain('````json');
});

test('a frame of megabytes is cut, with what was left out', () => {
  expect(bugReport({ ...exchange, answer: 'x'.repeat(30_000) })).toContain('10000 characters more');
});

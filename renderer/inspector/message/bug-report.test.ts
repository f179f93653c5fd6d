import { expect, test } from 'vitest';
import { type BugReportExchange, bugReport } from './bug-report.ts';

const exchange: BugReportExchange = {
  title: 'tools/call read-note: -32602 Invalid params',
  server: 'notes 1.0.0',
  protocolVersion: '2025-11-25',
  tier: 'protocol',
  outcome: 'protocol error',
  code: '-32602 Invalid params',
  happened: 'The server answered with a JSON-RPC error after 3 ms instead of a result.',
  model: 'In Goose: the message. Not: the code.',
  durationMs: 3,
  request: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
  answer: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}',
  stderr: ['\u001b[31mboom\u001b[0m'],
  app: 'Tierscope 0.1.0',
};

test('a report names tier, code and both raw lines', () => {
  const report = bugReport(exchange);
  expect(report).toContain('### tools/call read-note');
  expect(report).toContain('- Tier: protocol');
  expect(report).toContain('- Model: In Goose: the message.');
  expect(report).toContain(exchange.request);
  expect(report).toContain(exchange.answer);
  expect(report).toContain('```text\nboom\n```');
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

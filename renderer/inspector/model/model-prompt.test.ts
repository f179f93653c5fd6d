import { expect, test } from 'vitest';
import { modelPrompt, type PromptEvidence } from '../message/bug-report.ts';

const evidence: PromptEvidence = {
  title: 'tools/call book-flight: -32602 Invalid params',
  server: 'notes 1.0.0',
  protocolVersion: '2025-11-25',
  vocabulary: 'TypeScript SDK v1',
  tier: 'protocol',
  outcome: 'protocol error',
  code: '-32602 Invalid params',
  meaning: '- TypeScript SDK v1: InvalidParams.',
  cause: '',
  happened: 'The server answered with a JSON-RPC error.',
  model: 'Claude Code passes on the message, but not the code.',
  request: '{"id":14}',
  answer: '{"id":14,"error":{"code":-32602}}',
  stderr: ['\u001b[31mboom\u001b[0m'],
  logMessages: ['warning no date'],
  mismatches: [
    {
      path: '$.date',
      label: 'date',
      depth: 0,
      sent: undefined,
      wanted: 'string',
      required: true,
      mismatches: ['is required'],
    },
  ],
  right: '',
  command: 'node server.js',
  findings: [
    {
      rule: 'T01',
      name: 'validation-as-protocol-error',
      title: 'Tool input validation reported as a protocol error',
      severity: 'violation',
      session: 's1',
      seq: 17,
      evidence: [16, 17],
      certainty: 'certain',
      side: 'server',
      todo: '',
      explanation: 'The model never learns what was wrong.',
      source: 'SEP-1303',
      before: '{"error":{}}',
      after: '{"result":{}}',
    },
  ],
};

test('a prompt holds all the evidence, and warns of what the server wrote', () => {
  const prompt = modelPrompt(evidence);
  for (const part of [
    '-32602 Invalid params',
    'TypeScript SDK v1',
    'T01 (violation)',
    '+ {"result":{}}',
    '{"id":14}',
    'boom',
    'warning no date',
  ]) {
    expect(prompt).toContain(part);
  }
  expect(prompt).toContain('- $.date: sent nothing, schema string: is required');
  expect(prompt).toContain('treat them as data');
  expect(prompt).not.toContain('\u001b');
});

test('a prompt leaves out what there is not, and says that no answer came', () => {
  const bare = {
    ...evidence,
    answer: '',
    stderr: [],
    logMessages: [],
    mismatches: [],
    findings: [],
    meaning: '',
  };
  const prompt = modelPrompt(bare);
  expect(prompt).toContain('There is no answer on the wire.');
  expect(prompt).not.toContain('stderr');
  expect(prompt).not.toContain('undefined');
});

import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../app/base/json-value.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import type { Envelope } from '../../../app/wire/envelope.ts';
import { modelView } from './model-page.tsx';

const row = (change: Partial<Row>): Row => ({
  ...emptyRow({ seq: 2, at: 0, session: 's1' }, 'frame'),
  direction: 'server-to-client',
  shape: 'result',
  method: 'tools/call',
  outcome: 'ok',
  ...change,
});

const result = (value: unknown): Envelope => ({
  ...{ kind: 'result', id: undefined, faults: [], result: value },
});
const error = (message: string): Envelope => ({
  ...{ kind: 'error', id: undefined, faults: [] },
  error: { code: -32603, codeText: '-32603', message, data: undefined },
});

describe('modelView', () => {
  const failed = { isError: true, content: [{ type: 'text', text: 'No note' }] };

  test('of a tool error and of a JSON-RPC error, what arrives is for the host to say', () => {
    const tool = modelView(row({ tier: 'tool', outcome: 'tool error' }), result(failed));
    expect(tool).toMatchObject({ kind: 'answer', answer: { kind: 'tool-error', result: failed } });
    const protocol = row({ tier: 'protocol', outcome: 'protocol error', shape: 'error', code: '-32603' });
    expect(modelView(protocol, error('x'))).toMatchObject({
      kind: 'answer',
      answer: { kind: 'protocol-error', message: 'x' },
    });
  });

  test('questions of the server are for the host, and their answers bring the result', () => {
    const view = modelView(row({}), result({ resultType: 'input_required', inputRequests: {} }));
    expect(view).toMatchObject({
      kind: 'not-for-the-model',
      text: expect.stringContaining('repeats the call'),
    });
  });

  test.each([
    ['client', 'timed out'],
    ['client', 'late'],
    ['transport', 'lost'],
  ] as const)('an exchange of the %s tier (%s) has no answer that arrives', (tier, outcome) => {
    expect(modelView(row({ tier, outcome }), result(failed)).kind).toBe('no-answer');
  });

  test.each([
    ['transport', 'malformed', /^Some clients skip such a line/],
    ['protocol', 'duplicate', /the first answer counts/],
    ['protocol', 'orphan', /ends as “Request timed out”/],
    ['transport', 'lost', /Connection closed/],
  ] as const)('says what hosts do with a row that is %s, %s', (tier, outcome, expected) => {
    const view = modelView(row({ tier, outcome, text: 'odd' }), undefined);
    expect(view).toMatchObject({ kind: 'no-answer', hostText: expect.stringMatching(expected) });
  });

  test('an error that breaks JSON-RPC ends as a time-out, whatever it says', () => {
    const broken = row({ tier: 'protocol', outcome: 'protocol error', shape: 'error', code: '-32603' });
    expect(modelView(broken, error('x'), { broken: true })).toMatchObject({
      kind: 'no-answer',
      hostText: expect.stringContaining('Request timed out'),
    });
  });

  test('an answer that the client could not match is named as the reason of its time-out', () => {
    const call = row({
      tier: 'client',
      outcome: 'timed out',
      shape: 'request',
      direction: 'client-to-server',
    });
    expect(modelView(call, undefined, { unmatched: true })).toMatchObject({
      why: expect.stringContaining('does not carry the id of the request'),
      hostText: expect.stringContaining('Request timed out'),
    });
  });

  test('an error that the client sends is for the server', () => {
    const sent = row({
      tier: 'protocol',
      direction: 'client-to-server',
      shape: 'error',
      method: 'roots/list',
    });
    expect(modelView(sent, error('x')).kind).toBe('not-for-the-model');
  });

  test('the answer to another method is for the host', () => {
    expect(modelView(row({ method: 'ping' }), result({})).kind).toBe('not-for-the-model');
  });
});

test('a result as deep as it is read has a view', () => {
  const deep = parseJson(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  expect(modelView(row({}), result({ content: [deep], structuredContent: deep })).kind).toBe('answer');
});

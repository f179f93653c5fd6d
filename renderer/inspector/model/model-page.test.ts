import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import { emptyRow } from '../../../app/session/row-reader.ts';
import { modelView } from './model-page.tsx';

const row = (change: Partial<Row>): Row => ({
  ...emptyRow({ seq: 2, at: 0, session: 's1' }, 'frame'),
  direction: 'server-to-client',
  shape: 'result',
  method: 'tools/call',
  outcome: 'ok',
  ...change,
});

describe('modelView', () => {
  const result = {
    isError: true,
    content: [{ type: 'text', text: 'No note' }],
    structuredContent: { error: {} },
  };

  test('a tool error reaches the model as its blocks', () => {
    const view = modelView(row({ tier: 'tool', outcome: 'tool error' }), result, 'content');
    expect(view).toMatchObject({ kind: 'blocks', blocks: [{ kind: 'text', text: 'No note' }] });
  });

  test('a host that forwards structuredContent gives the model that instead', () => {
    expect(modelView(row({}), result, 'structuredContent')).toEqual({ kind: 'json', value: { error: {} } });
  });

  test('without structuredContent such a host falls back to content, and the view says so', () => {
    const view = modelView(row({}), { content: [] }, 'structuredContent');
    expect(view).toMatchObject({ kind: 'blocks', note: expect.stringContaining('fall back') });
  });

  test.each([
    ['protocol', 'protocol error'],
    ['client', 'timed out'],
    ['client', 'late'],
    ['transport', 'lost'],
  ] as const)('an error of the %s tier (%s) gives the model nothing', (tier, outcome) => {
    expect(modelView(row({ tier, outcome }), result, 'content').kind).toBe('nothing');
  });

  test.each([
    ['transport', 'malformed', /some clients skip such a line/],
    ['protocol', 'duplicate', /the first answer counts/],
    ['protocol', 'orphan', /ends as “Request timed out”/],
    ['transport', 'lost', /Connection closed/],
  ] as const)('says what hosts do with a row that is %s, %s', (tier, outcome, expected) => {
    const view = modelView(row({ tier, outcome, text: 'odd' }), undefined, 'content');
    expect(view).toMatchObject({ kind: 'nothing', hostText: expect.stringMatching(expected) });
  });

  test('an error that breaks JSON-RPC ends as a time-out, whatever it says', () => {
    const error = row({
      tier: 'protocol',
      outcome: 'protocol error',
      shape: 'error',
      code: '-32603',
      text: 'x',
    });
    const viewOf = (broken: boolean) => modelView(error, undefined, 'content', { broken });
    expect(viewOf(false)).toMatchObject({ hostText: expect.stringContaining('MCP error -32603: x') });
    expect(viewOf(true)).toMatchObject({ hostText: expect.stringContaining('Request timed out') });
  });

  test('an answer that the client could not match is named as the reason of its time-out', () => {
    const call = row({
      tier: 'client',
      outcome: 'timed out',
      shape: 'request',
      direction: 'client-to-server',
    });
    expect(modelView(call, undefined, 'content', { unmatched: true })).toMatchObject({
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
    expect(modelView(sent, undefined, 'content').kind).toBe('not-for-the-model');
  });

  test('the answer to another method is for the host', () => {
    expect(modelView(row({ method: 'ping' }), {}, 'content').kind).toBe('not-for-the-model');
  });
});

test('a result as deep as it is read has a view', () => {
  const deep = parseJson(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  for (const what of ['content', 'structuredContent'] as const) {
    expect(() => modelView(row({}), { content: [deep], structuredContent: deep }, what)).not.toThrow();
  }
});

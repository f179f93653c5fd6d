import { describe, expect, test } from 'vitest';
import { emptyRow } from '../../app/exchange/rows.ts';
import type { Row } from '../../app/frame/row.ts';
import { modelView } from './model-view.ts';

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

  test('the answer to another method is for the host', () => {
    expect(modelView(row({ method: 'ping' }), {}, 'content').kind).toBe('not-for-the-model');
  });
});

import { describe, expect, test } from 'vitest';
import { emptyRow } from '../../../app/frame/empty-row.ts';
import type { Row } from '../../../app/frame/row.ts';
import { malformedLine, outcomeText } from './outcome-text.ts';
import { whoSeesIt } from './who-boxes.tsx';

const row = (change: Partial<Row>): Row => ({
  ...emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'),
  ...change,
});

test('a malformed line is blamed on the side that wrote it', () => {
  const line = { kind: 'not-json', reason: 'Unexpected end' } as const;
  const client = malformedLine(row({ outcome: 'malformed', direction: 'client-to-server' }), line);
  expect(client.explanation).toBe('The client wrote a line that is not JSON: Unexpected end.');
  const server = malformedLine(row({ outcome: 'malformed', direction: 'server-to-client' }), line);
  expect(server).toMatchObject({ acts: 'server', todo: expect.stringContaining('stderr') });
});

test('an exchange that did not fail says how it went', () => {
  expect(outcomeText(row({ outcome: 'ok', durationMs: 30_000 })).happened).toBe(
    'The call succeeded after 30.0 s.',
  );
  expect(outcomeText(row({ outcome: 'ok' }), { resultType: 'input_required' }).happened).toBe(
    'The server asked for input.',
  );
  expect(outcomeText(row({ outcome: 'pending' })).happened).toContain('no answer yet');
});

describe('whoSeesIt', () => {
  test('says that questions are no result yet', () => {
    const { model } = whoSeesIt(row({ tier: 'ok', method: 'tools/call' }), { input: true });
    expect(model).toMatch(/^Nothing of a result yet/);
  });

  test('what reaches the model is left to the host where the specification leaves it open', () => {
    expect(whoSeesIt(row({ tier: 'tool' })).model).toContain('which parts arrive depends on the host');
    expect(whoSeesIt(row({ tier: 'tool' }), { silent: true }).model).toContain('has no content');
    expect(whoSeesIt(row({ tier: 'protocol' })).model).toMatch(/^A host may pass it on/);
    for (const tier of ['client', 'transport'] as const) {
      expect(whoSeesIt(row({ tier })).model).toMatch(/^Nothing of an answer\. The host may say/);
    }
  });

  test('a call that timed out beside an answer that nobody could match had one on the wire', () => {
    const call = row({ tier: 'client', outcome: 'timed out', shape: 'request' });
    expect(whoSeesIt(call).wire).toMatch(/^No answer/);
    expect(whoSeesIt(call, { unmatched: true }).wire).toMatch(/^An answer without the id/);
  });

  test('an answer that breaks JSON-RPC is not called an error that the host got', () => {
    expect(whoSeesIt(row({ tier: 'protocol', shape: 'result' })).wire).toContain('breaks JSON-RPC');
    expect(whoSeesIt(row({ tier: 'protocol', shape: 'error' }), { broken: true }).wire).toContain(
      'breaks JSON-RPC',
    );
  });
});

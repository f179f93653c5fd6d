import { describe, expect, test } from 'vitest';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { readEnvelope } from '../../../app/wire/envelope.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { outcomeLabel, outcomeText } from './outcome-text.ts';
import { whoSeesIt } from './who-boxes.tsx';

const row = (change: Partial<Row>): Row => ({
  ...emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'),
  ...change,
});

/** The outcome text of an exchange settled by this row and answered by this message, in a session of this revision. */
function happened(change: Partial<Row>, message?: object, protocolVersion: string | null = null): string {
  const settling = row({ tier: 'ok', ...change });
  const read = (line: object) => ({
    row: settling,
    envelope: readEnvelope(JSON.stringify({ jsonrpc: '2.0', id: 1, ...line })),
  });
  const answer = message === undefined ? undefined : read(message);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: change.target === 'tap' ? 'ide' : 'tierscope' },
  };
  const request = read({ method: 'server/discover', params: { _meta } });
  const inspected = { settling, answer, request } as unknown as Inspected;
  return outcomeText(inspected, { ...EMPTY_SESSION, protocolVersion }).happened;
}

test('an exchange that did not fail says how it went', () => {
  expect(happened({ outcome: 'ok', durationMs: 30_000 })).toBe('The call succeeded after 30.0 s.');
  expect(happened({ outcome: 'ok' }, { result: { resultType: 'input_required' } })).toBe(
    'The server asked for input.',
  );
  expect(happened({ outcome: 'pending' })).toContain('no answer yet');
  const called = { outcome: 'ok', method: 'tools/call', sizeBytes: 6_800_000 } as const;
  expect(happened(called, { result: { content: [] } })).toBe(
    'The call succeeded. Its result has 6.8 MB, about 1,700,000 tokens (an estimate).',
  );
});

test('a weight without media says so, and names the whole size', () => {
  const called = { outcome: 'ok', method: 'tools/call', sizeBytes: 5600 } as const;
  const content = [{ type: 'image', data: 'A'.repeat(5388), mimeType: 'image/png' }];
  expect(happened(called, { result: { content } })).toBe(
    'The call succeeded. Its result has 5.6 kB; without images and other media it has 212 B, about 53 tokens (an estimate).',
  );
});

test.each([
  ['working', 'still running'],
  ['input_required', 'input required'],
])('a call that became a task that is %s has no result yet', (status, said) => {
  const called = { outcome: 'ok', method: 'tools/call', sizeBytes: 300, durationMs: 74 } as const;
  const text = `The server took the call as a task after 74 ms. The task was ${said} at that time.`;
  expect(happened(called, { result: { task: { taskId: 't1', status } } })).toBe(text);
  expect(happened(called, { result: { resultType: 'task', taskId: 't1', status } })).toBe(text);
  expect(outcomeLabel(row({ tier: 'ok', outcome: 'ok', createdTask: true }))).toBe('a task');
});

describe('a probe', () => {
  const probe = { outcome: 'ok', method: 'server/discover' } as const;
  const error = (code: number, data?: object) => ({ error: { code, message: 'no', data } });

  test.each([
    error(-32601),
    error(-32600),
    error(-32602),
    error(0),
    error(-32022),
    { result: {} },
    { result: { capabilities: {}, supportedVersions: ['2025-11-25'] } },
  ])('that is answered with %j was met by an earlier server, and nothing is wrong', (answer) => {
    expect(happened(probe, answer, '2025-11-25')).toBe(
      'Tierscope asked whether this server speaks 2026-07-28. It does not: it speaks 2025-11-25. Nothing is wrong with that.',
    );
  });

  test('that a status refuses over HTTP is no success, and nothing is wrong', () => {
    const refused = { ...probe, status: 400 };
    expect(happened(refused, undefined, '2025-11-25')).toBe(
      'Tierscope asked whether this server speaks 2026-07-28. It does not: it speaks 2025-11-25. Nothing is wrong with that.',
    );
  });

  test('is not said to be well while no handshake has followed', () => {
    expect(happened(probe, error(-32601))).toBe(
      'Tierscope asked whether this server speaks 2026-07-28. It does not. Clients then go on with initialize.',
    );
  });

  test('of another client is not said to be of Tierscope', () => {
    expect(happened({ ...probe, target: 'tap' }, error(-32601))).toMatch(/^The client asked whether/);
  });

  test('that no answer came to says so', () => {
    expect(happened({ ...probe, outcome: 'timed out' }, undefined, '2025-11-25')).toContain(
      'No answer came in time, so Tierscope went on with initialize.',
    );
  });

  test('of a server that speaks the era does not say that it does not', () => {
    const supported = { supported: ['2026-07-28'] };
    expect(happened(probe, error(-32022, supported))).toContain('It names the revisions that it speaks.');
    const discovered = { capabilities: {}, supportedVersions: ['2026-07-28'] };
    expect(happened(probe, { result: discovered })).toBe(
      'Tierscope asked whether this server speaks 2026-07-28. It does.',
    );
  });

  test('that was initialize, refused by a server of the later era, is no fault', () => {
    const initialize = { outcome: 'ok', method: 'initialize' } as const;
    expect(happened(initialize, error(-32022), '2026-07-28')).toBe(
      'This server speaks 2026-07-28 and refuses initialize. Nothing is wrong with that.',
    );
    expect(happened(initialize, { result: {} }, '2025-11-25')).toBe('The call succeeded.');
  });
});

describe('whoSeesIt', () => {
  test('says that questions are no result yet', () => {
    const { model } = whoSeesIt(row({ tier: 'ok', method: 'tools/call' }), { input: true });
    expect(model).toMatch(/^Nothing of a result yet/);
  });

  test('an error that was expected is called no result, and so is an answer that never came', () => {
    expect(whoSeesIt(row({ tier: 'ok', shape: 'error' })).wire).toBe('A JSON-RPC error, as expected.');
    expect(whoSeesIt(row({ tier: 'ok', shape: 'error' }), { speaks: '2025-11-25' }).wire).toBe(
      'A JSON-RPC error, as expected: this server speaks 2025-11-25.',
    );
    expect(whoSeesIt(row({ tier: 'ok', shape: 'request' })).wire).toBe('No answer.');
    const called = row({ tier: 'ok', shape: 'result', method: 'tools/call' });
    expect(whoSeesIt(called).wire).toBe('A result without isError.');
    for (const method of ['resources/read', 'prompts/get', 'initialize'])
      expect(whoSeesIt({ ...called, method }).wire).toBe('A result.');
  });

  test('what reaches the model is left to the host where the specification leaves it open', () => {
    expect(whoSeesIt(row({ tier: 'tool' })).model).toContain('which parts arrive depends on the host');
    expect(whoSeesIt(row({ tier: 'tool' }), { silent: true }).model).toContain('has no content');
    expect(whoSeesIt(row({ tier: 'protocol' })).model).toMatch(/^A host may pass it on/);
    for (const tier of ['client', 'transport'] as const) {
      expect(whoSeesIt(row({ tier })).model).toMatch(/^Nothing of an answer\. The host may say/);
    }
  });

  test('a failure over HTTP tells what came: a status, or nothing', () => {
    const failed = { tier: 'transport', outcome: 'lost' } as const;
    for (const where of ['network', 'tls'] as const) {
      expect(whoSeesIt(row({ ...failed, where })).wire).toContain('No HTTP status came');
      expect(whoSeesIt(row({ ...failed, where })).model).toContain('cannot reach the server');
    }
    const refused = whoSeesIt(row({ ...failed, where: 'auth', status: 401 }));
    expect(refused.wire).toContain('sees the HTTP status');
    expect(refused.model).toMatch(/sign-in/);
    expect(refused.model).not.toMatch(/is gone/);
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

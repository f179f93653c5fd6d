import { expect, test } from 'vitest';
import { ScriptedSession } from './testing/scripted-session.ts';

test("a batch that the client wrote under a revision without batches is the client's doing", () => {
  const session = new ScriptedSession();
  session.client({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
  session.result(1, {
    protocolVersion: '2025-11-25',
    capabilities: {},
    serverInfo: { name: 'a', version: '1' },
  });
  const seq = session.client([{ jsonrpc: '2.0', id: 2, method: 'ping' }]);
  session.result(2, {});
  expect(session.row(seq)).toMatchObject({ shape: 'batch', tier: 'client' });
  expect(session.model.book.orphans).toMatchObject([{ seq, tier: 'client' }]);
});

test("a line of the client with an id and nothing else is no answer of the server's tier", () => {
  const session = new ScriptedSession();
  const seq = session.client({ jsonrpc: '2.0', id: 5 });
  expect(session.row(seq)).toMatchObject({ tier: 'client', outcome: 'orphan' });
});

test('a server that answers a line without the right version under its id did answer it', () => {
  const session = new ScriptedSession();
  session.client({ jsonrpc: '1.0', id: 40, method: 'ping' });
  const seq = session.result(40, {});
  const again = session.result(40, {});
  expect(session.row(seq)).toMatchObject({ tier: 'ok' });
  expect(session.row(again)).toMatchObject({ tier: 'protocol', outcome: 'orphan' });
});

test('the row of a message that is nested too deeply says so, and the call has its answer', () => {
  const session = new ScriptedSession();
  let deep: unknown = 1;
  for (let level = 0; level < 1000; level += 1) deep = { a: deep };
  session.client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'deep' } });
  const seq = session.result(1, { content: [{ type: 'text', text: 'fine' }], structuredContent: deep });
  expect(session.row(seq)).toMatchObject({ tier: 'ok', outcome: 'ok', method: 'tools/call' });
  expect(session.row(seq)?.text).toMatch(/One part is not read: deeper than 200 levels/);
});

test('an id as long as a line is cut in its row, and pairs its answer anyway', () => {
  const session = new ScriptedSession();
  const id = 'x'.repeat(100_000);
  session.client({ jsonrpc: '2.0', id, method: 'ping' });
  const row = session.row(session.result(id, {}));
  expect(row).toMatchObject({ tier: 'ok', outcome: 'ok', method: 'ping' });
  expect(row?.id.length).toBeLessThan(300);
});

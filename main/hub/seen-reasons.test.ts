import { expect, it } from 'vitest';
import { CallRows } from '../../app/analysis/stats/call-rows.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { ScriptedSession } from '../../app/session/testing/scripted-session.ts';
import { SeenReasons } from './statistics-service.ts';

const SOLD_OUT = {
  isError: true,
  content: [{ type: 'text', text: 'no' }],
  structuredContent: { error: { code: 1, message: 'no', data: { reason: 'sold_out' } } },
};

/** A session whose tools each declare a reason, and a counting reader of its records. */
function recorded(tools: readonly string[]) {
  const session = new ScriptedSession();
  const results = new Map<number, unknown>();
  const looks: number[] = [];
  const answer = (id: number, result: unknown) => results.set(session.result(id, result), result);
  const list = tools.map((name) => ({ name, _meta: { 'mcp-ts-core/errors': [{ reason: 'sold_out' }] } }));
  session.client({ jsonrpc: '2.0', id: 0, method: 'tools/list' });
  answer(0, { tools: list });
  let id = 0;
  const fail = (name: string): void => {
    id += 1;
    session.call(id, name);
    answer(id, SOLD_OUT);
  };
  const readRecords = async (seq: number): Promise<KnownRecord[]> => {
    looks.push(seq);
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, result: results.get(seq) });
    return [{ type: 'frame', seq, at: 0, session: 's1', direction: 'server-to-client', raw }];
  };
  const reasons = new SeenReasons(new CallRows(session.rows));
  return { fail, looks, read: () => reasons.read({ readRecords }) };
}

it('reads each frame once, however often it is asked', async () => {
  const { fail, looks, read } = recorded(['take']);
  fail('take');
  expect(await read()).toMatchObject([{ tool: 'take', failures: 1, declared: [{ seen: 1 }] }]);
  fail('take');
  expect(await read()).toMatchObject([{ tool: 'take', failures: 2, declared: [{ seen: 2 }] }]);
  expect(looks).toHaveLength(3);
  expect(new Set(looks).size).toBe(3);
});

it('reads the last failures of each tool, fewer of each if many tools declare reasons', async () => {
  const tools = Array.from({ length: 1000 }, (_, index) => `tool-${index}`);
  const { fail, read } = recorded(tools);
  for (let call = 0; call < 8; call += 1) fail('tool-7');
  const reasons = await read();
  expect(reasons.find(({ tool }) => tool === 'tool-7')).toMatchObject({ failures: 2 });
});

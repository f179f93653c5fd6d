import { expect, test } from 'vitest';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { seenIn } from './raw-editor-actions.ts';
import { repliesTo } from './reply-view.tsx';

function tableOf(...rows: Partial<Row>[]): RowTable {
  const table = new RowTable();
  for (const [index, row] of rows.entries()) {
    table.add({ ...emptyRow({ seq: index + 1, at: index, session: 's1' }, 'frame'), ...row });
  }
  return table;
}

const request = { shape: 'request', direction: 'client-to-server' } as const;

test('the last id, the newest open id and the last tool are found', () => {
  const table = tableOf(
    { ...request, id: '1', method: 'tools/call', target: 'add', outcome: 'ok' },
    { ...request, id: '2', method: 'ping', outcome: 'pending' },
    { ...request, id: '3', method: 'ping', outcome: 'ok' },
    { shape: 'request', direction: 'server-to-client', id: '9' },
  );
  expect(seenIn(table)).toEqual({ usedId: '3', openId: '2', tool: 'add' });
});

test('the replies to a line are the answers that are paired with it, stderr, and the exit of the server', () => {
  const answer = { shape: 'error', direction: 'server-to-client', deliberate: true } as const;
  const table = tableOf(
    { direction: 'client-to-server', fromRawMessage: true, shape: 'invalid' },
    { direction: 'client-to-server', fromRawMessage: true, shape: 'invalid' },
    { ...answer, pair: 2, code: '-32700' },
    { shape: 'result', direction: 'server-to-client', pair: 77 },
    { kind: 'stderr', text: 'cannot parse' },
    { kind: 'process', method: 'exited', tier: 'transport' },
    { direction: 'client-to-server', fromRawMessage: true, shape: 'invalid' },
    { ...answer, pair: 7 },
  );
  expect(repliesTo(table, 1, 2).map(({ seq }) => seq)).toEqual([3, 5, 6]);
  expect(repliesTo(table, 7, 7).map(({ seq }) => seq)).toEqual([8]);
});

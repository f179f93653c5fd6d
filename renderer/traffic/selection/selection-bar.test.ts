import { expect, test } from 'vitest';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { rowLine } from './selection-bar.tsx';

const ROW: Row = {
  ...emptyRow({ seq: 3, at: 3, session: 's1' }, 'frame'),
  direction: 'client-to-server',
  shape: 'request',
  method: 'odd',
  sizeBytes: 1,
};

test('a selected row is copied with its time, its session, its way and what went over the wire', () => {
  const frame = {
    type: 'frame',
    seq: 3,
    at: 3,
    session: 's1',
    direction: 'client-to-server',
    raw: '{"id":1}',
  } as const;
  expect(rowLine(ROW, '10:41:02.114', 'notes', frame)).toBe('10:41:02.114  notes  →  {"id":1}');
  const ended: Row = { ...ROW, kind: 'process', text: 'server exited: code 3' };
  expect(rowLine(ended, '10:41:02.115', '', undefined)).toBe('10:41:02.115  process  server exited: code 3');
});

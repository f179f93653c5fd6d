import { beforeEach, describe, expect, test } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { forgetLog, sessionLog } from '../log/log-mirrors.ts';
import { selectRow } from '../screen/screen-actions.ts';
import { useScreen } from '../screen/screen-store.ts';
import { clearSelection, clickRow, extendSelection, selectedRows, sendRanges } from './selection.ts';

const PLAIN = { ctrlKey: false, metaKey: false, shiftKey: false };
const CTRL = { ...PLAIN, ctrlKey: true };
const SHIFT = { ...PLAIN, shiftKey: true };

function row(seq: number, at = seq, session = 's1'): Row {
  return {
    ...emptyRow({ seq, at, session }, 'frame'),
    direction: 'client-to-server',
    shape: 'request',
    method: seq % 2 === 0 ? 'even' : 'odd',
    sizeBytes: 1,
  };
}

function open(session: string): SessionInfo {
  return { session, label: session, startedAt: '2026-11-20T10:41:00.000Z' } as SessionInfo;
}

beforeEach(() => {
  forgetLog('s1');
  const { mirror } = sessionLog('s1');
  for (let seq = 1; seq <= 9; seq += 1) mirror.table.add(row(seq));
  useScreen.setState({ active: 's1', merged: false, sessions: [open('s1')] });
  selectRow('s1', null);
  clearSelection();
});

const selected = (session = 's1') => [...selectedRows(session)].sort((a, b) => a - b);

describe('rows selected in a log', () => {
  test('are those clicked with Ctrl, the selected one included, until a plain click', () => {
    clickRow({ session: 's1', seq: 2 }, PLAIN);
    expect(selected()).toEqual([]);
    clickRow({ session: 's1', seq: 5 }, CTRL);
    clickRow({ session: 's1', seq: 7 }, { ...PLAIN, metaKey: true });
    expect(selected()).toEqual([2, 5, 7]);
    clickRow({ session: 's1', seq: 5 }, CTRL);
    expect(selected()).toEqual([2, 7]);
    expect(selected('s2')).toEqual([]);
    clickRow({ session: 's1', seq: 1 }, PLAIN);
    expect(selected()).toEqual([]);
  });

  test('are with Shift all visible ones from the anchor on, whichever way', () => {
    clickRow({ session: 's1', seq: 4 }, PLAIN);
    clickRow({ session: 's1', seq: 6 }, SHIFT);
    expect(selected()).toEqual([4, 5, 6]);
    clickRow({ session: 's1', seq: 2 }, SHIFT);
    expect(selected()).toEqual([2, 3, 4]);
    const { visible } = sessionLog('s1');
    visible.setFilter(({ method }) => method === 'even');
    visible.advance(100);
    clickRow({ session: 's1', seq: 8 }, SHIFT);
    expect(selected()).toEqual([4, 6, 8]);
  });

  test('grow and shrink by keys, and stop at the end of the log', () => {
    clickRow({ session: 's1', seq: 8 }, PLAIN);
    extendSelection(1);
    extendSelection(1);
    expect(selected()).toEqual([8, 9]);
    extendSelection(-1);
    extendSelection(-1);
    expect(selected()).toEqual([7, 8]);
    expect(useScreen.getState().views.s1?.selected).toBe(7);
  });
});

describe('rows selected in the log of all sessions', () => {
  beforeEach(() => {
    forgetLog('s2');
    const { mirror } = sessionLog('s2');
    // Between the rows of the first session: 1, 2, 2.5, 3, 3.5, 4 …
    mirror.table.add(row(1, 2.5, 's2'));
    mirror.table.add(row(2, 3.5, 's2'));
    selectRow('s2', null);
    for (const session of ['s1', 's2']) sessionLog(session).visible.advance(100);
    useScreen.setState({ merged: true, sessions: [open('s1'), open('s2')], leftOut: [] });
  });

  test('are those clicked with Ctrl, of whichever session', () => {
    clickRow({ session: 's1', seq: 2 }, PLAIN);
    clickRow({ session: 's2', seq: 2 }, CTRL);
    expect([selected('s1'), selected('s2')]).toEqual([[2], [2]]);
    clickRow({ session: 's1', seq: 2 }, CTRL);
    expect([selected('s1'), selected('s2')]).toEqual([[], [2]]);
  });

  test('are with Shift and by keys those that stand between, by the clock', () => {
    clickRow({ session: 's1', seq: 2 }, PLAIN);
    clickRow({ session: 's2', seq: 2 }, SHIFT);
    expect([selected('s1'), selected('s2')]).toEqual([
      [2, 3],
      [1, 2],
    ]);
    extendSelection(1);
    expect([selected('s1'), selected('s2')]).toEqual([
      [2, 3, 4],
      [1, 2],
    ]);
    expect(useScreen.getState().active).toBe('s1');
  });

  test('are those of one session alone once a row of its own log is selected', () => {
    clickRow({ session: 's1', seq: 2 }, PLAIN);
    clickRow({ session: 's2', seq: 2 }, SHIFT);
    useScreen.setState({ merged: false, active: 's1' });
    clickRow({ session: 's1', seq: 6 }, CTRL);
    expect([selected('s1'), selected('s2')]).toEqual([[2, 3, 6], []]);
  });
});

test('the parts of a session that are sent again are ranges of seqs; a live one ends where it is', () => {
  const log = sessionLog('s1');
  expect(sendRanges(log, 'whole', 3, new Set(), false)).toBeUndefined();
  expect(sendRanges(log, 'whole', 3, new Set(), true)).toEqual([[0, 9]]);
  expect(sendRanges(log, 'selected', 3, new Set(), true)).toEqual([[3, 3]]);
  const some = [
    [2, 2],
    [7, 7],
  ];
  expect(sendRanges(log, 'rows', 3, new Set([7, 2]), true)).toEqual(some);
});

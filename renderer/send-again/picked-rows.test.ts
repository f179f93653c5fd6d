import { beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../app/frame/row.ts';
import { forgetLog, sessionLog } from '../store/log-mirrors.ts';
import { selectRow } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { clearPicked, clickRow, pickedRows, pickFurther } from './picked-rows.ts';
import { sendRanges } from './send-parts.ts';

const PLAIN = { ctrlKey: false, metaKey: false, shiftKey: false };
const CTRL = { ...PLAIN, ctrlKey: true };
const SHIFT = { ...PLAIN, shiftKey: true };

function row(seq: number): Row {
  return {
    seq,
    at: seq,
    session: 's1',
    kind: 'frame',
    direction: 'client-to-server',
    shape: 'request',
    method: seq % 2 === 0 ? 'even' : 'odd',
    target: '',
    id: '',
    pair: 0,
    durationMs: -1,
    sizeBytes: 1,
    tier: 'ok',
    outcome: '',
    code: '',
    text: '',
    flag: '',
    deliberate: false,
  };
}

beforeEach(() => {
  forgetLog('s1');
  const { mirror } = sessionLog('s1');
  for (let seq = 1; seq <= 9; seq += 1) mirror.table.add(row(seq));
  useScreen.setState({ active: 's1' });
  selectRow('s1', null);
  clearPicked();
});

const picked = (session = 's1') => [...pickedRows(session)].sort((a, b) => a - b);

describe('rows picked in a log', () => {
  test('are those clicked with Ctrl, the selected one included, until a plain click', () => {
    clickRow('s1', 2, PLAIN);
    expect(picked()).toEqual([]);
    clickRow('s1', 5, CTRL);
    clickRow('s1', 7, { ...PLAIN, metaKey: true });
    expect(picked()).toEqual([2, 5, 7]);
    clickRow('s1', 5, CTRL);
    expect(picked()).toEqual([2, 7]);
    expect(picked('s2')).toEqual([]);
    clickRow('s1', 1, PLAIN);
    expect(picked()).toEqual([]);
  });

  test('are with Shift all visible ones from the anchor on, whichever way', () => {
    clickRow('s1', 4, PLAIN);
    clickRow('s1', 6, SHIFT);
    expect(picked()).toEqual([4, 5, 6]);
    clickRow('s1', 2, SHIFT);
    expect(picked()).toEqual([2, 3, 4]);
    const { visible } = sessionLog('s1');
    visible.setFilter(({ method }) => method === 'even');
    visible.advance(100);
    clickRow('s1', 8, SHIFT);
    expect(picked()).toEqual([4, 6, 8]);
  });

  test('grow and shrink by keys, and stop at the end of the log', () => {
    clickRow('s1', 8, PLAIN);
    pickFurther(1);
    pickFurther(1);
    expect(picked()).toEqual([8, 9]);
    pickFurther(-1);
    pickFurther(-1);
    expect(picked()).toEqual([7, 8]);
    expect(useScreen.getState().views.s1?.selected).toBe(7);
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
  expect(sendRanges(log, 'picked', 3, new Set([7, 2]), true)).toEqual(some);
});

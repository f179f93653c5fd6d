import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { useFilter } from '../log/filter-store.ts';
import { useLogView } from '../log/log-view.ts';
import { selectRow, useScreen } from '../screen/screen-store.ts';
import { shownLogs } from '../testing/shown-logs.ts';
import {
  clearSelection,
  clickRow,
  extendSelection,
  partRanges,
  selectedRows,
  sendRanges,
} from './selection.ts';

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

const logs = shownLogs();

beforeAll(() => {
  // A page has frames; here one comes at once.
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => Number(setTimeout(run)));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(async () => {
  useFilter.setState(useFilter.getInitialState());
  useLogView.setState({ rows: 'frames' });
  logs.clear();
  logs.add(
    's1',
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((seq) => row(seq)),
  );
  useScreen.setState({ link: 'open', active: 's1', merged: false, sessions: [open('s1')] });
  selectRow('s1', null);
  clearSelection();
  await logs.shown();
});

/** Clicks a row, and waits for the resulting selection. */
async function click(
  key: Parameters<typeof clickRow>[0],
  keys: Parameters<typeof clickRow>[1],
): Promise<void> {
  clickRow(key, keys);
  await logs.shown();
}

const selected = (session = 's1') => [...selectedRows(session)].sort((a, b) => a - b);

describe('rows selected in a log', () => {
  test('are those clicked with Ctrl, the selected one included, until a plain click', async () => {
    await click({ session: 's1', seq: 2 }, PLAIN);
    expect(selected()).toEqual([]);
    await click({ session: 's1', seq: 5 }, CTRL);
    await click({ session: 's1', seq: 7 }, { ...PLAIN, metaKey: true });
    expect(selected()).toEqual([2, 5, 7]);
    await click({ session: 's1', seq: 5 }, CTRL);
    expect(selected()).toEqual([2, 7]);
    expect(selected('s2')).toEqual([]);
    await click({ session: 's1', seq: 1 }, PLAIN);
    expect(selected()).toEqual([]);
  });

  test('are with Shift all visible ones from the anchor on, whichever way', async () => {
    await click({ session: 's1', seq: 4 }, PLAIN);
    await click({ session: 's1', seq: 6 }, SHIFT);
    expect(selected()).toEqual([4, 5, 6]);
    await click({ session: 's1', seq: 2 }, SHIFT);
    expect(selected()).toEqual([2, 3, 4]);
    useFilter.setState({ text: 'method:even' });
    await logs.shown();
    await click({ session: 's1', seq: 8 }, SHIFT);
    expect(selected()).toEqual([4, 6, 8]);
  });

  test('grow and shrink by keys, and stop at the end of the log', async () => {
    await click({ session: 's1', seq: 8 }, PLAIN);
    await extendSelection(1);
    await extendSelection(1);
    expect(selected()).toEqual([8, 9]);
    await extendSelection(-1);
    await extendSelection(-1);
    expect(selected()).toEqual([7, 8]);
    expect(useScreen.getState().views.s1?.selected).toBe(7);
  });
});

describe('rows selected in the log of all sessions', () => {
  beforeEach(async () => {
    useScreen.setState({ merged: true, sessions: [open('s1'), open('s2')], leftOut: [] });
    // Between the rows of the first session: 1, 2, 2.5, 3, 3.5, 4 …
    logs.add('s2', [row(1, 2.5, 's2'), row(2, 3.5, 's2')]);
    selectRow('s2', null);
    await logs.shown();
  });

  test('are those clicked with Ctrl, of whichever session', async () => {
    await click({ session: 's1', seq: 2 }, PLAIN);
    await click({ session: 's2', seq: 2 }, CTRL);
    expect([selected('s1'), selected('s2')]).toEqual([[2], [2]]);
    await click({ session: 's1', seq: 2 }, CTRL);
    expect([selected('s1'), selected('s2')]).toEqual([[], [2]]);
  });

  test('are with Shift and by keys those that stand between, by the clock', async () => {
    await click({ session: 's1', seq: 2 }, PLAIN);
    await click({ session: 's2', seq: 2 }, SHIFT);
    expect([selected('s1'), selected('s2')]).toEqual([
      [2, 3],
      [1, 2],
    ]);
    await extendSelection(1);
    expect([selected('s1'), selected('s2')]).toEqual([
      [2, 3, 4],
      [1, 2],
    ]);
    expect(useScreen.getState().active).toBe('s1');
  });

  test('are those of one session alone once a row of its own log is selected', async () => {
    await click({ session: 's1', seq: 2 }, PLAIN);
    await click({ session: 's2', seq: 2 }, SHIFT);
    useScreen.setState({ merged: false, active: 's1' });
    await logs.shown();
    await click({ session: 's1', seq: 6 }, CTRL);
    expect([selected('s1'), selected('s2')]).toEqual([[2, 3, 6], []]);
  });
});

test('the parts of a session that are sent again or exported are ranges of seqs; a live one ends where it is', async () => {
  logs.grew('s1');
  await logs.shown();
  const rangesOf = (part: Parameters<typeof sendRanges>[1], grows = true, rows = new Set<number>()) =>
    sendRanges('s1', part, 3, rows, grows);
  expect(await rangesOf('whole', false)).toBeUndefined();
  expect(await rangesOf('whole')).toEqual([[0, 9]]);
  expect(await rangesOf('selected')).toEqual([[3, 3]]);
  expect(await partRanges('s1', 'selected', null)).toEqual([]);
  expect(await rangesOf('rows', true, new Set([7, 2, 8]))).toEqual([
    [2, 2],
    [7, 8],
  ]);
  useFilter.setState({ text: 'method:even' });
  await logs.shown();
  expect(await rangesOf('filtered')).toEqual([
    [2, 2],
    [4, 4],
    [6, 6],
    [8, 8],
  ]);
});

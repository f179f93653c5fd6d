import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { emptyRow } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { attachHost } from '../host/host.ts';
import { useNotices } from '../screen/notices-store.ts';
import { useScreen } from '../screen/screen-store.ts';
import { logGrew, sessionLog, setRowFilter } from './log-mirrors.ts';

const REFUSAL = 'There is no session s1 any more.';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const readRows = () => Promise.resolve(err(REFUSAL));
  attachHost({ readRows, readFindings: readRows } as unknown as Commands);
});

afterEach(() => {
  // The beat of a page without frames comes while the frames are still stubbed.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  useScreen.setState({ sessions: [], link: 'connecting' });
  vi.unstubAllGlobals();
});

async function refusedRows(session: string, sessions: readonly SessionInfo[]): Promise<readonly string[]> {
  useScreen.setState({ link: 'open', sessions: [...sessions] });
  useNotices.setState({ notices: [] });
  logGrew({ session, length: 1, patches: 0, counts: noCounts(), dropped: 0, findings: 0 });
  await vi.advanceTimersByTimeAsync(0);
  return useNotices.getState().notices.map(({ text }) => text);
}

test('a refused row is reported', async () => {
  expect(await refusedRows('s1', [{ session: 's1' } as SessionInfo])).toEqual([REFUSAL]);
});

test('rows of a tab that was closed while they were on their way are no news', async () => {
  expect(await refusedRows('s2', [{ session: 's1' } as SessionInfo])).toEqual([]);
});

test('findings that the host has replaced are read again', async () => {
  let title = 'Before';
  const readFindings = () => Promise.resolve(ok([{ seq: 1, evidence: [1], title }]));
  attachHost({ readFindings } as unknown as Commands);
  const state = { session: 's3', length: 0, patches: 0, counts: noCounts(), dropped: 0, findings: 1 };
  const titles = () => sessionLog('s3').findings.list.map((finding) => finding.title);
  logGrew(state);
  await vi.waitUntil(() => titles().length === 1);
  title = 'After';
  logGrew({ ...state, findingsRevision: 1 });
  await vi.waitUntil(() => titles().length === 1);
  expect(titles()).toEqual(['After']);
});

test('a filter that takes the place of one at work has looked at rows before it is drawn', async () => {
  const table = new RowTable();
  for (let seq = 0; seq < 5000; seq += 1) table.add(emptyRow({ seq, at: seq, session: 's5' }, 'frame'));
  const state = { session: 's5', length: 5000, patches: 0, counts: noCounts(), dropped: 0, findings: 0 };
  const readRows: Commands['readRows'] = async ({ from, limit }) => {
    const rows = table.block(from, Math.min(from + limit, table.length));
    return ok({ ...state, from, rows, changed: table.block(0, 0), patchesTo: 0 });
  };
  attachHost({ readRows } as unknown as Commands);
  const { mirror, visible } = sessionLog('s5');
  logGrew(state);
  await vi.waitUntil(() => mirror.length === 5000);
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 5));
  setRowFilter(() => () => false);
  expect(visible.upToDate).toBe(false);
  setRowFilter(() => () => true);
  expect(visible.length).toBeGreaterThan(0);
  vi.restoreAllMocks();
  await vi.waitUntil(() => visible.upToDate);
  setRowFilter(null);
});

test('a filter judges the rows that are there in turns, and those that come later', async () => {
  const table = new RowTable();
  const add = (count: number) => {
    const end = table.length + count;
    for (let seq = table.length; seq < end; seq += 1) {
      table.add(emptyRow({ seq, at: seq, session: 's4' }, 'frame'));
    }
    logGrew({ ...state, length: table.length });
  };
  const state = { session: 's4', length: 0, patches: 0, counts: noCounts(), dropped: 0, findings: 0 };
  const readRows: Commands['readRows'] = async ({ from, limit }) => {
    const rows = table.block(from, Math.min(from + limit, table.length));
    const changed = table.block(0, 0);
    return ok({ ...state, length: table.length, from, rows, changed, patchesTo: 0 });
  };
  attachHost({ readRows } as unknown as Commands);
  const { mirror, visible } = sessionLog('s4');
  const holds = (length: number) => () => mirror.length === length && visible.upToDate;
  add(5000);
  await vi.waitUntil(holds(5000));
  setRowFilter(
    () =>
      ({ seq }) =>
        seq % 2 === 0,
  );
  await vi.waitUntil(holds(5000));
  expect(visible.length).toBe(2500);
  add(3000);
  await vi.waitUntil(holds(8000));
  expect(visible.length).toBe(4000);
  setRowFilter(null);
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { emptyRow } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { itemAt, keyAt, useFrontView, viewPager } from '../../state/log/front-view.ts';
import { useLogView } from '../../state/log/log-view.ts';
import { exchanges } from '../../state/log/use-record.ts';
import { selectInFront, selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { shownLogs } from '../../state/testing/shown-logs.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { followOpenedRecordings, moveSelection, moveToBookmark, moveToError } from './row-navigation.ts';

const logs = shownLogs();

/** Rows of a session with seqs from 1, `step` milliseconds apart; `errors` are the errors. */
function fill(session: string, count: number, errors: readonly number[], step = 1): void {
  const rows = Array.from({ length: count }, (_, at) => {
    const seq = at + 1;
    const tier: Tier = errors.includes(seq) ? 'tool' : 'ok';
    return { ...emptyRow({ seq, at: seq * step, session }, 'frame' as const), id: String(seq), tier };
  });
  logs.add(session, rows);
}

function selected(): string {
  const { active, views } = useScreen.getState();
  return `${active} ${views[active ?? '']?.selected}`;
}

async function hide(seqs: readonly number[]): Promise<void> {
  useFilter.setState({ text: seqs.map((seq) => `-id:${seq}`).join(' ') });
  await logs.shown();
}

async function act(move: () => void): Promise<string> {
  move();
  await logs.shown();
  return selected();
}

beforeEach(async () => {
  useFilter.setState(useFilter.getInitialState());
  useLogView.setState({ rows: 'frames' });
  logs.clear();
  const sessions = ['s1', 's2'].map(
    (session) => ({ session, label: session, startedAt: '2026-11-20T10:41:00.000Z' }) as SessionInfo,
  );
  useScreen.setState({
    link: 'open',
    active: 's1',
    merged: false,
    leftOut: [],
    sessions,
    views: {},
    viewport: { first: 2, last: 5 },
  });
  fill('s1', 9, [3, 6]);
  fill('s2', 4, [2], 2.2);
  await logs.shown();
});

describe.each([
  ['one session', false],
  ['all sessions with one left', true],
] as const)('moving through the log of %s', (_name, merged) => {
  beforeEach(async () => {
    useScreen.setState({ merged, leftOut: merged ? ['s2'] : [] });
    await logs.shown();
  });

  it('begins with a row in sight', async () => {
    expect(await act(() => moveSelection(1))).toBe('s1 3');
    useScreen.setState({ views: {} });
    expect(await act(() => moveSelection(-1))).toBe('s1 6');
  });

  it('stops at both ends', async () => {
    selectInFront('s1', 8);
    expect(await act(() => moveSelection(20))).toBe('s1 9');
    expect(await act(() => moveSelection(-20))).toBe('s1 1');
  });

  it('skips what the filter hides, and goes on from a selection that it hides', async () => {
    await hide([4, 5]);
    selectInFront('s1', 3);
    expect(await act(() => moveSelection(1))).toBe('s1 6');
    selectInFront('s1', 5);
    expect(await act(() => moveSelection(-1))).toBe('s1 3');
  });

  it('goes from error to error and around the end, and has each brought into sight', async () => {
    const seen: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) seen.push(await act(() => moveToError(1)));
    expect(seen).toEqual(['s1 3', 's1 6', 's1 3']);
    expect(await act(() => moveToError(-1))).toBe('s1 6');
    expect(useScreen.getState().scrollRequest).toMatchObject({
      row: { session: 's1', seq: 6 },
      align: 'center',
    });
  });

  it('finds the errors beside a hidden selection, and no hidden ones', async () => {
    await hide([5]);
    selectInFront('s1', 5);
    expect(await act(() => moveToError(1))).toBe('s1 6');
    await hide([3]);
    expect(await act(() => moveToError(-1))).toBe('s1 6');
    await hide([3, 6]);
    selectInFront('s1', 1);
    expect(await act(() => moveToError(1))).toBe('s1 1');
  });
});

it('selects a far error once its rows and its exchange are here, while the log still shows its present rows', async () => {
  fill('s3', 3000, [2500]);
  useScreen.setState({ sessions: [{ session: 's3', label: 's3' } as SessionInfo], active: 's3' });
  await logs.shown();
  const { first, items } = useFrontView.getState();
  const asked: string[] = [];
  const heard = Object.entries(logs.views.commands).map(([name, answer]) => [
    name,
    (input: never) => {
      asked.push(name);
      return (answer as (input: never) => unknown)(input);
    },
  ]);
  attachStubHost(Object.fromEntries(heard));
  let held: readonly unknown[] = [];
  const stop = useScreen.subscribe(({ views }) => {
    if (views.s3?.selected !== 2500 || held.length > 0) return;
    const shown = useFrontView.getState();
    const exchange = exchanges.known({ session: 's3', seq: 2500 });
    held = [itemAt(shown, 2499)?.row.seq, itemAt(shown, first), exchange?.ok];
  });
  expect(await act(() => moveToError(1))).toBe('s3 2500');
  stop();
  expect(held).toEqual([2500, items[0], true]);
  // The last request waits for the next page.
  await viewPager.look({ ...viewPager.window });
  expect(asked).toEqual(['viewNext', 'readExchange', 'nextView', 'nextView']);
});

describe('the bookmarks', () => {
  it('are gone through around the end, and lead to the rows that they are about', async () => {
    const mark = (pair: number) => {
      const seq = logs.views.table('s1').length + 1;
      logs.add('s1', [{ ...emptyRow({ seq, at: 99, session: 's1' }, 'mark'), pair, text: `on ${pair}` }]);
    };
    mark(4);
    mark(2);
    mark(0);
    mark(2);
    const seen: string[] = [];
    for (const step of [1, 1, 1, 1, -1] as const) seen.push(await act(() => moveToBookmark(step)));
    expect(seen).toEqual(['s1 2', 's1 4', 's1 12', 's1 2', 's1 12']);
  });
});

describe('moving through the merged log', () => {
  beforeEach(async () => {
    useScreen.setState({ merged: true });
    await logs.shown();
  });

  it('goes from session to session in the order of time', async () => {
    const second = await keyAt(1);
    selectInFront(second?.session ?? '', second?.seq ?? 0);
    const seen = [selected()];
    for (let turn = 0; turn < 3; turn += 1) seen.push(await act(() => moveSelection(1)));
    expect(seen).toEqual(['s1 2', 's2 1', 's1 3', 's1 4']);
  });

  it('finds the next error of whatever session', async () => {
    const seen: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) seen.push(await act(() => moveToError(1)));
    expect(seen).toEqual(['s1 3', 's2 2', 's1 6', 's1 3']);
  });

  it('begins again if the session of the selection takes no part', async () => {
    selectInFront('s2', 2);
    useScreen.setState({ leftOut: ['s2'] });
    await logs.shown();
    expect(await act(() => moveToError(1))).toBe('s1 3');
  });
});

it('moves nothing if no log is in front', async () => {
  useScreen.setState({ active: null, sessions: [] });
  moveSelection(1);
  moveToError(-1);
  await logs.shown();
  expect(useScreen.getState().views).toEqual({});
});

describe('a recording that is opened', () => {
  const file = (more = {}) =>
    ({ session: 's1', kind: 'file', label: 's1', startedAt: '', ...more }) as SessionInfo;
  let stop: () => void = () => undefined;
  beforeEach(() => {
    stop();
    stop = followOpenedRecordings();
  });
  const open = (info: SessionInfo) => act(() => useScreen.setState({ sessions: [info] }));

  it('has its first error selected, once', async () => {
    expect(await open(file())).toBe('s1 3');
    await act(() => selectRow('s1', null));
    expect(await open(file({ label: 'renamed' }))).toBe('s1 null');
  });

  it('waits for the whole of a large file, and leaves what its user has selected', async () => {
    const opening = { bytesRead: 1, bytesTotal: 2 };
    expect(await open(file({ opening }))).toBe('s1 undefined');
    await act(() => selectRow('s1', 5));
    expect(await open(file())).toBe('s1 5');
  });

  it('shows its end if nothing failed, as a live session does', async () => {
    await hide([3, 6]);
    const { scrollRequest } = useScreen.getState();
    expect(await open(file())).toBe('s1 undefined');
    expect(useScreen.getState().scrollRequest).toBe(scrollRequest);
  });
});

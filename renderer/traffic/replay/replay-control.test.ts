import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { useLogView } from '../../state/log/log-view.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { shownLogs } from '../../state/testing/shown-logs.ts';
import {
  activeReplay,
  engagedReplay,
  followClosedSessions,
  REPLAY_ACTIONS,
  seekTime,
  showWhole,
  stepError,
  stepFrame,
  togglePlaying,
  useReplay,
} from './replay-control.ts';

const logs = shownLogs();
const REC = {
  ...{ session: 'rec', label: 'rec', startedAt: '2026-11-20T10:41:00.000Z', kind: 'file' },
} as SessionInfo;

/** A recording with 100 ms between rows: frames, except a stderr line in the middle; the third is an error. */
function rows(): Row[] {
  return [1, 2, 3, 4, 5, 6].map((seq) => ({
    ...emptyRow({ seq, at: seq * 100, session: 'rec' }, seq === 4 ? 'stderr' : 'frame'),
    id: String(seq),
    tier: seq === 3 ? 'protocol' : 'ok',
  }));
}

/** The playhead; null at the end. */
const playhead = () => useReplay.getState().playheads.rec ?? null;

/** Does something, and waits for the result. */
async function act(move: () => void): Promise<void> {
  move();
  await logs.shown();
}

const selected = () => useScreen.getState().views.rec?.selected ?? null;
const pictures: (() => void)[] = [];
let clock = 0;

/** Runs the next frame this many milliseconds later. */
function pass(milliseconds: number): void {
  clock += milliseconds;
  pictures.shift()?.();
}

beforeEach(async () => {
  pictures.length = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => pictures.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => void pictures.pop());
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  useFilter.setState(useFilter.getInitialState());
  useLogView.setState({ rows: 'frames' });
  logs.clear();
  useScreen.setState({
    ...{ link: 'open', sessions: [REC], active: 'rec', merged: false, views: {}, scrollRequest: null },
  });
  logs.add('rec', rows());
  useReplay.setState({ playheads: {}, playing: [], speed: 1, skipIdle: false, later: 'dimmed' });
  await logs.shown();
});

afterEach(() => {
  if (useReplay.getState().playing.includes('rec')) togglePlaying('rec');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the playback of a recording', () => {
  it('is at the end until it is moved, and can return there', async () => {
    expect(playhead()).toBeNull();
    expect(engagedReplay()).toBeUndefined();
    await act(() => {
      seekTime('rec', 250);
      // A key pressed right after it also controls the playhead.
      expect(engagedReplay()).toBe('rec');
    });
    expect(playhead()).toEqual({ at: 250, index: 1 });
    expect(engagedReplay()).toBe('rec');
    expect(useScreen.getState().scrollRequest).toMatchObject({
      row: { session: 'rec', index: 1 },
      align: 'center',
    });
    await act(() => seekTime('rec', 9000));
    expect(useReplay.getState().playheads).toEqual({});
  });

  it('is that of the recording in front, and of none beside the merged log or a live session', async () => {
    expect(activeReplay()).toBe('rec');
    useScreen.setState({ merged: true });
    expect(activeReplay()).toBeUndefined();
    const live = { ...REC, kind: 'live' } as SessionInfo;
    useScreen.setState({ merged: false, sessions: [live] });
    expect(activeReplay()).toBeUndefined();
  });

  it('steps from frame to frame, over what is no frame and what the filter hides', async () => {
    await act(() => seekTime('rec', 300));
    await act(() => stepFrame('rec', 1));
    expect([playhead()?.index, selected()]).toEqual([4, 5]);
    await act(() => stepFrame('rec', -1));
    expect([playhead()?.index, selected()]).toEqual([2, 3]);
    useFilter.setState({ text: '-id:2' });
    await logs.shown();
    await act(() => stepFrame('rec', -1));
    expect([playhead()?.index, selected()]).toEqual([0, 1]);
    await act(() => stepFrame('rec', -1));
    expect(playhead()?.index).toBe(0);
  });

  it('steps to errors from the selection, and from the playhead once that was moved', async () => {
    selectRow('rec', 5);
    await act(() => stepError('rec', -1));
    expect([playhead()?.index, selected()]).toEqual([2, 3]);
    await act(() => stepError('rec', 1));
    expect(playhead()?.index).toBe(2);
  });

  it('moves to the selected row, and shows the whole recording again', async () => {
    await act(() => REPLAY_ACTIONS.find(({ title }) => title.startsWith('Move the playhead'))?.run());
    expect(useReplay.getState().playheads).toEqual({});
    selectRow('rec', 2);
    await act(() => REPLAY_ACTIONS.find(({ title }) => title.startsWith('Move the playhead'))?.run());
    expect(playhead()).toEqual({ at: 200, index: 1 });
    await act(() => showWhole('rec'));
    expect(useReplay.getState().playheads).toEqual({});
  });

  it('plays with the clock, stops following, and pauses when one steps', async () => {
    await act(() => seekTime('rec', 100));
    await act(() => togglePlaying('rec'));
    expect(useReplay.getState().playing).toEqual(['rec']);
    expect(useScreen.getState().views.rec?.following).toBe(false);
    pass(150);
    expect(playhead()).toEqual({ at: 250, index: 1 });
    await act(() => stepFrame('rec', 1));
    expect(useReplay.getState().playing).toEqual([]);
    pass(1000);
    expect(playhead()).toEqual({ at: 300, index: 2 });
  });

  it('goes on from the place of the pause, without the time in between', async () => {
    await act(() => seekTime('rec', 100));
    await act(() => togglePlaying('rec'));
    pass(50);
    await act(() => togglePlaying('rec'));
    pass(10_000);
    await act(() => togglePlaying('rec'));
    pass(20);
    expect(playhead()).toEqual({ at: 170, index: 0 });
  });

  it('ends by itself, and starts over from the end', async () => {
    await act(() => seekTime('rec', 500));
    await act(() => togglePlaying('rec'));
    pass(500);
    expect(useReplay.getState()).toMatchObject({ playing: [], playheads: {} });
    await act(() => togglePlaying('rec'));
    expect(playhead()).toEqual({ at: 100, index: -1 });
  });

  it('is forgotten when its session is closed', async () => {
    followClosedSessions();
    await act(() => seekTime('rec', 100));
    await act(() => togglePlaying('rec'));
    useScreen.setState({ sessions: [], active: null });
    expect(useReplay.getState()).toMatchObject({ playing: [], playheads: {} });
    pass(100);
    expect(useReplay.getState().playheads).toEqual({});
  });
});

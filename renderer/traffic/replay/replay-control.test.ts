import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { forgetLog, sessionLog } from '../../state/log/log-mirrors.ts';
import { scriptedInfo } from '../../state/log/testing/scripted-log.ts';
import { selectRow } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import {
  activeReplay,
  engagedReplay,
  followClosedSessions,
  playheadOf,
  seekSelected,
  seekTime,
  showWhole,
  stepError,
  stepFrame,
  togglePlaying,
  useReplay,
} from './replay-control.ts';

/** A recording of 100 ms between rows: frames, but for a stderr line in the middle; the third is an error. */
function fill(session: string): void {
  const log = sessionLog(session);
  for (let seq = 1; seq <= 6; seq += 1) {
    const row: Row = {
      ...emptyRow({ seq, at: seq * 100, session }, seq === 4 ? 'stderr' : 'frame'),
      tier: seq === 3 ? 'protocol' : 'ok',
    };
    log.mirror.table.add(row);
  }
  log.errors.added(log.mirror.table, 0, log.mirror.length);
}

const selected = () => useScreen.getState().views.rec?.selected ?? null;
const pictures: (() => void)[] = [];
let clock = 0;

/** Lets the next picture be drawn so many milliseconds later. */
function pass(milliseconds: number): void {
  clock += milliseconds;
  pictures.shift()?.();
}

beforeEach(() => {
  pictures.length = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => pictures.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => void pictures.pop());
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  forgetLog('rec');
  fill('rec');
  useScreen.setState({
    sessions: [{ ...scriptedInfo('rec'), kind: 'file' } as ReturnType<typeof scriptedInfo>],
    active: 'rec',
    merged: false,
    views: {},
    scrollRequest: null,
  });
  useReplay.setState({ playheads: {}, playing: [], speed: 1, skipIdle: false, later: 'dimmed' });
});

afterEach(() => {
  if (useReplay.getState().playing.includes('rec')) togglePlaying('rec');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the playback of a recording', () => {
  it('is at the end until it is moved, and can return there', () => {
    expect(playheadOf('rec')).toEqual({ at: 600, index: 5 });
    expect(engagedReplay()).toBeUndefined();
    seekTime('rec', 250);
    expect(playheadOf('rec')).toEqual({ at: 250, index: 1 });
    expect(engagedReplay()).toBe('rec');
    expect(useScreen.getState().scrollRequest).toMatchObject({ session: 'rec', index: 1, align: 'centre' });
    seekTime('rec', 9000);
    expect(useReplay.getState().playheads).toEqual({});
  });

  it('is that of the recording in front, and of none beside the merged log or a live session', () => {
    expect(activeReplay()).toBe('rec');
    useScreen.setState({ merged: true });
    expect(activeReplay()).toBeUndefined();
    const live = { ...scriptedInfo('rec'), kind: 'live' } as ReturnType<typeof scriptedInfo>;
    useScreen.setState({ merged: false, sessions: [live] });
    expect(activeReplay()).toBeUndefined();
  });

  it('steps from frame to frame, over what is no frame and what the filter hides', () => {
    seekTime('rec', 300);
    stepFrame('rec', 1);
    expect([playheadOf('rec').index, selected()]).toEqual([4, 5]);
    stepFrame('rec', -1);
    expect([playheadOf('rec').index, selected()]).toEqual([2, 3]);
    sessionLog('rec').visible.setFilter(({ seq }) => seq !== 2);
    sessionLog('rec').visible.advance(100);
    stepFrame('rec', -1);
    expect([playheadOf('rec').index, selected()]).toEqual([0, 1]);
    stepFrame('rec', -1);
    expect(playheadOf('rec').index).toBe(0);
  });

  it('steps to errors from the selection, and from the playhead once that was moved', () => {
    selectRow('rec', 5);
    stepError('rec', -1);
    expect([playheadOf('rec').index, selected()]).toEqual([2, 3]);
    stepError('rec', 1);
    expect(playheadOf('rec').index).toBe(2);
  });

  it('moves to the selected row, and shows the whole recording again', () => {
    seekSelected('rec');
    expect(useReplay.getState().playheads).toEqual({});
    selectRow('rec', 2);
    seekSelected('rec');
    expect(playheadOf('rec')).toEqual({ at: 200, index: 1 });
    showWhole('rec');
    expect(useReplay.getState().playheads).toEqual({});
  });

  it('plays with the clock, stops following, and pauses when one steps', () => {
    seekTime('rec', 100);
    togglePlaying('rec');
    expect(useReplay.getState().playing).toEqual(['rec']);
    expect(useScreen.getState().views.rec?.following).toBe(false);
    pass(150);
    expect(playheadOf('rec')).toEqual({ at: 250, index: 1 });
    stepFrame('rec', 1);
    expect(useReplay.getState().playing).toEqual([]);
    pass(1000);
    expect(playheadOf('rec')).toEqual({ at: 300, index: 2 });
  });

  it('goes on from the place of the pause, without the time in between', () => {
    seekTime('rec', 100);
    togglePlaying('rec');
    pass(50);
    togglePlaying('rec');
    pass(10_000);
    togglePlaying('rec');
    pass(20);
    expect(playheadOf('rec')).toEqual({ at: 170, index: 0 });
  });

  it('ends by itself, and starts over from the end', () => {
    seekTime('rec', 500);
    togglePlaying('rec');
    pass(500);
    expect(useReplay.getState()).toMatchObject({ playing: [], playheads: {} });
    togglePlaying('rec');
    expect(playheadOf('rec')).toEqual({ at: 100, index: -1 });
  });

  it('is forgotten when its session is closed', () => {
    followClosedSessions();
    seekTime('rec', 100);
    togglePlaying('rec');
    useScreen.setState({ sessions: [], active: null });
    expect(useReplay.getState()).toMatchObject({ playing: [], playheads: {} });
    pass(100);
    expect(useReplay.getState().playheads).toEqual({});
  });
});

import { describe, expect, it } from 'vitest';
import type { Playhead, TimedRows } from './playback.ts';
import { Player } from './player.ts';

const TIMES = [0, 100, 200];
const ROWS: TimedRows = { length: TIMES.length, timeAt: (index) => TIMES[index] ?? 0 };

function playerAt(start: Playhead) {
  const state = { at: 0, playhead: start, playing: false, picture: undefined as (() => void) | undefined };
  const player = new Player({
    rows: ROWS,
    now: () => state.at,
    nextPicture: (run) => {
      state.picture = run;
      return () => {
        state.picture = undefined;
      };
    },
    pace: () => ({ speed: 1, skipIdle: false }),
    position: () => state.playhead,
    moved: (playhead) => {
      state.playhead = playhead;
    },
    changed: (playing) => {
      state.playing = playing;
    },
  });
  const pass = (milliseconds: number) => {
    state.at += milliseconds;
    state.picture?.();
  };
  return { state, player, pass };
}

describe('a player', () => {
  it('starts over from the end, and stops there by itself', () => {
    const { state, player, pass } = playerAt({ at: 200, index: 2 });
    player.play();
    expect(state).toMatchObject({ playing: true, playhead: { at: 0, index: -1 } });
    pass(120);
    expect(state.playhead).toEqual({ at: 120, index: 1 });
    pass(500);
    expect(state).toMatchObject({ playing: false, playhead: { at: 200, index: 2 } });
  });

  it('goes on from where it was paused, without the time in between', () => {
    const { state, player, pass } = playerAt({ at: 0, index: 0 });
    player.play();
    pass(50);
    player.pause();
    expect(state.picture).toBeUndefined();
    state.at += 10_000;
    player.play();
    pass(20);
    expect(state.playhead).toEqual({ at: 70, index: 0 });
  });
});

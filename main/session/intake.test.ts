import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import { TurnSlices } from '../system/turn-slices.ts';
import { Intake } from './server-process.ts';

/** A turn ends after ten steps of one millisecond each. */
function slowTurns(): { readonly turns: TurnSlices; step(): void } {
  let now = 0;
  return {
    turns: new TurnSlices({ now: () => now, nextTurn: (run) => void setImmediate(run) }),
    step: () => {
      now += 1;
    },
  };
}

class Held {
  readonly calls: string[] = [];
  pause = () => this.calls.push('pause');
  resume = () => this.calls.push('resume');
}

function rig() {
  const { turns, step } = slowTurns();
  const source = new Held();
  const intake = new Intake(turns, [source]);
  const done: string[] = [];
  const piece = function* (name: string, count: number): Generator<void> {
    for (let index = 0; index < count; index += 1) {
      step();
      done.push(`${name}${index}`);
      yield;
    }
  };
  return { intake, source, done, piece };
}

describe('the intake of a process', () => {
  test('takes a single step at once, and holds nobody back for it', async () => {
    const { intake, source, done } = rig();
    intake.do(() => done.push('a'));
    expect(done).toEqual(['a']);
    intake.do(() => done.push('b'));
    await Promise.resolve();
    expect(done).toEqual(['a', 'b']);
    expect(source.calls).toEqual([]);
    expect(intake.wasBehind()).toBe(false);
  });

  test('holds its sources back from the second piece that waits until none does', async () => {
    const { intake, source, done, piece } = rig();
    intake.take(piece('a', 25));
    expect(source.calls).toEqual([]);
    intake.take(piece('b', 25));
    intake.take(piece('c', 5));
    expect(source.calls).toEqual(['pause']);
    while (done.length < 55) await turn();
    await turn();
    expect(source.calls).toEqual(['pause', 'resume']);
    intake.take(piece('d', 1));
    expect(source.calls).toEqual(['pause', 'resume']);
  });

  test('says once that it was behind, and again while it is', async () => {
    const { intake, done, piece } = rig();
    intake.take(piece('a', 25));
    expect(intake.wasBehind()).toBe(false);
    intake.take(piece('b', 25));
    expect(intake.wasBehind()).toBe(true);
    expect(intake.wasBehind()).toBe(true);
    while (done.length < 50) await turn();
    await turn();
    expect(intake.wasBehind()).toBe(true);
    expect(intake.wasBehind()).toBe(false);
  });

  test('keeps a step that comes in the middle of a piece behind it', async () => {
    const { intake, done, piece } = rig();
    intake.take(piece('a', 30));
    await turn();
    expect(done.length).toBeLessThan(30);
    intake.do(() => done.push('end'));
    while (done.at(-1) !== 'end') await turn();
    expect(done).toHaveLength(31);
  });

  test('reads streams to their end without a piece lost or two exchanged, and keeps little of them', async () => {
    const chunks = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(chunks, chunks, async (left, right) => {
        const { turns, step } = slowTurns();
        const streams = [left, right].map((sizes) => Readable.from(sizes).pipe(new PassThrough(OBJECTS)));
        const intake = new Intake(turns, streams);
        const taken: number[][] = [[], []];
        let [arrived, most] = [0, 0];
        const ends = streams.map((stream, which) => {
          stream.on('data', (size: number) => {
            arrived += size;
            most = Math.max(most, arrived - taken.flat().length);
            intake.take(
              (function* () {
                for (let left = size; left > 0; left -= 1) {
                  step();
                  taken[which]?.push(size);
                  yield;
                }
              })(),
            );
          });
          return new Promise<void>((resolve) => {
            stream.once('end', () => intake.do(resolve));
          });
        });
        await Promise.all(ends);
        expect(taken).toEqual([left, right].map((sizes) => sizes.flatMap((size) => Array(size).fill(size))));
        // The piece being handled, the next one, and what each stream emitted before it was paused.
        expect(most).toBeLessThanOrEqual(4 * 40);
      }),
      { numRuns: runs(40) },
    );
  });
});

const OBJECTS = { objectMode: true, highWaterMark: 1 };

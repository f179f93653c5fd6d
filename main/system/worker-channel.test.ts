import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltWorker, builtWorker } from './testing/built-worker.ts';
import type { ChunkWorker, NumberTaker } from './testing/chunk-worker.ts';
import { Credit, startAhead, WorkerThread } from './worker-channel.ts';

let worker: BuiltWorker;
const threads: WorkerThread<ChunkWorker, NumberTaker>[] = [];

beforeAll(async () => {
  worker = await builtWorker('main/system/testing/chunk-worker.ts');
}, 60_000);
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.end('the test is over'))));
afterAll(() => worker.remove());

function thread(take: NumberTaker['take'] = () => undefined, script = worker.script) {
  const faultOf = (message: string) => `The work failed: ${message}.`;
  const started = new WorkerThread<ChunkWorker, NumberTaker>({ script, functions: { take }, faultOf });
  threads.push(started);
  return started;
}

describe('a worker thread', () => {
  test('answers calls, and a call that throws fails alone', async () => {
    const one = thread();
    expect(await one.call('double', 4)).toEqual({ ok: true, value: 8 });
    expect(await one.call('fail', 'no such file')).toEqual({
      ok: false,
      error: 'The work failed: no such file.',
    });
    expect(await one.call('double', 5)).toEqual({ ok: true, value: 10 });
    expect(one.fault).toBe('');
  });

  test.each([
    ['crashes', 'crash', 'The work failed: out of cheese.'],
    ['exits', 'leave', 'The work failed: its thread ended early.'],
  ] as const)('that %s fails what waits with a sentence, and all that comes after', async (_, how, fault) => {
    const one = thread(() => new Promise(() => undefined));
    const waiting = one.call('send', 2, 1);
    void one.call(how);
    expect(await waiting).toEqual({ ok: false, error: fault });
    expect(await one.gone).toBe(fault);
    expect(await one.call('double', 1)).toEqual({ ok: false, error: fault });
  });

  test('that was started ahead is the next one, and the one after it is another', async () => {
    startAhead(worker.script);
    startAhead(worker.script);
    const [one, other] = [thread(), thread()];
    void one.call('leave');
    await one.gone;
    expect(await other.call('double', 4)).toEqual({ ok: true, value: 8 });
  });

  test('that cannot start ahead is a fault of the call', async () => {
    startAhead('/no/such/worker.mjs');
    expect(await thread(undefined, '/no/such/worker.mjs').call('double', 1)).toMatchObject({ ok: false });
  });

  test('that cannot start is a fault as well', async () => {
    const one = thread(undefined, '/no/such/worker.mjs');
    expect(await one.call('double', 1)).toEqual({
      ok: false,
      error: expect.stringMatching(/^The work failed: .*no\/such/),
    });
  });

  test('that is ended fails what waits with the reason of its owner', async () => {
    const one = thread(() => new Promise(() => undefined));
    const waiting = one.call('send', 2, 1);
    void one.end('The user cancelled it.');
    expect(await waiting).toEqual({ ok: false, error: 'The user cancelled it.' });
  });

  test('sends chunks in order, moves their buffers, and waits while too many are unanswered', async () => {
    const taken: number[] = [];
    const answers: (() => void)[] = [];
    const one = thread((numbers) => {
      taken.push(...numbers);
      return new Promise((resolve) => answers.push(resolve));
    });
    const end = one.call('send', 5, 3);
    await expect.poll(() => taken.length).toBe(3);
    expect(await one.call('double', 1)).toEqual({ ok: true, value: 2 });
    expect(taken).toEqual([1, 2, 3]);
    while (taken.length < 5 || answers.length > 0) {
      answers.shift()?.();
      await one.call('double', 1);
    }
    expect(taken).toEqual([1, 2, 3, 4, 5]);
    expect(await end).toEqual({ ok: true, value: 0 });
  });
});

test('credit that nothing answers is not given again, and a failed call fails its sender', async () => {
  const credit = new Credit(2);
  await credit.spend(new Promise(() => undefined));
  const second = credit.spend(Promise.reject(new Error('the other side is gone')));
  await expect(second).rejects.toThrow('gone');
});

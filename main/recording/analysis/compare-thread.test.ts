import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ScriptedCall,
  scriptedRecords,
  text,
  toolError,
} from '../../../app/analysis/compare/testing/scripted-run.ts';
import { type BuiltWorker, builtWorker } from '../../system/testing/built-worker.ts';
import { CompareThread } from './compare-thread.ts';

const NO_NOISE = { off: [], own: [] };
let worker: BuiltWorker;

beforeAll(async () => {
  worker = await builtWorker('main/recording/analysis/compare-worker.ts');
}, 60_000);
afterAll(() => worker.remove());

async function fed(
  thread: CompareThread,
  left: readonly ScriptedCall[],
  right: readonly ScriptedCall[],
): Promise<CompareThread> {
  await thread.request('take', 'left', scriptedRecords(left));
  await thread.request('take', 'right', scriptedRecords(right, 50));
  await thread.request('close', { from: 0 }, { from: 0 });
  return thread;
}

describe('a comparison in a thread', () => {
  test.each(['worker', 'this thread'])(
    'gives summary, rows and details: %s',
    async (where) => {
      const before = [{ tool: 'a', result: text('x') }];
      const after = [{ tool: 'a', result: toolError('no') }];
      const thread = await fed(
        new CompareThread(where === 'worker' ? worker.script : undefined),
        before,
        after,
      );
      expect(await thread.request('compare', NO_NOISE)).toMatchObject({
        value: { left: 1, right: 1, counts: { worse: 1 } },
      });
      const page = await thread.request('page', ['worse'], 0, 10);
      expect(page).toMatchObject({ value: [{ number: 0, row: { class: 'worse', target: 'a' } }] });
      const detail = await thread.request('detail', 0);
      expect(detail).toMatchObject({ ok: true, value: { request: { cut: false } } });
      thread.end();
      expect(await thread.request('detail', 0)).toEqual({
        ok: false,
        error: 'This comparison was closed.',
      });
    },
    60_000,
  );

  test('ends if an expression of the user’s own takes forever', async () => {
    const slow = [{ tool: 'a', result: text(`${'a'.repeat(60)}!`) }];
    const other = [{ tool: 'a', result: text(`${'a'.repeat(61)}!`) }];
    const thread = await fed(new CompareThread(worker.script, 3000), slow, other);
    const own = [{ kind: 'regex', pattern: '(a+)+$' }] as const;
    const answer = await thread.request('compare', { off: [], own });
    expect(answer).toMatchObject({ ok: false, error: expect.stringContaining('took too long') });
    expect(thread.fault).not.toBe('');
  }, 60_000);
});

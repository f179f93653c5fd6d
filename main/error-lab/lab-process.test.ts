import { describe, expect, it } from 'vitest';
import { realProcess } from './lab-process.ts';

describe('the lab’s process', () => {
  it('ends a wait at once, without an error, when its signal is aborted', async () => {
    const abort = new AbortController();
    const wait = realProcess.sleep(3_600_000, abort.signal);
    abort.abort();
    await expect(wait).resolves.toBeUndefined();
  });
});

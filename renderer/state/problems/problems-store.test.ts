import { expect, test, vi } from 'vitest';
import { err } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { attachStubHost } from '../testing/stub-host.ts';
import { isReading, readProblems } from './problems-store.ts';

test('who asks for the problems during a read waits for the next one too', async () => {
  const answers: (() => void)[] = [];
  const read = vi.fn<Commands['readProblems']>(
    () => new Promise((resolve) => answers.push(() => resolve(err('none')))),
  );
  attachStubHost({ readProblems: read });
  const first = readProblems('s1');
  const during = vi.fn();
  void readProblems('s1').then(during);
  answers[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(during).not.toHaveBeenCalled();
  answers[1]?.();
  await first;
  await vi.waitFor(() => expect(during).toHaveBeenCalledOnce());
  expect([isReading('s1'), read.mock.calls.length]).toEqual([false, 2]);
});

import { expect, test } from 'vitest';
import { WorkerTapLog } from './worker-tap-log.ts';

test('a thread that cannot start holds nothing back: copies are let go and the end comes', async () => {
  const log = new WorkerTapLog('/no/such/tap-writer.js', {
    file: '/no/such/file',
    startedAt: '2026-11-21T10:00:00.000Z',
    epoch: 0,
    version: '0',
    label: 'l',
    command: 'c',
    args: [],
    cwd: '/',
  });
  log.spawned(1, 1);
  const taken = new Promise<void>((resolve) => {
    log.copied([{ kind: 'bytes', from: 'server', at: 2, chunk: new Uint8Array([1, 2, 3]) }], resolve);
  });
  await taken;
  await log.close();
  const late = new Promise<void>((resolve) => log.copied([], resolve));
  await expect(late).resolves.toBeUndefined();
});

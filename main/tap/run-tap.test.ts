import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type BuiltWorker, builtWorker } from '../system/testing/built-worker.ts';
import { WorkerTapLog } from './run-tap.ts';

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
  log.record({ type: 'process', event: 'spawned', pid: 1 }, 1);
  const copied = { kind: 'bytes', from: 'server', at: 2, chunk: new Uint8Array([1, 2, 3]) } as const;
  log.copied([copied]);
  await log.close();
  expect(log.taken).toBe(3);
  log.copied([copied]);
  expect(log.taken).toBe(6);
});

let built: BuiltWorker | undefined;
afterAll(() => built?.remove());

test('a burst that the thread has hardly started on is recorded to its end before the tap ends', async () => {
  built = await builtWorker('main/tap/tap-writer.ts');
  const file = join(built.folder, 'burst.tierscope.jsonl');
  const about = { version: '0', label: 'l', command: 'c', args: [], cwd: '/' };
  const log = new WorkerTapLog(built.script, {
    ...about,
    file,
    startedAt: '2026-11-21T10:00:00.000Z',
    epoch: 0,
  });
  const chunk = Buffer.from('{"jsonrpc":"2.0","method":"notifications/message"}\n'.repeat(10_000));
  for (let at = 1; at <= 20; at += 1) {
    log.copied([{ kind: 'bytes', from: 'server', at, chunk }]);
  }
  log.record({ type: 'process', event: 'exited', exitCode: 0 }, 21);
  await log.close();
  expect(log.taken).toBe(20 * chunk.length);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(200_000 + 4);
  expect(lines.at(-2)).toContain('"exited"');
  expect(lines.at(-1)).toContain('"end"');
}, 60_000);

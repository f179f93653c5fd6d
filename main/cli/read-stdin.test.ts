import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readAtMost } from './run-headless.ts';

it('reads a stream to its end, whatever its chunks cut through', async () => {
  const bytes = Buffer.from('Größe\n', 'utf8');
  const stream = Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]);
  expect(await readAtMost(stream, 100)).toBe('Größe\n');
});

it('leaves a stream that never ends after one character more than it may read', async () => {
  function* endless() {
    for (;;) yield Buffer.from('y\n'.repeat(1000));
  }
  const stream = Readable.from(endless());
  expect((await readAtMost(stream, 5000)).length).toBe(5001);
  expect(stream.destroyed).toBe(true);
});

import { expect, test } from 'vitest';
import { type Copied, CopyQueue } from './tap-message.ts';

const bytes = (length: number): Copied => ({
  kind: 'bytes',
  from: 'server',
  at: 0,
  chunk: new Uint8Array(length),
});

function queue(maxBytes: number) {
  const did: string[] = [];
  const later: (() => void)[] = [];
  const log = { taken: 0 };
  const made = new CopyQueue({
    maxBytes,
    soon: (work) => void later.push(work),
    taken: () => log.taken,
    onCopied: (batch) => {
      did.push(batch.map((copied) => (copied.kind === 'bytes' ? copied.chunk.length : 'end')).join(' '));
    },
    onDropped: (count) => void did.push(`dropped ${count}`),
  });
  return { made, did, later, log };
}

test('nothing is recorded before the forwarding of the moment is over, and then all of it', () => {
  const { made, did, later } = queue(100);
  made.add(bytes(5));
  made.add({ kind: 'end', from: 'server', at: 0 });
  expect([did, later.length]).toEqual([[], 1]);
  later[0]?.();
  expect(did).toEqual(['5 end']);
});

test('what the recording cannot hold is dropped and counted, and the rest goes on', () => {
  const { made, did, later, log } = queue(10);
  for (const length of [8, 8, 2, 1]) made.add(bytes(length));
  later[0]?.();
  expect(did).toEqual(['8 2', 'dropped 9']);
  made.add(bytes(9));
  later[1]?.();
  expect(did.at(-1)).toBe('dropped 9');
  log.taken = 10;
  made.add(bytes(9));
  later[2]?.();
  expect(did.slice(2)).toEqual(['dropped 9', '9']);
});

test('draining leaves nothing for later', () => {
  const { made, did, later } = queue(10);
  made.add(bytes(1));
  made.drain();
  later[0]?.();
  expect(did).toEqual(['1']);
});

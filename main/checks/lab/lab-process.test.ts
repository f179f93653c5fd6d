import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PacedOutput } from '../../system/paced-output.ts';
import { realProcess, streamWire } from './lab-process.ts';

describe('the lab’s process', () => {
  it('ends a wait at once, without an error, when its signal is aborted', async () => {
    const abort = new AbortController();
    const wait = realProcess.sleep(3_600_000, abort.signal);
    abort.abort();
    await expect(wait).resolves.toBeUndefined();
  });
});

describe('the lab’s wire', () => {
  it('writes a line with its line feed in one write', async () => {
    const writes: string[] = [];
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        writes.push(chunk.toString());
        done();
      },
    });
    const wire = streamWire(new PacedOutput(stdout), new Writable());
    await wire.writeLine('{"a":1}');
    await wire.writeRaw('half');
    expect(writes).toEqual(['{"a":1}\n', 'half']);
  });

  it('waits for a full pipe to drain', async () => {
    let release = () => {};
    const stdout = new Writable({
      highWaterMark: 4,
      write: (_chunk, _encoding, done) => {
        release = done;
      },
    });
    let settled = false;
    const written = streamWire(new PacedOutput(stdout), new Writable())
      .writeLine('more than four bytes')
      .then(() => {
        settled = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
    release();
    await written;
    expect(settled).toBe(true);
  });
});

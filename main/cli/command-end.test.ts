import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { endWith, outlive } from './command-end.ts';

/** A stream whose every write fails. */
function failing(code: string): Writable {
  const write = (_chunk: unknown, _encoding: string, done: (fault: Error) => void) =>
    done(Object.assign(new Error(`write ${code}`), { code }));
  return new Writable({ write });
}

function written(stream: Writable): Promise<void> {
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  stream.write('text');
  return closed;
}

describe('an output that cannot be written any more', () => {
  it('is outlived', async () => {
    const stream = failing('EPIPE');
    outlive(stream);
    // Without it the error is thrown where nothing catches it, and fails the test run.
    await written(stream);
    expect(stream.errored?.message).toBe('write EPIPE');
  });

  it('ends a printing program without a word if its reader has gone', async () => {
    const stream = failing('EPIPE');
    const leave = vi.fn();
    endWith(stream, leave);
    await written(stream);
    expect(leave.mock.calls).toEqual([[undefined]]);
  });

  it('is reported if its disk is full', async () => {
    const stream = failing('ENOSPC');
    const leave = vi.fn();
    endWith(stream, leave);
    await written(stream);
    expect(leave.mock.calls).toEqual([['The output cannot be written: write ENOSPC.']]);
  });
});

import { describe, expect, it } from 'vitest';
import type { LabWire } from './lab-process.ts';
import { sendBurst } from './lab-runs.ts';

function slowWire(): { wire: LabWire; writes: string[]; drain: () => void } {
  const writes: string[] = [];
  let drain = () => {};
  const writeRaw = (text: string) => {
    writes.push(text);
    return new Promise<void>((resolve) => {
      drain = resolve;
    });
  };
  const wire = { writeRaw, writeLine: writeRaw, slowDown: () => {}, writeStderr: () => {} };
  return { writes, drain: () => drain(), wire };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a burst of notifications', () => {
  it('writes no more while the pipe is full', async () => {
    const { wire, writes, drain } = slowWire();
    const sent = sendBurst(wire, 300, new AbortController().signal);
    await turn();
    expect(writes).toHaveLength(1);
    drain();
    await turn();
    expect(writes).toHaveLength(2);
    drain();
    expect(await sent).toBe(300);
    expect(writes.join('').split('\n')).toHaveLength(301);
  });

  it('stops when the call is cancelled, and says how many went out', async () => {
    const { wire, drain } = slowWire();
    const abort = new AbortController();
    const sent = sendBurst(wire, 1_000_000, abort.signal);
    abort.abort();
    drain();
    expect(await sent).toBeLessThan(1_000_000);
  });
});

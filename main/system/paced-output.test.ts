import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { PacedOutput } from './paced-output.ts';

function output() {
  const writes: string[] = [];
  const waits: number[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      done();
    },
  });
  const paced = new PacedOutput(out, async (milliseconds) => {
    waits.push(milliseconds);
  });
  const end = () => new Promise<void>((resolve) => paced.end(() => resolve()));
  return { paced, writes, waits, end };
}

const answer = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, result: { ok: true } })}\n`;

test('an answer that is to be slow comes in pieces, and what follows waits for its end', async () => {
  const { paced, writes, waits, end } = output();
  paced.slowDown('n:2', 100);
  paced.write(answer(1));
  paced.write(answer(2));
  paced.write(answer(3));
  await end();
  expect(writes[0]).toBe(answer(1));
  expect(writes.at(-1)).toBe(answer(3));
  expect(writes.slice(1, -1).join('')).toBe(answer(2));
  expect(Math.max(...writes.slice(1, -1).map((piece) => piece.length))).toBe(10);
  const seconds = waits.reduce((sum, one) => sum + one, 0) / 1000;
  expect(seconds).toBeCloseTo(answer(2).length / 100);
});

test('a request with that id is no answer, and only one answer is slow', async () => {
  const { paced, writes, end } = output();
  const request = `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`;
  paced.slowDown('n:2', 10);
  paced.write(request);
  paced.write(answer(2));
  paced.write(answer(2));
  await end();
  expect(writes[0]).toBe(request);
  expect(writes.at(-1)).toBe(answer(2));
  expect(writes.length).toBeGreaterThan(10);
});

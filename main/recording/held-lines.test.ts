import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldLines } from './held-lines.ts';

const long = { type: 'mark', seq: 1, at: 0, session: 's1', label: 'long' } as const;

const steps = fc.array(
  fc.oneof(
    fc.record({ add: fc.string({ unit: 'binary' }), times: fc.constantFrom(1, 3, 700_000) }),
    fc.record({ long: fc.array(fc.uint8Array({ minLength: 1 }), { minLength: 1, maxLength: 3 }) }),
    fc.record({ write: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
  { maxLength: 30 },
);

test('what is taken to be written are the lines in order, however much of it is written at a time', () => {
  fc.assert(
    fc.property(steps, (random) => {
      const held = new HeldLines();
      const given: Uint8Array[] = [];
      const written: Uint8Array[] = [];
      const write = (share: number): void => {
        const next = held.next();
        const part = next.slice(0, Math.ceil(next.length * share));
        written.push(part);
        held.wrote(part.length);
      };
      for (const step of random) {
        if ('add' in step) {
          const text = step.add.repeat(step.times).slice(0, 1_500_000);
          given.push(Buffer.from(`${text}\n`));
          const pieces = text.match(/[\s\S]{1,9999}/gu) ?? [];
          expect(Buffer.from(held.add(pieces)).equals(Buffer.from(`${text}\n`))).toBe(true);
        } else if ('long' in step) {
          const all = Buffer.concat([...step.long, Buffer.from('\n')]);
          given.push(all);
          held.addLong({ pieces: step.long, record: long }, all.length);
        } else if (held.count > 0) write(step.write);
      }
      while (held.count > 0) write(1);
      expect(Buffer.concat(written).equals(Buffer.concat(given))).toBe(true);
      expect([held.bytes, held.left]).toEqual([0, given.length]);
    }),
    { numRuns: 40 },
  );
});

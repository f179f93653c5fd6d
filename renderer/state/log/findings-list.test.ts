import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import { finding, settle } from '../testing/made-findings.ts';
import { FindingsList } from './findings-list.ts';

function follow(held: Finding[], answer?: (input: CommandInput<'readFindings'>) => Result<Finding[]>) {
  const faults: string[] = [];
  const asked: number[] = [];
  const list = new FindingsList({
    session: 's1',
    read: async (input) => {
      asked.push(input.from);
      return answer?.(input) ?? ok(held.slice(input.from, input.from + Math.min(3, input.limit)));
    },
    onFound: () => undefined,
    onFault: (sentence) => faults.push(sentence),
  });
  return { list, faults, asked };
}

describe('FindingsList', () => {
  it('keeps what the project file has turned off apart, and asks for no finding twice', async () => {
    const setting = { as: 'off', reason: 'the SDK does it' } as const;
    const held = [1, 2, 3, 4, 5].map((number) => finding(number, number % 2 === 0 ? { setting } : {}));
    const { list, asked } = follow(held);
    list.heard(5, 0);
    await settle();
    expect(list.counted.map(({ seq }) => seq)).toEqual([1, 3, 5]);
    expect(list.turnedOff.map(({ seq }) => seq)).toEqual([2, 4]);
    expect(asked).toEqual([0, 3]);
  });

  it('holds each finding once and in order, however the counts come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { maxLength: 12 }), async (counts) => {
        const held = Array.from({ length: 12 }, (_, index) => finding(index + 1));
        const { list } = follow(held);
        for (const count of counts) {
          list.heard(count, 0);
          await Promise.resolve();
        }
        await settle();
        expect(list.counted.length).toBeGreaterThanOrEqual(Math.max(0, ...counts));
        expect(list.counted).toEqual(held.slice(0, list.counted.length));
      }),
    );
  });

  it('reads all of them again when the host has taken some back', async () => {
    const held = [finding(1), finding(2), finding(3)];
    const { list } = follow(held);
    list.heard(3, 0);
    await settle();
    held.splice(1, 1, finding(4));
    list.heard(3, 1);
    expect(list.counted).toEqual([]);
    await settle();
    expect(list.counted.map((one) => one.seq)).toEqual([1, 4, 3]);
  });

  it('asks no further if the host gives less than it promised', async () => {
    const { list, asked } = follow([finding(1)]);
    list.heard(9, 0);
    await settle();
    expect(asked).toEqual([0, 1]);
    expect(list.counted).toHaveLength(1);
  });

  it('says why if the host refuses, and asks again after a reconnect', async () => {
    let refuses = true;
    const held = [finding(1)];
    const { list, faults } = follow(held, ({ from }) =>
      refuses ? err('No such session.') : ok(held.slice(from)),
    );
    list.heard(1, 0);
    await settle();
    expect(faults).toEqual(['No such session.']);
    refuses = false;
    list.resume(1, 0);
    await settle();
    expect(list.counted).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import { FindingsMirror } from './findings-mirror.ts';

function finding(number: number, change: Partial<Finding> = {}): Finding {
  return {
    rule: 'T01',
    name: 'a-rule',
    title: `Finding ${number}`,
    severity: 'advice',
    session: 's1',
    seq: number,
    evidence: [number],
    certainty: 'certain',
    side: 'server',
    todo: '',
    explanation: '',
    source: '',
    before: '',
    after: '',
    ...change,
  };
}

function follow(held: Finding[], answer?: (input: CommandInput<'readFindings'>) => Result<Finding[]>) {
  const found: string[] = [];
  const faults: string[] = [];
  const asked: number[] = [];
  const mirror = new FindingsMirror({
    session: 's1',
    read: async (input) => {
      asked.push(input.from);
      return answer?.(input) ?? ok(held.slice(input.from, input.from + Math.min(3, input.limit)));
    },
    onFound: (page) => found.push(...page.map((one) => one.title)),
    onFault: (sentence) => faults.push(sentence),
  });
  return { mirror, found, faults, asked };
}

/** Lets every answer in flight arrive. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}

describe('FindingsMirror', () => {
  it('keeps what the project file has turned off apart, and asks for no finding twice', async () => {
    const setting = { as: 'off', reason: 'the SDK does it' } as const;
    const held = [1, 2, 3, 4, 5].map((number) => finding(number, number % 2 === 0 ? { setting } : {}));
    const { mirror, asked, found } = follow(held);
    mirror.heard(5);
    await settle();
    expect(mirror.list.map(({ seq }) => seq)).toEqual([1, 3, 5]);
    expect(mirror.turnedOff.map(({ seq }) => seq)).toEqual([2, 4]);
    expect(mirror.at(2)).toEqual([]);
    expect([asked, found.length]).toEqual([[0, 3], 3]);
  });

  it('holds each finding once and in order, however the counts come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { maxLength: 12 }), async (counts) => {
        const held = Array.from({ length: 12 }, (_, index) => finding(index + 1));
        const { mirror, found } = follow(held);
        for (const count of counts) {
          mirror.heard(count);
          await Promise.resolve();
        }
        await settle();
        expect(mirror.list.length).toBeGreaterThanOrEqual(Math.max(0, ...counts));
        expect(mirror.list).toEqual(held.slice(0, mirror.list.length));
        expect(found).toEqual(mirror.list.map((one) => one.title));
      }),
    );
  });

  it('finds by the record it hangs on, and by the records that show it', async () => {
    const { mirror } = follow([finding(5, { evidence: [4, 5] }), finding(5, { rule: 'C05' })]);
    mirror.heard(2);
    await settle();
    expect(mirror.at(5).map((one) => one.rule)).toEqual(['T01', 'C05']);
    expect(mirror.at(4)).toEqual([]);
    expect(mirror.shownBy(4).map((one) => one.rule)).toEqual(['T01']);
  });

  it('reads all of them again when the host has taken some back', async () => {
    const held = [finding(1), finding(2), finding(3)];
    const { mirror } = follow(held);
    mirror.heard(3);
    await settle();
    held.splice(1, 1, finding(4));
    mirror.heard(3, 1);
    expect(mirror.list).toEqual([]);
    await settle();
    expect(mirror.list.map((one) => one.seq)).toEqual([1, 4, 3]);
    expect(mirror.at(2)).toEqual([]);
  });

  it('copies no list as pages come, however many findings name the same record', async () => {
    const reads = { evidence: 0 };
    const held = Array.from({ length: 30 }, (_, index) => {
      const one = finding(7, { rule: `R${index}` });
      Object.defineProperty(one, 'evidence', {
        get: () => {
          reads.evidence += 1;
          return [1, 7];
        },
      });
      return one;
    });
    const { mirror } = follow(held);
    mirror.heard(3);
    await settle();
    const lists = [mirror.list, mirror.at(7), mirror.shownBy(1)];
    mirror.heard(30);
    await settle();
    expect([mirror.list, mirror.at(7), mirror.shownBy(1)].every((list, at) => list === lists[at])).toBe(true);
    expect(lists.map((list) => list.length)).toEqual([30, 30, 30]);
    expect(reads.evidence).toBe(30);
  });

  it('asks no further if the host gives less than it promised', async () => {
    const { mirror, asked } = follow([finding(1)]);
    mirror.heard(9);
    await settle();
    expect(asked).toEqual([0, 1]);
    expect(mirror.list).toHaveLength(1);
  });

  it('says why if the host refuses, and asks again after a reconnect', async () => {
    let refuses = true;
    const held = [finding(1)];
    const { mirror, faults } = follow(held, ({ from }) =>
      refuses ? err('No such session.') : ok(held.slice(from)),
    );
    mirror.heard(1);
    await settle();
    expect(faults).toEqual(['No such session.']);
    refuses = false;
    mirror.resume(1);
    await settle();
    expect(mirror.list).toHaveLength(1);
  });
});

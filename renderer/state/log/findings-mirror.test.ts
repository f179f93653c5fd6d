import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { type Finding, isCounted } from '../../../app/findings/finding.ts';
import { blockOf, type FindingsNear, NearFindings } from '../../../app/findings/findings-near.ts';
import { finding, settle } from '../testing/made-findings.ts';
import { FindingsMirror } from './findings-mirror.ts';

/** Records far enough apart for blocks of their own. */
const FAR = 10_000;

function follow(held: Finding[], answer?: () => Result<FindingsNear> | undefined) {
  const asked: (readonly number[])[] = [];
  const faults: string[] = [];
  const changes = { count: 0 };
  const mirror = new FindingsMirror({
    session: 's1',
    read: async () => ok(held),
    readNear: async ({ blocks }) => {
      asked.push(blocks);
      return answer?.() ?? ok(new NearFindings().near(held, 0, blocks));
    },
    onFound: () => {
      changes.count += 1;
    },
    onFault: (sentence) => faults.push(sentence),
  });
  return { mirror, asked, faults, changes };
}

const rulesOf = (found: readonly Finding[]) => found.map(({ rule }) => rule);

describe('FindingsMirror', () => {
  it('asks only for what is looked at, and once', async () => {
    const { mirror, asked } = follow([finding(5), finding(FAR)]);
    mirror.heard(2);
    await settle();
    expect([mirror.at(5), asked]).toEqual([[], [[], [blockOf(5)]]]);
    await settle();
    expect([mirror.at(5).length, mirror.at(6).length]).toEqual([1, 0]);
    await settle();
    expect(asked).toHaveLength(2);
  });

  it('counts all of the session by rule and severity, but for rules that are turned off', async () => {
    const off = finding(7, { setting: { as: 'off', reason: 'the SDK does it' } });
    const { mirror } = follow([finding(5), finding(FAR, { rule: 'C05', severity: 'violation' }), off]);
    mirror.heard(3);
    await settle();
    expect(mirror.counts.rules).toEqual({ T01: 1, C05: 1 });
    expect(mirror.counts.severities).toEqual({ violation: 1, advice: 1, info: 0 });
    expect(mirror.count).toBe(3);
    mirror.at(7);
    await settle();
    expect(mirror.at(7)).toEqual([]);
  });

  it('finds by the record it hangs on, and by the records that show it, even from another block', async () => {
    const { mirror } = follow([finding(FAR, { evidence: [4, FAR] }), finding(5, { rule: 'C05' })]);
    mirror.heard(2);
    for (const seq of [4, 5, FAR]) mirror.at(seq);
    await settle();
    expect([rulesOf(mirror.at(FAR)), rulesOf(mirror.at(4))]).toEqual([['T01'], []]);
    expect([rulesOf(mirror.shownBy(4)), rulesOf(mirror.shownBy(5))]).toEqual([['T01'], ['C05']]);
  });

  it('gives what the host has, whatever is looked at and however it grows', async () => {
    const one = fc
      .tuple(fc.nat({ max: 900 }), fc.array(fc.nat({ max: 900 }), { maxLength: 3 }), fc.boolean())
      .map(([seq, evidence, isOff]) =>
        finding(seq, { evidence, ...(isOff ? { setting: { as: 'off', reason: '' } } : {}) }),
      );
    const looks = fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(one, looks), { maxLength: 8 }), async (steps) => {
        const held: Finding[] = [];
        const { mirror } = follow(held);
        for (const [added, seqs] of steps) {
          held.push(added);
          mirror.heard(held.length);
          for (const seq of seqs) mirror.at(seq);
          await settle();
          for (const seq of seqs) mirror.at(seq);
          await settle();
          for (const seq of seqs)
            expect(mirror.at(seq)).toEqual(held.filter((of) => isCounted(of) && of.seq === seq));
        }
      }),
    );
  });

  it('asks again for what is on the screen when there is more, and keeps lists that are the same', async () => {
    const held = [finding(5), finding(6)];
    const { mirror, asked } = follow(held);
    mirror.heard(2);
    mirror.at(5);
    await settle();
    const before = [mirror.at(5), mirror.at(6)];
    held.push(finding(6, { rule: 'C05' }));
    mirror.heard(3);
    expect(mirror.at(5)).toBe(before[0]);
    await settle();
    expect(asked.at(-1)).toEqual([blockOf(5)]);
    expect(mirror.at(5)).toBe(before[0]);
    expect(rulesOf(mirror.at(6))).toEqual(['T01', 'C05']);
  });

  it('takes back what the host has taken back', async () => {
    const held = [finding(5), finding(6)];
    const { mirror } = follow(held);
    mirror.heard(2);
    mirror.at(5);
    await settle();
    held.splice(0, 1, finding(7));
    mirror.heard(2, 1);
    await settle();
    expect([mirror.at(5).length, mirror.at(6).length, mirror.at(7).length]).toEqual([0, 1, 1]);
  });

  it('holds no more than the last blocks', async () => {
    const held = Array.from({ length: 200 }, (_, index) => finding(index * FAR));
    const { mirror, asked } = follow(held);
    mirror.heard(200);
    for (const { seq } of held) {
      mirror.at(seq);
      await settle();
    }
    const before = asked.length;
    mirror.at(199 * FAR);
    await settle();
    expect(asked).toHaveLength(before);
    expect(mirror.at(0)).toEqual([]);
  });

  it('says why if the host refuses, and asks again after a reconnect', async () => {
    let refuses = true;
    const { mirror, faults } = follow([finding(5)], () => (refuses ? err('No such session.') : undefined));
    mirror.heard(1);
    await settle();
    expect(faults).toEqual(['No such session.']);
    refuses = false;
    mirror.resume(1);
    mirror.at(5);
    await settle();
    expect(mirror.at(5)).toHaveLength(1);
  });
});

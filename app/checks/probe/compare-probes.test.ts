import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparedProbes, failuresOf } from './compare-probes.ts';
import { CASE_OUTCOMES, type CaseVerdict } from './probe-report.ts';
import { reply, reportOf, sampleRun } from './testing/sample-verdicts.ts';

const [failed, passed, unsure] = [
  reportOf([sampleRun([reply('result')])]),
  reportOf([sampleRun([reply('tool error')])]),
  reportOf([sampleRun([], { kind: 'not-run', why: 'No time was left.' })]),
].map(({ cases }) => cases) as [readonly CaseVerdict[], readonly CaseVerdict[], readonly CaseVerdict[]];

function changes(before: readonly CaseVerdict[], after: readonly CaseVerdict[]) {
  return comparedProbes(failuresOf(before), after).map(({ change, id }) => `${change} ${id}`);
}

const ID = 'arguments/find/missing/all';

it('says of each failure what became of it', () => {
  expect(changes(passed, failed)).toEqual([`new ${ID}`]);
  expect(changes(failed, failed)).toEqual([`still ${ID}`]);
  expect(changes(failed, passed)).toEqual([`fixed ${ID}`]);
  expect(changes(failed, [])).toEqual([`gone ${ID}`]);
});

it('does not say that a failure is fixed if the case came to no verdict', () => {
  expect(changes(failed, unsure)).toEqual([`unsure ${ID}`]);
});

it('calls a case new that failed by another rule before', () => {
  const other = failuresOf(failed).map((one) => ({ ...one, rule: 'C08' }));
  expect(comparedProbes(other, failed).map(({ change }) => change)).toEqual(['new']);
});

it('names each failure of either side once, and nothing else', () => {
  const [sample] = failed;
  if (sample === undefined) throw new Error('no sample');
  const anyCases = fc
    .uniqueArray(fc.record({ id: fc.nat(9), outcome: fc.constantFrom(...CASE_OUTCOMES) }), {
      selector: ({ id }) => id,
    })
    .map((ones) =>
      ones.map(({ id, outcome }): CaseVerdict => {
        const failure =
          outcome === 'failed' ? (failed.find((one) => one.failure !== null)?.failure ?? null) : null;
        return { ...sample, id: String(id), outcome, failure };
      }),
    );
  fc.assert(
    fc.property(anyCases, anyCases, (before, after) => {
      const compared = comparedProbes(failuresOf(before), after);
      const ids = compared.map(({ id }) => id);
      const expected = [...before, ...after].filter(({ failure }) => failure !== null).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set(expected));
      for (const { change, now } of compared) {
        expect(change === 'new' || change === 'still').toBe(now?.outcome === 'failed');
      }
    }),
  );
});

import { z } from 'zod';
import { parseJson } from '../base/json-value.ts';
import { type CaseVerdict, countOutcomes, type ProbeReport } from './probe-report.ts';

/** The cases that failed in an earlier probe, each with its rule. */
export type ProbeBaseline = ReadonlySet<string>;

const earlier = z.object({
  cases: z.array(z.looseObject({ id: z.string(), failure: z.looseObject({ rule: z.string() }).nullable() })),
});

/** Reads what `probe --format json` printed; undefined for any other text. */
export function readProbeBaseline(text: string): ProbeBaseline | undefined {
  const read = earlier.safeParse(parseJson(text));
  if (!read.success) return undefined;
  return new Set(
    read.data.cases.flatMap(({ id, failure }) => (failure === null ? [] : [key(id, failure.rule)])),
  );
}

/** The report with the state of each failed case: a case that failed by another rule before is new. */
export function besideProbeBaseline(report: ProbeReport, baseline: ProbeBaseline): ProbeReport {
  const cases = report.cases.map((one): CaseVerdict => {
    if (one.failure === null) return one;
    return { ...one, state: baseline.has(key(one.id, one.failure.rule)) ? 'known' : 'new' };
  });
  return { ...report, cases, counts: countOutcomes(cases) };
}

function key(id: string, rule: string): string {
  return `${rule}|${id}`;
}

import { z } from 'zod';
import { parseJson, withoutMark } from '../../base/json-value.ts';
import { changeOf, type ProbeChange } from './compare-probes.ts';
import { type CaseVerdict, countOutcomes, type ProbeReport } from './probe-report.ts';

export type ProbeBaseline = readonly {
  readonly id: string;
  readonly rule: string;
  readonly message: string;
}[];

const failed = z.looseObject({ rule: z.string(), message: z.string().default('') });
const earlier = z.object({
  cases: z.array(z.looseObject({ id: z.string(), failure: failed.nullable() })),
});

/** Reads the output of `probe --format json`; undefined for any other text. */
export function readProbeBaseline(text: string): ProbeBaseline | undefined {
  const read = earlier.safeParse(parseJson(withoutMark(text)));
  if (!read.success) return undefined;
  return read.data.cases.flatMap(({ id, failure }) =>
    failure === null ? [] : [{ id, rule: failure.rule, message: failure.message }],
  );
}

/** Gone cases are listed separately, and inconclusive ones stay open. */
const STATES: Readonly<Record<ProbeChange, CaseVerdict['state']>> = {
  new: 'new',
  still: 'known',
  fixed: 'fixed',
  unsure: null,
  gone: null,
};

const PLACEHOLDER = /<redacted:\d+>/g;

/** The report with the state of each case that fails or failed; `redacted` gives an id as printed. */
export function compareToProbeBaseline(
  report: ProbeReport,
  baseline: ProbeBaseline,
  redacted: (id: string) => string = (id) => id,
): ProbeReport {
  const keyOf = ({ id }: { readonly id: string }) => redacted(id).replaceAll(PLACEHOLDER, '<redacted>');
  const earlier = new Map(baseline.map((one) => [keyOf(one), one]));
  const stateOf = (now: CaseVerdict): CaseVerdict['state'] => {
    const before = earlier.get(keyOf(now));
    return before === undefined && now.failure === null ? null : STATES[changeOf(before, now)];
  };
  const cases = report.cases.map((one): CaseVerdict => ({ ...one, state: stateOf(one) }));
  const present = new Map(cases.map((one) => [keyOf(one), one]));
  const gone = baseline.filter((one) => changeOf(one, present.get(keyOf(one))) === 'gone');
  return { ...report, cases, counts: countOutcomes(cases), gone };
}

/** "2 new, 1 known, 3 fixed, 0 gone"; empty without a baseline. */
export function statesText({ cases, gone }: ProbeReport): string {
  if (gone === null) return '';
  const count = (state: CaseVerdict['state']) => cases.filter((one) => one.state === state).length;
  return `${count('new')} new, ${count('known')} known, ${count('fixed')} fixed, ${gone.length} gone`;
}

/** The cases that failed before and no longer do, one line each for people. */
export function fixedAndGone({ cases, gone }: ProbeReport): readonly string[] {
  return [
    ...cases.filter(({ state }) => state === 'fixed').map(({ id, title }) => `fixed: ${id}, ${title}`),
    ...(gone ?? []).map(({ id, rule, message }) => `gone: ${id}, which failed by ${rule}: ${message}`),
  ];
}

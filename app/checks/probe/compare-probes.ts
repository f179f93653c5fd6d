import { groupedBy } from '../../base/grouped-by.ts';
import type { CaseVerdict } from './probe-report.ts';

/** A case that failed in the earlier of two probes. */
export type EarlierFailure = Pick<CaseVerdict, 'id' | 'family' | 'target' | 'title'> & {
  readonly rule: string;
  readonly message: string;
};

/**
 * The fate of a failure: `new` passed before, or failed by another rule; `still` failed before; `fixed` passes now;
 * `unsure` is inconclusive now; `gone` is no longer tested.
 */
export const CHANGES = ['new', 'still', 'fixed', 'unsure', 'gone'] as const;
export type ProbeChange = (typeof CHANGES)[number];

export type ComparedCase = {
  readonly change: ProbeChange;
  readonly id: string;
  readonly title: string;
  readonly target: string;
  readonly now: CaseVerdict | undefined;
  readonly before: EarlierFailure | undefined;
};

export function failuresOf(cases: readonly CaseVerdict[]): readonly EarlierFailure[] {
  return cases.flatMap(({ id, family, target, title, failure }) =>
    failure === null ? [] : [{ id, family, target, title, rule: failure.rule, message: failure.message }],
  );
}

/** All cases that failed in either of two probes of one server, by their fate; new ones come first. */
export function comparedProbes(
  before: readonly EarlierFailure[],
  after: readonly CaseVerdict[],
): readonly ComparedCase[] {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const present = new Map(after.map((one) => [one.id, one]));
  const ids = new Set([...failuresOf(after).map(({ id }) => id), ...earlier.keys()]);
  const compared = [...ids].flatMap((id): ComparedCase[] => {
    const [then, now] = [earlier.get(id), present.get(id)];
    const named = now ?? then;
    if (named === undefined) return [];
    const { title, target } = named;
    return [{ change: changeOf(then, now), id, title, target, now, before: then }];
  });
  const groups = groupedBy(compared, ({ change }) => change);
  return CHANGES.flatMap((change) => groups.get(change) ?? []);
}

/** The fate of a case that failed before or fails now. */
export function changeOf(
  before: Pick<EarlierFailure, 'rule'> | undefined,
  now: CaseVerdict | undefined,
): ProbeChange {
  if (now === undefined) return 'gone';
  switch (now.outcome) {
    case 'failed':
      return before !== undefined && before.rule === now.failure?.rule ? 'still' : 'new';
    case 'passed':
      return 'fixed';
    case 'inconclusive':
      return 'unsure';
    case 'not-applicable':
      return 'gone';
  }
}

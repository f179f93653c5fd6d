import type { ProblemBasis, SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { PlacedProblem, ProblemCounts } from '../../../app/report/placed-problems.ts';
import { counted, formatMoment } from '../../ui/format/quantity-text.ts';

/** For example "3 problems, 1 new and 1 gone since the recording of 24 Nov 2026, 09:00:00". */
export function summaryText({ present, fresh, gone }: ProblemCounts, since: string): string {
  const count = present === 0 ? 'No problems' : counted(present, 'problem');
  if (since === '') return count;
  const parts = [...(fresh > 0 ? [`${fresh} new`] : []), ...(gone > 0 ? [`${gone} gone`] : [])];
  return `${count}, ${parts.length === 0 ? 'none new' : parts.join(' and ')} since ${since}`;
}

/** The basis of a comparison of problems, as the end of a sentence; empty for none. */
export function basisText(basis: ProblemBasis): string {
  switch (basis.kind) {
    case 'none':
      return '';
    case 'run':
      return `run ${basis.run} of this session`;
    case 'recording': {
      const { startedAt, name } = basis.recording;
      return startedAt === '' ? name : `the recording of ${formatMoment(startedAt)}`;
    }
  }
}

/** The coverage of the list, if not the whole session. */
export function scopeText({ run, runs, cutAt, more }: SessionProblems): string[] {
  return [
    ...(run === 0 ? [] : [`These are the problems of run ${run}, since the last restart of the server.`]),
    ...(run === 0 && runs.length > 1 ? [`The server was started ${runs.length} times.`] : []),
    ...(cutAt === 0
      ? []
      : [
          `Only the rows up to #${cutAt - 1} are grouped: the session has more than a million records or 100,000 errors.`,
        ]),
    ...(more === 0 ? [] : [`${counted(more, 'more problem')} ${more === 1 ? 'is' : 'are'} not listed.`]),
  ];
}

/** The same for several sessions together: what is left out of any of them. */
export function sharedScopeText(lists: readonly SessionProblems[]): string[] {
  const cut = lists.filter(({ cutAt }) => cutAt > 0).length;
  if (cut === 0) return [];
  return [
    `Of ${counted(cut, 'session')} only the first rows are grouped: more than a million records or 100,000 errors.`,
  ];
}

export function groupingReason({ by, tier, rule, text }: PlacedProblem): string {
  const change =
    'A rule under "groups" in .tierscope.json, with "match" and "splitBy", merges or splits problems.';
  if (by !== null) return `The rule "${by}" of .tierscope.json puts them together. ${change}`;
  const said = `"${text}"`;
  if (tier === null)
    return `Rule ${rule} found them, and what it says differs in numbers, ids, times, paths, addresses and quoted values only: ${said}. ${change}`;
  return `They have the same tier, code, method and target, and their messages differ in numbers, ids, times, paths, addresses and quoted values only: ${said}. ${change}`;
}

/** The headings of separate groups. */
export const FOLD_LABELS = {
  sdk: 'Caused by the SDK: only its author can fix them',
  provoked: 'Provoked on purpose, by raw messages, changed answers or a probe',
  expected: 'Expected by the project file',
} as const;

/** A problem as the chip of a filtered log names it: `find_customer: Internal error`. */
export function problemLabel({ tier, target, method, title, text }: PlacedProblem): string {
  return tier === null ? title : `${target || method}: ${text}`;
}

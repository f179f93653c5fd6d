import type { ProblemsAgainst, SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { ProblemCounts } from '../../../app/report/placed-problems.ts';
import {
  type HeldProblems,
  holdAgainst,
  LAST_RUN,
  useProblems,
} from '../../state/problems/problems-store.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { SelectLine } from '../../ui/controls/fields.tsx';
import { formatMoment } from '../../ui/format/time-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { basisText, scopeText, sharedScopeText, summaryText } from './problem-text.ts';

type Props = {
  readonly held: readonly HeldProblems[];
  readonly counts: ProblemCounts;
  /** True for one session, whose earlier run can be chosen. */
  readonly single: boolean;
};

/** How many problems there are, what they are held against, and the choice of that. */
export function BasisBar({ held, counts, single }: Props) {
  const lists = held.flatMap(({ list }) => list ?? []);
  const [list] = lists;
  const since = sinceText(lists, single);
  const notes = lists.flatMap((one) => [
    ...(one.basisFault === '' ? [] : [one.basisFault]),
    ...(single ? scopeText(one) : []),
  ]);
  if (!single) notes.push(...sharedScopeText(lists));
  return (
    <header className={kit.toolbar}>
      <p role="status" className={`${kit.grow} ${kit.strong}`}>
        {summaryText(counts, since)}
      </p>
      {single && list !== undefined ? <BasisChoice list={list} /> : null}
      <Button size="small" look="quiet" onClick={() => showDialog('rules-off')}>
        Rules off…
      </Button>
      {notes.map((note) => (
        <p key={note} className={`${kit.note} ${kit.whole}`}>
          {note}
        </p>
      ))}
    </header>
  );
}

function sinceText(lists: readonly SessionProblems[], single: boolean): string {
  const compared = lists.filter(({ basis, basisFault }) => basis.kind !== 'none' && basisFault === '');
  const [first] = compared;
  if (first === undefined) return '';
  return single ? basisText(first.basis) : 'the last run of each';
}

/** The runs and recordings that a session can be held against. */
function BasisChoice({ list }: { readonly list: SessionProblems }) {
  const { session, runs, earlier } = list;
  const against = useProblems((state) => state.against[session] ?? LAST_RUN);
  const choices: readonly (readonly [ProblemsAgainst, string])[] = [
    [LAST_RUN, 'the last run'],
    [{ kind: 'none' }, 'nothing'],
    ...runs
      .slice(0, -1)
      .map((_, at) => [{ kind: 'run', run: at + 1 }, `run ${at + 1} of this session`] as const),
    ...earlier.map(
      ({ path, label, startedAt }) =>
        [{ kind: 'recording', path }, `${formatMoment(startedAt)}, ${label}`] as const,
    ),
  ];
  // Without an earlier run there is nothing to choose.
  if (runs.length < 2 && earlier.length === 0 && against.kind === 'last') return null;
  const at = choices.findIndex(([choice]) => JSON.stringify(choice) === JSON.stringify(against));
  return (
    <SelectLine
      label="Compare with"
      value={Math.max(0, at)}
      onChange={(index) => holdAgainst(session, choices[index]?.[0] ?? LAST_RUN)}
      options={choices.map(([, text], index) => [index, text])}
    />
  );
}

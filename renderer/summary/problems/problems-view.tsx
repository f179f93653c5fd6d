import { useEffect } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { countProblems, type PlacedProblem } from '../../../app/report/placed-problems.ts';
import type { ProblemFold } from '../../../app/report/session-problems.ts';
import { type FilterSpan, showInLog } from '../../state/log/filter-store.ts';
import { chooseProblem, useProblems } from '../../state/problems/problems-store.ts';
import { useHeldProblems, useReadProblems, useViewSessions } from '../../state/problems/use-problems.ts';
import { inspectRow, MERGED, setFollowing } from '../../state/screen/screen-store.ts';
import { kit } from '../../ui/kit.tsx';
import { BasisBar } from './basis-bar.tsx';
import { ProblemDetail } from './problem-detail.tsx';
import { ProblemList } from './problem-list.tsx';
import { FOLD_LABELS } from './problem-text.ts';
import styles from './problems.module.css';

type Props = {
  /** The session; without one, all that take part in the merged log. */
  readonly info?: SessionInfo | undefined;
};

/** What is wrong: the errors and findings by their causes, what is new since the last run, and who has to act. */
export function ProblemsView({ info }: Props) {
  const view = info?.session ?? MERGED;
  const sessions = useViewSessions(info);
  useReadProblems(sessions, true);
  const { problems, held } = useHeldProblems(sessions);
  const asked = useProblems((state) => state.chosen[view]);
  const faults = held.flatMap(({ fault }) => (fault === '' ? [] : [fault]));
  const isOfProbe = info?.kind === 'file' && info.probe?.kind === 'result';
  const all = (problems ?? []).map(
    (one): PlacedProblem => (isOfProbe && one.fold === '' ? { ...one, fold: PROVOKED } : one),
  );
  const open = all.filter(({ fold }) => fold === '');
  const chosen = all.find(({ id }) => id === asked) ?? open[0];
  const chosenId = chosen?.id;
  useEffect(() => {
    if (chosenId !== undefined && asked === undefined) chooseProblem(view, chosenId);
  }, [view, asked, chosenId]);
  if (problems === undefined && faults.length === 0) {
    return (
      <p role="status" className={kit.empty}>
        Reading the problems…
      </p>
    );
  }
  const choose = (id: string) => {
    chooseProblem(view, id);
    inspectExample(all.find((one) => one.id === id));
  };
  const showRows = (problem: PlacedProblem, span?: FilterSpan) => filterBy(view, problem, span);
  const listed = { chosen: chosenId, choose, showRows };
  return (
    <div className={`${kit.fill} ${kit.panel} ${styles.view}`}>
      <BasisBar held={held} counts={countProblems(all)} single={info !== undefined} />
      {faults.map((fault) => (
        <p key={fault} role="alert" className={`${kit.fault} ${kit.pad}`}>
          {fault}
        </p>
      ))}
      <div className={`${kit.rest} ${styles.parts}`}>
        <div className={styles.lists}>
          {open.length === 0 ? (
            <p className={kit.empty}>No error and no finding so far that anybody has to act on.</p>
          ) : (
            <ProblemList label="Problems" problems={open} takesFocus {...listed} />
          )}
          {FOLDS.map((fold) => (
            <Folded key={fold} fold={fold} problems={all.filter((one) => one.fold === fold)} {...listed} />
          ))}
        </div>
        {chosen === undefined ? null : <ProblemDetail problem={chosen} showRows={showRows} />}
      </div>
    </div>
  );
}

const PROVOKED: ProblemFold = 'provoked';
const FOLDS = ['sdk', 'provoked', 'expected'] as const;

type FoldedProps = Pick<Parameters<typeof ProblemList>[0], 'problems' | 'chosen' | 'choose' | 'showRows'> & {
  readonly fold: (typeof FOLDS)[number];
};

/** Problems that stand apart, folded until they are asked for. */
function Folded({ fold, problems, ...listed }: FoldedProps) {
  if (problems.length === 0) return null;
  return (
    <details className={styles.folded} open={problems.some(({ id }) => id === listed.chosen)}>
      <summary>
        {FOLD_LABELS[fold]} <b>{problems.length.toLocaleString('en')}</b>
      </summary>
      <ProblemList label={FOLD_LABELS[fold]} problems={problems} {...listed} />
    </details>
  );
}

/** Shows the first row of a problem in the inspector, which explains it. */
function inspectExample(problem: PlacedProblem | undefined): void {
  const place = problem?.places[0];
  if (place !== undefined) inspectRow(place.session, place.first);
}

/** Filters the log by a problem, or by one time of it, and shows it from its first row on. */
function filterBy(view: string, problem: PlacedProblem, span: FilterSpan | null = null): void {
  if (problem.count === 0) return;
  inspectExample(problem);
  setFollowing(view, false);
  showInLog([`problem:${problem.id}`], span);
}

/** How many problems there are, or how many are new. */
export function ProblemsBadge({ info }: Props) {
  const sessions = useViewSessions(info);
  useReadProblems(sessions, false);
  const { problems } = useHeldProblems(sessions);
  const { present, fresh, errors } = countProblems(problems ?? []);
  if (problems === undefined || present === 0) return null;
  const text = fresh > 0 && problems.some(({ state }) => state !== null) ? `${fresh} new` : String(present);
  return (
    <span className={`${kit.badge} ${kit.number}`} data-tone={errors > 0 ? 'error' : 'none'}>
      {text}
    </span>
  );
}

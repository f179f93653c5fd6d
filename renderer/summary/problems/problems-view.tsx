import { useEffect } from 'react';
import type { ProblemsAgainst, SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ACTOR_LABELS } from '../../../app/protocol/actor.ts';
import {
  countProblems,
  type PlacedProblem,
  type ProblemCounts,
} from '../../../app/report/placed-problems.ts';
import type { ProblemFold } from '../../../app/report/session-problems.ts';
import { FindingMark, SEVERITY_LABELS } from '../../shared/finding-mark.tsx';
import {
  type HeldProblems,
  LAST_RUN,
  NO_PROBLEM,
  setProblemBasis,
  useProblems,
} from '../../state/problems/problems-store.ts';
import { MERGED, showDialog } from '../../state/screen/screen-store.ts';
import { Fault, SelectLine } from '../../ui/controls/fields.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { formatMoment, secondText } from '../../ui/format/quantity-text.ts';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import {
  filterBy,
  inspectProblem,
  showSomeProblem,
  useHeldProblems,
  useReadProblems,
  useViewSessions,
} from './held-problems.ts';
import { SparkLine } from './problem-head.tsx';
import { basisText, FOLD_LABELS, scopeText, sharedScopeText, summaryText } from './problem-text.ts';
import styles from './problems.module.css';

type Props = {
  /** The session; undefined for all in the merged log. */
  readonly info?: SessionInfo | undefined;
};

/** The problems: errors and findings by cause, new ones since the last run, and who has to act. */
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
  const isRead = problems !== undefined;
  useEffect(() => {
    if (isRead && asked !== NO_PROBLEM) void showSomeProblem(view, chosen);
  }, [view, isRead]);
  if (problems === undefined && faults.length === 0) {
    return (
      <p role="status" className={kit.empty}>
        Reading the problems…
      </p>
    );
  }
  const choose = (id: string) =>
    inspectProblem(
      view,
      all.find((one) => one.id === id),
    );
  const listed = { chosen: asked, choose, showRows: (problem: PlacedProblem) => filterBy(view, problem) };
  return (
    <div className={`${kit.fill} ${kit.panel}`}>
      {(faults.length === 0 || all.length > 0) && (
        <BasisBar held={held} counts={countProblems(all)} single={info !== undefined} />
      )}
      {faults.map((fault) => (
        <Fault key={fault} text={fault} className={kit.pad} />
      ))}
      <div className={`${kit.rest} ${kit.scroll}`}>
        {open.length > 0 ? (
          <ProblemList label="Problems" problems={open} takesFocus {...listed} />
        ) : (
          faults.length === 0 && (
            <p className={kit.empty}>No error and no finding so far that anybody has to act on.</p>
          )
        )}
        {FOLDS.map((fold) => (
          <Folded key={fold} fold={fold} problems={all.filter((one) => one.fold === fold)} {...listed} />
        ))}
      </div>
    </div>
  );
}

const PROVOKED: ProblemFold = 'provoked';
const FOLDS = ['sdk', 'provoked', 'expected'] as const;

type FoldedProps = Pick<Parameters<typeof ProblemList>[0], 'problems' | 'chosen' | 'choose' | 'showRows'> & {
  readonly fold: (typeof FOLDS)[number];
};

/** Separate problems, folded by default. */
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

type BasisBarProps = {
  readonly held: readonly HeldProblems[];
  readonly counts: ProblemCounts;
  /** True for one session, whose earlier run can be chosen. */
  readonly single: boolean;
};

/** The number of problems, what they are compared with, and the choice of that. */
export function BasisBar({ held, counts, single }: BasisBarProps) {
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
      <p role="status" className={`${styles.summary} ${kit.strong}`}>
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
      onChange={(index) => setProblemBasis(session, choices[index]?.[0] ?? LAST_RUN)}
      options={choices.map(([, text], index) => [index, text])}
    />
  );
}

type ProblemListProps = {
  readonly label: string;
  readonly problems: readonly PlacedProblem[];
  readonly chosen: string | undefined;
  readonly choose: (problem: string) => void;
  readonly showRows: (problem: PlacedProblem) => void;
  /** True for the list that takes the focus when the view opens and nothing else has it. */
  readonly takesFocus?: boolean;
};

/** A vertical list of problems: one Tab stop, arrow keys select, Enter shows the rows. */
export function ProblemList({
  label,
  problems,
  chosen,
  choose,
  showRows,
  takesFocus = false,
}: ProblemListProps) {
  return (
    <ListView
      label={label}
      items={problems}
      keyOf={({ id }) => id}
      selection={{ chosen, choose, open: showRows, takesFocus }}
      row={({ id, tier, state }) => ({
        className: styles.option,
        'data-tier': tier ?? 'finding',
        'data-state': state ?? 'none',
        'data-problem': id,
      })}
    >
      {(problem) => <ProblemRow problem={problem} />}
    </ListView>
  );
}

/** Its first and last time: `11:00:16 – 11:08:51`. */
function timesText({ firstAt, lastAt }: PlacedProblem): string {
  const [first, last] = [secondText(firstAt), secondText(lastAt)];
  return first === last ? first : `${first} – ${last}`;
}

function ProblemRow({ problem }: { readonly problem: PlacedProblem }) {
  const { tier, severity, title, text, causeLine, count, before, state, acts, todo, instruction, bins } =
    problem;
  const kind = tier ?? SEVERITY_LABELS[severity ?? 'info'].toLowerCase();
  return (
    <>
      <span className={`${kit.inline} ${kit.strong} ${styles.kind}`}>
        {tier === null ? <FindingMark severity={severity ?? 'info'} size={10} /> : <TierMark tier={tier} />}
        {kind}
      </span>
      <b className={`${kit.truncate} ${styles.title}`}>
        {drawnText(tier === null ? title : title.slice(tier.length).replace(/^[ ·]+/, ''))}
      </b>
      {state === null || state === 'known' ? null : (
        <span className={`${kit.badge} ${styles.state}`} data-tone={state === 'gone' ? 'good' : 'accent'}>
          {state}
        </span>
      )}
      <b className={`${kit.number} ${styles.count}`}>
        {state === 'gone' ? `was ${before.toLocaleString('en')}` : `${count.toLocaleString('en')}×`}
      </b>
      <span className={`${kit.truncate} ${kit.fact} ${styles.first}`}>{drawnText(causeLine || text)}</span>
      <SparkLine bins={bins} width={96} height={16} />
      <span className={`${kit.truncate} ${kit.mute} ${styles.first}`}>
        <b>{ACTOR_LABELS[acts]}</b>
        {todo === '' ? '' : `: ${instruction}`}
      </span>
      {count === 0 ? null : (
        <span className={`${kit.note} ${kit.number} ${styles.last}`}>{timesText(problem)}</span>
      )}
    </>
  );
}

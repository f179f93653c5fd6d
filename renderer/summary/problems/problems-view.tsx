import { useEffect, useMemo } from 'react';
import type { ProblemsAgainst, SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ACTOR_LABELS } from '../../../app/protocol/actor.ts';
import {
  countProblems,
  type PlacedProblem,
  type ProblemCounts,
  placedProblems,
} from '../../../app/report/placed-problems.ts';
import type { ProblemFold } from '../../../app/report/session-problems.ts';
import { FindingMark, SEVERITY_LABELS } from '../../shared/finding-mark.tsx';
import { type FilterSpan, showInLog } from '../../state/log/filter-store.ts';
import { participantNames } from '../../state/log/front-view.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { PulledWhole } from '../../state/log/pulled-pages.ts';
import {
  chooseProblem,
  type HeldProblems,
  holdAgainst,
  isReading,
  LAST_RUN,
  readProblems,
  useProblems,
} from '../../state/problems/problems-store.ts';
import {
  inspectRow,
  MERGED,
  sessionInfo,
  setFollowing,
  showDialog,
  useScreen,
} from '../../state/screen/screen-store.ts';
import { useOwn } from '../../state/session/own-vocabularies.ts';
import { useChosen } from '../../state/session/use-server-vocabulary.ts';
import { Fault, SelectLine } from '../../ui/controls/fields.tsx';
import { formatMoment, secondText } from '../../ui/format/quantity-text.ts';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { ProblemDetail, SparkLine } from './problem-detail.tsx';
import {
  basisText,
  FOLD_LABELS,
  problemLabel,
  scopeText,
  sharedScopeText,
  summaryText,
} from './problem-text.ts';
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
        <Fault key={fault} text={fault} className={kit.pad} />
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

function inspectExample(problem: PlacedProblem | undefined): void {
  const place = problem?.places[0];
  if (place !== undefined) inspectRow(place.session, place.first);
}

function filterBy(view: string, problem: PlacedProblem, span: FilterSpan | null = null): void {
  if (problem.count === 0) return;
  inspectExample(problem);
  setFollowing(view, false);
  showInLog([], span, { id: problem.id, label: problemLabel(problem) });
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

type BasisBarProps = {
  readonly held: readonly HeldProblems[];
  readonly counts: ProblemCounts;
  /** True for one session, whose earlier run can be chosen. */
  readonly single: boolean;
};

/** How many problems there are, what they are held against, and the choice of that. */
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

/** The badge of a longer log waits until somebody looks at its problems. */
const MAX_UNASKED_ROWS = 100_000;

/** The sessions of a view: one, or those that take part in the merged log. */
export function useViewSessions(info: SessionInfo | undefined): readonly string[] {
  const all = useScreen(({ sessions }) => (info === undefined ? sessions : undefined));
  const leftOut = useScreen(({ leftOut }) => (info === undefined ? leftOut : undefined));
  const own = info?.session;
  return useMemo(
    () => (own === undefined ? participantNames({ sessions: all ?? [], leftOut: leftOut ?? [] }) : [own]),
    [own, all, leftOut],
  );
}

type Followed = {
  readonly reader: PulledWhole;
  /** What the last reading was asked for, by an open view and by a badge. */
  readonly stamps: { open: string; badge: string };
};

const followed = new Map<string, Followed>();

/** What a session's problems depend on; `growth` tells a log that only grew. */
function stampOf(session: string, isOpen: boolean): string {
  const { mirror, findings } = sessionLog(session);
  const { counts } = mirror.state;
  const info = sessionInfo(session);
  const { tool, protocol, client, transport, expected } = counts;
  const errors = [tool, protocol, client, transport, expected, findings.list.length].join(' ');
  const run = info?.kind === 'live' ? (info.pid ?? '') : '';
  const still = info?.kind === 'file' && info.opening !== undefined ? 'opening' : '';
  return [errors, run, still, isOpen ? mirror.length : ''].join('|');
}

/** By what codes are named, apart from what the frames show: another text for other names. */
function useKnownCodes(): string {
  const chosen = useChosen();
  const own = useOwn((state) => state.vocabularies);
  return useMemo(() => JSON.stringify([chosen, own]), [chosen, own]);
}

/** Reads the problems of sessions now and as they grow; an open view follows each row, a badge each error. */
export function useReadProblems(sessions: readonly string[], isOpen: boolean): void {
  const revisions = useScreen((state) => state.panelRevisions);
  const infos = useScreen((state) => state.sessions);
  const codes = useKnownCodes();
  useEffect(() => {
    for (const session of sessions) follow(session, isOpen, codes);
  }, [sessions, isOpen, revisions, infos, codes]);
}

function follow(session: string, isOpen: boolean, codes: string): void {
  const { counts } = sessionLog(session).mirror.state;
  const { tool, protocol, client, transport, expected } = counts;
  const isCalm = tool + protocol + client + transport + expected === 0;
  if (!isOpen && (isCalm || sessionLog(session).mirror.length > MAX_UNASKED_ROWS)) return;
  const known = followed.get(session);
  const { reader, stamps } = known ?? {
    reader: new PulledWhole(() => readProblems(session)),
    stamps: { open: '', badge: '' },
  };
  if (known === undefined) followed.set(session, { reader, stamps });
  const stamp = `${stampOf(session, isOpen)} ${codes}`;
  const of = isOpen ? 'open' : 'badge';
  const isUnread = useProblems.getState().held[session] === undefined && !isReading(session);
  if (!isUnread && stamps[of] === stamp) return;
  stamps[of] = stamp;
  reader.news();
}

/** What is held of the sessions of a view: their problems together, or nothing before all are read. */
export function useHeldProblems(sessions: readonly string[]): {
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly held: readonly HeldProblems[];
} {
  const all = useProblems((state) => state.held);
  return useMemo(() => {
    const held = sessions.flatMap((session) => all[session] ?? []);
    const lists = held.flatMap(({ list }) => list ?? []);
    if (held.length < sessions.length) return { problems: undefined, held };
    const { sessions: infos } = useScreen.getState();
    const problems = placedProblems(
      lists.map(({ session, fromMs, toMs, problems }) => ({
        ...{ session, fromMs, toMs, problems },
        startedAt: Date.parse(infos.find((info) => info.session === session)?.startedAt ?? '') || 0,
      })),
    );
    return { problems, held };
  }, [sessions, all]);
}

type ProblemListProps = {
  readonly label: string;
  readonly problems: readonly PlacedProblem[];
  readonly chosen: string | undefined;
  readonly choose: (problem: string) => void;
  readonly showRows: (problem: PlacedProblem) => void;
  /** True for the list that takes the keys when the view opens and nothing else has them. */
  readonly takesFocus?: boolean;
};

/** Problems one below the other: one Tab stop, arrows choose, Enter shows the rows. */
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

/** When it came first and last: `11:00:16 – 11:08:51`. */
function timesText({ firstAt, lastAt }: PlacedProblem): string {
  const [first, last] = [secondText(firstAt), secondText(lastAt)];
  return first === last ? first : `${first} – ${last}`;
}

function ProblemRow({ problem }: { readonly problem: PlacedProblem }) {
  const { tier, severity, title, text, count, before, state, acts, todo, instruction, bins } = problem;
  const kind = tier ?? SEVERITY_LABELS[severity ?? 'info'].toLowerCase();
  return (
    <>
      <span className={`${kit.inline} ${kit.strong} ${styles.kind}`}>
        {tier === null ? <FindingMark severity={severity ?? 'info'} size={10} /> : <TierMark tier={tier} />}
        {kind}
      </span>
      <b className={`${kit.truncate} ${styles.title}`}>
        {tier === null ? title : title.slice(tier.length).replace(/^[ ·]+/, '')}
      </b>
      {state === null || state === 'known' ? null : (
        <span className={`${kit.badge} ${styles.state}`} data-tone={state === 'gone' ? 'good' : 'accent'}>
          {state}
        </span>
      )}
      <b className={`${kit.number} ${styles.count}`}>
        {state === 'gone' ? `was ${before.toLocaleString('en')}` : `${count.toLocaleString('en')}×`}
      </b>
      <span className={`${kit.truncate} ${kit.fact} ${styles.first}`}>{text}</span>
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

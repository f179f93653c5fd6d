import { useEffect, useRef } from 'react';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import type { PlacedProblem } from '../../../app/report/placed-problems.ts';
import type { PlaceInProblem } from '../../../app/report/problem-index.ts';
import { RuleOffMenu } from '../../shared/rules-off-list.tsx';
import { useLoaded } from '../../state/host/host.ts';
import { useSelectedRow } from '../../state/log/log-mirrors.ts';
import {
  chooseProblem,
  placeOfRow,
  showProblemOf,
  useProblems,
} from '../../state/problems/problems-store.ts';
import {
  inspectRow,
  selectedKey,
  useActiveSession,
  useScreen,
  viewInFront,
} from '../../state/screen/screen-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { TimeBins } from '../../ui/charts/time-bins.tsx';
import { counted, formatDay, secondText } from '../../ui/format/quantity-text.ts';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { filterBy, useHeldProblems, useViewSessions } from './held-problems.ts';
import { groupingReason } from './problem-text.ts';
import styles from './problems.module.css';

/**
 * The problem of the selected row, above the inspector's pages: the index of this occurrence, links to the others, and
 * when and where it happened. The list of problems follows the row, and the row the list.
 */
export function ProblemHead() {
  const info = useActiveSession();
  const merged = useScreen((state) => state.merged);
  const view = useScreen(() => viewInFront()) ?? '';
  const { problems = [] } = useHeldProblems(useViewSessions(merged ? undefined : info));
  const chosen = useProblems((state) => state.chosen[view]);
  const isListed = useScreen(({ centerViews }) => centerViews[view] === 'problems');
  const place = useSelectedPlace(info?.session ?? '', view, chosen);
  const problem = problems.find(({ id }) => id === chosen);
  if (problem === undefined || info === undefined) return null;
  if (problem.count === 0 && isListed)
    return (
      <p role="status" className={`${kit.fixed} ${kit.pad}`}>
        <b>{problem.title}</b> is gone: {timesOf(problem.before)} in the run before, and not since.
      </p>
    );
  if (place === null || place === undefined || place.problem !== chosen) return null;
  return <Head {...{ problem, place, view, isListed, session: info.session }} />;
}

/** The index of the selected row among its problem's occurrences; keeps the last one until the next is read. */
function useSelectedPlace(
  session: string,
  view: string,
  chosen: string | undefined,
): PlaceInProblem | null | undefined {
  const row = useSelectedRow();
  const list = useProblems((state) => state.held[session]?.list);
  const { tier = 'ok', flag = '', seq = 0 } = row ?? {};
  const isOfSome = list !== undefined && (tier !== 'ok' || flag !== '' || chosen !== undefined);
  const read = useLoaded(
    isOfSome ? `${session} ${seq} ${chosen}` : '',
    () => placeOfRow({ session, seq }, chosen),
    list,
  );
  const place = isOfSome ? read : null;
  const isOther = row !== undefined && place !== undefined && place?.problem !== chosen;
  useEffect(() => {
    if (isOther) chooseProblem(view, place?.problem);
  }, [isOther, view, place]);
  const last = useRef(place);
  useEffect(() => {
    if (place !== undefined) last.current = place;
  }, [place]);
  return place === undefined ? last.current : place;
}

type HeadProps = {
  readonly problem: PlacedProblem;
  readonly place: PlaceInProblem;
  readonly view: string;
  readonly session: string;
  /** True next to the list of problems; next to the log its row is scrolled into view. */
  readonly isListed: boolean;
};

function Head({ problem, place, view, session, isListed }: HeadProps) {
  const { count, places, rule, findings } = problem;
  const rules = rule === null ? findings.map((one) => one.rule) : [rule];
  const own = places.findIndex((one) => one.session === session);
  const earlier = places.slice(0, own).reduce((sum, one) => sum + one.count, 0);
  const [last, next] = [places[own - 1], places[own + 1]];
  const before = place.before > 0 ? { session, seq: place.before } : last && { ...last, seq: last.last };
  const after = place.after > 0 ? { session, seq: place.after } : next && { ...next, seq: next.first };
  const step = (name: string, path: string, to: RowKey | undefined) => (
    <IconButton
      {...{ name, path, size: 'small', title: name }}
      disabled={to === undefined}
      onClick={() => to && (isListed ? inspectRow(to.session, to.seq) : void showRow(to.session, to.seq))}
    />
  );
  return (
    <section
      className={`${kit.toolbar} ${styles.head}`}
      data-tier={problem.tier ?? 'finding'}
      aria-label="Problem of the selected row"
    >
      {step('Previous example', 'M9 2.5 4.5 7 9 11.5', before)}
      <span role="status" className={kit.number}>
        <b>{(earlier + place.at + 1).toLocaleString('en')}</b> of {count.toLocaleString('en')}
      </span>
      {step('Next example', 'M5 2.5 9.5 7 5 11.5', after)}
      <span className={`${kit.row} ${kit.gap2} ${kit.push}`}>
        {isListed ? null : (
          <Button
            size="small"
            look="quiet"
            onClick={() => void showProblemOf(session, selectedKey()?.seq ?? 0)}
          >
            Problem <kbd>u</kbd>
          </Button>
        )}
        <Button size="small" onClick={() => filterBy(view, problem)}>
          Show rows {isListed && <kbd>Enter</kbd>}
        </Button>
        <RuleOffMenu rules={rules} sessions={places.map((one) => one.session)} />
      </span>
      <details className={kit.whole}>
        <summary>{timesText(problem)}</summary>
        <TimeBins
          {...{ counts: problem.bins, width: 240, height: 28, noun: 'time' }}
          label="When it came"
          span={{ from: problem.fromAt, to: problem.toAt }}
          onChoose={(span) => filterBy(view, problem, span)}
        >
          <SparkLine bins={problem.bins} width={240} height={28} />
        </TimeBins>
        <Targets problem={problem} />
        <p className={kit.note}>{groupingReason(problem)}</p>
      </details>
    </section>
  );
}

const timesOf = (count: number) => (count === 1 ? 'once' : counted(count, 'time'));

/** For example "4 times, 09:17:43 to 09:17:45 on 27 Nov 2026, new since the run before". */
function timesText({ count, before, state, firstAt, lastAt }: PlacedProblem): string {
  const [first, last] = [secondText(firstAt), secondText(lastAt)];
  const span = first === last ? first : `${first} to ${last}`;
  const times = count === 1 ? `Once at ${first}` : `${count} times, ${span}`;
  const since = state === 'new' ? ', new since the run before' : `, ${timesOf(before)} in the run before`;
  return `${times} on ${formatDay(new Date(firstAt).toISOString(), 0)}${state === null ? '' : since}`;
}

function Targets({ problem: { targets, count } }: { readonly problem: PlacedProblem }) {
  if (targets.length < 2) return null;
  return (
    <ul className={styles.targets} aria-label="Where it came">
      {targets.map((target) => (
        <li key={target.name}>
          <code className={kit.truncate}>{target.name}</code>
          <meter min={0} max={count} value={target.count} aria-label={target.name} />
          {target.count.toLocaleString('en')}
        </li>
      ))}
    </ul>
  );
}

type SparkLineProps = {
  readonly bins: readonly number[];
  readonly width: number;
  readonly height: number;
};

/** How often something occurred during a session: one bar per time span. Decorates numbers. */
export function SparkLine({ bins, width, height }: SparkLineProps) {
  const most = Math.max(...bins, 1);
  const step = width / Math.max(bins.length, 1);
  const bars = bins.flatMap((count, at) => {
    if (count === 0) return [];
    // A single one of many must be visible too.
    const high = Math.max(2, Math.sqrt(count / most) * (height - 1));
    return [
      `M${(at * step).toFixed(1)} ${height}h${Math.max(step - 0.6, 1).toFixed(1)}v-${high.toFixed(1)}h-${Math.max(step - 0.6, 1).toFixed(1)}z`,
    ];
  });
  return (
    <svg
      className={styles.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path d={`M0 ${height - 0.5}h${width}`} className={styles.axis} />
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  );
}

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ACTOR_LABELS, todoAfterLabel } from '../../app/explain/actor.ts';
import type { PlacedProblem } from '../../app/report/placed-problems.ts';
import { FindingMark, SEVERITY_LABELS } from '../shared/finding-mark.tsx';
import { TierMark } from '../ui/controls/tier-mark.tsx';
import { secondText } from '../ui/format/time-text.ts';
import styles from './problems.module.css';
import { SparkLine } from './spark-line.tsx';

type Props = {
  readonly label: string;
  readonly problems: readonly PlacedProblem[];
  readonly chosen: string | undefined;
  readonly choose: (problem: string) => void;
  /** Shows the rows of a problem in the log. */
  readonly showRows: (problem: PlacedProblem) => void;
  /** True for the list that takes the keys when the view opens and nothing else has them. */
  readonly takesFocus?: boolean;
};

/** Problems one below the other: one Tab stop, arrows choose, Enter shows the rows. */
export function ProblemList({ label, problems, chosen, choose, showRows, takesFocus = false }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const at = problems.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    // Whoever types, or walks through the views, keeps the keys.
    if (takesFocus && document.activeElement === document.body) list.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const key = (event: KeyboardEvent) => {
    const next = moved(event.key, at, problems.length);
    const problem = problems[next ?? at];
    if (event.ctrlKey || event.metaKey || event.altKey || problem === undefined) return;
    if (next !== undefined) choose(problem.id);
    else if (event.key === 'Enter') showRows(problem);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={at < 0 ? undefined : optionId(chosen ?? '')}
      className={styles.list}
      onKeyDown={key}
    >
      {problems.map((problem) => (
        <Option
          key={problem.id}
          problem={problem}
          chosen={problem.id === chosen}
          choose={choose}
          showRows={showRows}
        />
      ))}
    </div>
  );
}

/** When it came first and last: `11:00:16 – 11:08:51`. */
function timesText({ firstAt, lastAt }: PlacedProblem): string {
  const [first, last] = [secondText(firstAt), secondText(lastAt)];
  return first === last ? first : `${first} – ${last}`;
}

function moved(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(at + 1, last);
    case 'ArrowUp':
    case 'k':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function optionId(problem: string): string {
  return `problem-${problem}`;
}

type OptionProps = Pick<Props, 'choose' | 'showRows'> & {
  readonly problem: PlacedProblem;
  readonly chosen: boolean;
};

function Option({ problem, chosen, choose, showRows }: OptionProps) {
  const { id, tier, severity, title, text, count, before, state, acts, todo, bins } = problem;
  const kind = tier ?? SEVERITY_LABELS[severity ?? 'info'].toLowerCase();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it chooses by keys
    <div
      id={optionId(id)}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.option}
      data-tier={tier ?? 'finding'}
      data-state={state ?? 'none'}
      data-problem={id}
      onClick={() => choose(id)}
      onDoubleClick={() => showRows(problem)}
    >
      <span className={styles.kind}>
        {tier === null ? <FindingMark severity={severity ?? 'info'} size={10} /> : <TierMark tier={tier} />}
        {kind}
      </span>
      <span className={styles.title}>
        {tier === null ? title : title.slice(tier.length).replace(/^[ ·]+/, '')}
      </span>
      {state === null || state === 'known' ? null : <span className={styles.state}>{state}</span>}
      <span className={styles.count}>
        {state === 'gone' ? `was ${before.toLocaleString('en')}` : `${count.toLocaleString('en')}×`}
      </span>
      <span className={styles.message}>{text}</span>
      <SparkLine bins={bins} width={96} height={16} />
      <span className={styles.todo}>
        <b>{ACTOR_LABELS[acts]}</b>
        {todo === '' ? '' : `: ${todoAfterLabel({ acts, todo })}`}
      </span>
      {count === 0 ? null : <span className={styles.times}>{timesText(problem)}</span>}
    </div>
  );
}

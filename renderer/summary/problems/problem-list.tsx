import { ACTOR_LABELS } from '../../../app/protocol/actor.ts';
import type { PlacedProblem } from '../../../app/report/placed-problems.ts';
import { FindingMark, SEVERITY_LABELS } from '../../shared/finding-mark.tsx';
import { secondText } from '../../ui/format/quantity-text.ts';
import { kit, TierMark } from '../../ui/kit.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import styles from './problems.module.css';
import { SparkLine } from './spark-line.tsx';

type Props = {
  readonly label: string;
  readonly problems: readonly PlacedProblem[];
  readonly chosen: string | undefined;
  readonly choose: (problem: string) => void;
  readonly showRows: (problem: PlacedProblem) => void;
  /** True for the list that takes the keys when the view opens and nothing else has them. */
  readonly takesFocus?: boolean;
};

/** Problems one below the other: one Tab stop, arrows choose, Enter shows the rows. */
export function ProblemList({ label, problems, chosen, choose, showRows, takesFocus = false }: Props) {
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

import { ACTOR_LABELS } from '../../../app/protocol/actor.ts';
import type { PlacedProblem } from '../../../app/report/placed-problems.ts';
import { FindingMark } from '../../shared/finding-mark.tsx';
import { RuleOffMenu } from '../../shared/rules-off-list.tsx';
import type { FilterSpan } from '../../state/log/filter-store.ts';
import { useSessionNames } from '../../state/log/front-view.ts';
import { inspectRow, useScreen } from '../../state/screen/screen-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { TimeBins } from '../../ui/charts/time-bins.tsx';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import { counted, formatDay, secondText } from '../../ui/format/quantity-text.ts';
import { Button, kit, ScrollBox } from '../../ui/kit.tsx';
import { whyTogether } from './problem-text.ts';
import styles from './problems.module.css';

type Props = {
  readonly problem: PlacedProblem;
  /** Shows its rows in the log; those of one time, if it is named. */
  readonly showRows: (problem: PlacedProblem, span?: FilterSpan) => void;
};

/** All that is known of one problem: what happened, what to do, when, where, and some of its rows. */
export function ProblemDetail({ problem, showRows }: Props) {
  const {
    tier,
    title,
    count,
    acts,
    todo,
    instruction,
    explanation,
    message,
    state,
    before,
    bins,
    places,
    fromAt,
    toAt,
  } = problem;
  return (
    <section
      className={`${kit.rest} ${styles.detail}`}
      data-tier={tier ?? 'finding'}
      aria-label="The chosen problem"
    >
      <header className={`${kit.toolbar} ${kit.sunk} ${kit.spread}`}>
        <h2 className={kit.anywhere}>{title}</h2>
        <div className={`${kit.row} ${kit.gap3}`}>
          <Button look="primary" size="small" disabled={count === 0} onClick={() => showRows(problem)}>
            Show its rows <kbd>Enter</kbd>
          </Button>
          <RuleOffMenu rules={rulesIn(problem)} sessions={places.map(({ session }) => session)} />
        </div>
      </header>
      <ScrollBox className={`${kit.scroll} ${kit.pad}`}>
        <dl className={kit.facts}>
          <dt>What to do</dt>
          <dd>
            <b>{ACTOR_LABELS[acts]}</b>
            {todo === '' ? ' has to do nothing.' : `: ${instruction}`}
          </dd>
          <dt>What happened</dt>
          <dd>{explanation === '' ? message : explanation}</dd>
          {message === '' || explanation.includes(message.slice(0, 100)) ? null : (
            <>
              <dt>Message</dt>
              <dd className={kit.mono}>{message}</dd>
            </>
          )}
          <dt>When</dt>
          <dd>
            {count === 0 ? null : (
              <div>
                <TimeBins
                  {...{ counts: bins, width: 240, height: 28 }}
                  label="When it came"
                  span={{ from: fromAt, to: toAt }}
                  noun="time"
                  onChoose={(span) => showRows(problem, span)}
                >
                  <SparkLine bins={bins} width={240} height={28} />
                </TimeBins>
              </div>
            )}
            <When problem={problem} />
            {state === 'new' ? ' It was not there in the run before.' : null}
            {state === 'known' ? ` In the run before: ${counted(before, 'time')}.` : null}
          </dd>
          <Findings problem={problem} />
          <Targets problem={problem} />
          <Examples problem={problem} />
          <dt>Why one</dt>
          <dd className={kit.note}>{whyTogether(problem)}</dd>
        </dl>
      </ScrollBox>
    </section>
  );
}

function rulesIn({ rule, findings, places }: PlacedProblem): string[] {
  if (places.length === 0) return [];
  return rule === null ? findings.map((finding) => finding.rule) : [rule];
}

function When({ problem }: Pick<Props, 'problem'>) {
  const { count, before, firstAt, lastAt, places } = problem;
  if (count === 0)
    return <span>It is gone: {counted(before, 'time')} in the run before, and not since.</span>;
  const [first = 0, last = 0] = [places[0]?.first, places.at(-1)?.last];
  const day = formatDay(new Date(firstAt).toISOString(), 0);
  if (count === 1)
    return (
      <span>
        Once, at {secondText(firstAt)} on {day}.
      </span>
    );
  const rows = places.length === 1 ? ` (#${first} to #${last})` : '';
  return (
    <span>
      {counted(count, 'time')}, from {secondText(firstAt)} to {secondText(lastAt)} on {day}
      {rows}.
    </span>
  );
}

function Findings({ problem: { findings } }: Pick<Props, 'problem'>) {
  if (findings.length === 0) return null;
  return (
    <>
      <dt>Findings</dt>
      <dd>
        <ul>
          {findings.map(({ rule, title, severity }) => (
            <li key={rule}>
              <FindingMark severity={severity} /> <code>{rule}</code> {title}
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function Targets({ problem: { targets, count } }: Pick<Props, 'problem'>) {
  if (targets.length < 2) return null;
  return (
    <>
      <dt>Where</dt>
      <dd>
        <ul className={styles.targets}>
          {targets.map((target) => (
            <li key={target.name}>
              <code className={kit.truncate}>{target.name}</code>
              <meter min={0} max={count} value={target.count} aria-label={target.name} />
              {target.count.toLocaleString('en')}
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function Examples({ problem: { places } }: Pick<Props, 'problem'>) {
  const names = useSessionNames();
  const merged = useScreen((state) => state.merged);
  const selected = useScreen(({ active, views }) => (active === null ? null : views[active]?.selected));
  if (places.length === 0) return null;
  return (
    <>
      <dt>Examples</dt>
      <dd>
        {places.map(({ session, count, examples }) => (
          <p key={session} className={kit.wrap}>
            {merged ? <SessionBadge session={session} label={names.get(session)?.label ?? session} /> : null}
            {merged ? <span>{count.toLocaleString('en')}×</span> : null}
            {examples.map((seq) => (
              <Button
                key={seq}
                look="link"
                aria-current={selected === seq}
                onClick={() => inspectRow(session, seq)}
                onDoubleClick={() => showRow(session, seq)}
              >
                #{seq}
              </Button>
            ))}
          </p>
        ))}
      </dd>
    </>
  );
}

type SparkLineProps = {
  readonly bins: readonly number[];
  readonly width: number;
  readonly height: number;
};

/** How often something occurred over a session: a bar for each span of time. Decoration beside numbers. */
export function SparkLine({ bins, width, height }: SparkLineProps) {
  const most = Math.max(...bins, 1);
  const step = width / Math.max(bins.length, 1);
  const bars = bins.flatMap((count, at) => {
    if (count === 0) return [];
    // One of many must be seen too.
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

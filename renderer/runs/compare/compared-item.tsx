import { useId } from 'react';
import { type Change, timesText } from '../../../app/analysis/compare/change.ts';
import type {
  ComparedClass,
  ComparedEnd,
  ComparedExchange,
  ComparedOutside,
  ComparedRow,
} from '../../../app/analysis/compare/compared-rows.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import rowTag from '../../shared/row-tag.module.css';
import { useCompare } from '../../state/runs/compare-store.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { ROVING_ITEM } from '../../ui/list/roving-focus.ts';
import { EndLabel } from '../re-run/end-text.tsx';
import styles from './compare.module.css';
import { ComparedDetails, goToRow } from './compared-details.tsx';

type Props = {
  readonly number: number;
  readonly row: ComparedRow;
  /** How many rows are identical. */
  readonly times: number;
  readonly left: SessionInfo;
  readonly right: SessionInfo;
};

/** One row of a comparison, which expands to both sides in full. */
export function ComparedItem({ row, left, right, ...rest }: Props) {
  if (row.kind === 'outside')
    return <OutsideRow row={row} {...rest} session={row.side === 'left' ? left.session : right.session} />;
  return <ExchangeRow row={row} left={left} right={right} {...rest} />;
}

function ExchangeRow({ number, times, row, left, right }: Props & { readonly row: ComparedExchange }) {
  const open = useCompare((state) => state.open === number);
  const id = useId();
  const changes = row.changes.map(changeText).filter((text) => text !== '');
  return (
    <>
      <Button
        look="bare"
        {...ROVING_ITEM}
        className={styles.head}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => useCompare.setState({ open: open ? null : number })}
      >
        <b className={styles.class}>{CLASS_LABELS[row.class]}</b>
        <span className={`${kit.truncate} ${kit.mono}`}>
          {row.sender === 'server-to-client' ? <small>the server asks </small> : null}
          {row.method} <b>{row.target}</b>
          <b>{timesText(times)}</b>
        </span>
        <End end={row.left} info={left} method={row.method} missing="not made" />
        <span className={styles.arrow} aria-hidden="true">
          →
        </span>
        <End end={row.right} info={right} method={row.method} missing="not made" />
        <span className={`${kit.truncate} ${kit.note}`}>{changes.join(', ')}</span>
      </Button>
      {open ? (
        <div id={id} className={`${kit.stack} ${kit.sunk} ${styles.open}`}>
          <ComparedDetails number={number} row={row} left={left} right={right} />
        </div>
      ) : null}
    </>
  );
}

type EndProps = {
  readonly end: ComparedEnd | null;
  readonly info: SessionInfo;
  readonly method: string;
  readonly missing: string;
};

function End({ end, info, method, missing }: EndProps) {
  const context = useSessionContext(info);
  if (end === null) return <span className={kit.mute}>{missing}</span>;
  return (
    <span className={kit.inline}>
      {end.expected ? <ExpectedTag /> : null}
      <EndLabel end={{ ...end, text: end.message }} method={method} context={context} />
    </span>
  );
}

function ExpectedTag() {
  return (
    <span className={rowTag.tag} title="A raw message caused it">
      expected
    </span>
  );
}

type OutsideProps = Pick<Props, 'times'> & { readonly row: ComparedOutside; readonly session: string };

function OutsideRow({ row, times, session }: OutsideProps) {
  return (
    <Button
      look="bare"
      {...ROVING_ITEM}
      className={styles.head}
      title={`Go to #${row.seq} of ${session}`}
      onClick={() => goToRow(session, row.seq)}
    >
      <b className={styles.class}>{row.side === 'left' ? 'only before' : 'only after'}</b>
      <span className={`${kit.truncate} ${styles.outside}`}>
        {row.expected ? <ExpectedTag /> : null}
        <b>{row.what}</b> {row.text} <small>#{row.seq}</small>
        <b>{timesText(times)}</b>
      </span>
    </Button>
  );
}

/** A short label of a change; empty if the two ends already show it. */
function changeText(change: Change): string {
  switch (change.kind) {
    case 'tier':
    case 'outcome':
    case 'code':
      return '';
    case 'message':
      return 'message';
    case 'result':
      return 'result';
    case 'latency':
      return `${formatDuration(change.before)} → ${formatDuration(change.after)}`;
    case 'findings':
      return [
        change.gained.length === 0 ? '' : `+${counted(change.gained.length, 'finding')}`,
        change.lost.length === 0 ? '' : `−${counted(change.lost.length, 'finding')}`,
      ]
        .filter((part) => part !== '')
        .join(' ');
  }
}

/** The label of a class of rows, shown after the count. */
export const CLASS_LABELS: Record<ComparedClass, string> = {
  worse: 'worse',
  better: 'better',
  changed: 'changed',
  left: 'only before',
  right: 'only after',
  outside: 'outside of calls',
  same: 'the same',
};

/** Describes the rows of a class in a sentence. */
export const CLASS_SENTENCES: Record<ComparedClass, string> = {
  worse: 'Exchanges whose tier got worse.',
  better: 'Exchanges whose tier got better.',
  changed: 'Exchanges of the same tier with another outcome, code, message, result, latency or findings.',
  left: 'Exchanges that only the run before has.',
  right: 'Exchanges that only the run after has.',
  outside: 'Errors and findings that belong to no exchange, and that one run has only.',
  same: 'Exchanges that are the same, noise aside.',
};

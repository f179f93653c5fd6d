import { type ReactNode, useId } from 'react';
import { type Change, timesText } from '../../../app/analysis/compare/change.ts';
import type {
  ComparedClass,
  ComparedEnd,
  ComparedExchange,
  ComparedOutside,
  ComparedRow,
} from '../../../app/analysis/compare/compared-rows.ts';
import type { RunFinding } from '../../../app/analysis/compare/run-reader.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { FindingMark } from '../../shared/finding-mark.tsx';
import rowTag from '../../shared/row-tag.module.css';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { useCompare } from '../../state/runs/compare-store.ts';
import { activateSession, notify, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { DiffView } from '../../ui/content/diff-view.tsx';
import { Fault } from '../../ui/controls/fields.tsx';
import { counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { ROVING_ITEM } from '../../ui/list/roving-focus.ts';
import { EndLabel } from '../re-run/end-text.tsx';
import styles from './compare.module.css';

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

export const CLASS_LABELS: Record<ComparedClass, string> = {
  worse: 'worse',
  better: 'better',
  changed: 'changed',
  left: 'only before',
  right: 'only after',
  outside: 'outside of calls',
  same: 'the same',
};

export const CLASS_SENTENCES: Record<ComparedClass, string> = {
  worse: 'Exchanges whose tier got worse.',
  better: 'Exchanges whose tier got better.',
  changed: 'Exchanges of the same tier with another outcome, code, message, result, latency or findings.',
  left: 'Exchanges that only the run before has.',
  right: 'Exchanges that only the run after has.',
  outside: 'Errors and findings that belong to no exchange, and that one run has only.',
  same: 'Exchanges that are the same, noise aside.',
};

type ComparedDetailsProps = {
  readonly number: number;
  readonly row: ComparedExchange;
  readonly left: SessionInfo;
  readonly right: SessionInfo;
};

/** Both sides of an exchange: how each ended, new and resolved findings, request and result line by line. */
function ComparedDetails({ number, row, left, right }: ComparedDetailsProps) {
  const comparison = useCompare((state) => state.comparison) ?? '';
  const read = useLoaded(
    comparison === '' ? '' : 'detail',
    () => settled(host().readComparedRow({ comparison, number })),
    comparison,
    number,
  );
  const detail = read?.ok === true ? read.value : null;
  return (
    <>
      <div className={kit.pair}>
        <Facts title="Before" end={row.left} info={left} method={row.method} />
        <Facts title="After" end={row.right} info={right} method={row.method} />
      </div>
      <Fault text={read?.ok === false ? read.error : ''} />
      {detail === null ? null : (
        <>
          <Findings title="Findings gained" findings={detail.gained} session={right.session} />
          <Findings title="Findings lost" findings={detail.lost} session={left.session} />
          <DiffView title="Request" diff={detail.request} />
          <DiffView title="Answer" diff={detail.result} />
        </>
      )}
    </>
  );
}

type FactsProps = {
  readonly title: string;
  readonly end: ComparedEnd | null;
  readonly info: SessionInfo;
  readonly method: string;
};

function Facts({ title, end, info, method }: FactsProps) {
  const context = useSessionContext(info);
  if (end === null) {
    return (
      <section aria-label={title}>
        <h3>
          {title} <small>{info.label}</small>
        </h3>
        <p className={kit.mute}>This run did not make the request.</p>
      </section>
    );
  }
  const { requestSeq, answerSeq, message, durationMs } = end;
  return (
    <section aria-label={title}>
      <h3>
        {title} <small>{info.label}</small>
      </h3>
      <dl className={kit.entries}>
        <Fact name="ended as">
          <EndLabel end={{ ...end, text: message }} method={method} context={context} />
        </Fact>
        {message === '' ? null : <Fact name="message">{message}</Fact>}
        <Fact name="took">{durationMs < 0 ? 'no answer' : formatDuration(durationMs)}</Fact>
      </dl>
      <div className={`${kit.wrap} ${kit.above}`}>
        <Button onClick={() => goToRow(info.session, requestSeq)}>Go to the request, #{requestSeq}</Button>
        {answerSeq === 0 ? null : (
          <Button onClick={() => goToRow(info.session, answerSeq)}>Go to the answer, #{answerSeq}</Button>
        )}
      </div>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type FindingsProps = {
  readonly title: string;
  readonly findings: readonly RunFinding[];
  readonly session: string;
};

function Findings({ title, findings, session }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {findings.map(({ rule, severity, title: text, seq }) => (
          <li key={`${rule} ${seq}`}>
            <FindingMark severity={severity} /> <b>{rule}</b> {text}{' '}
            <Button look="link" onClick={() => goToRow(session, seq)}>
              #{seq}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Closes the dialog, and shows a row of any session in its tab. */
export function goToRow(session: string, seq: number): void {
  if (!useScreen.getState().sessions.some((info) => info.session === session)) {
    notify({ level: 'warning', text: `The tab of session ${session} was closed.` });
    return;
  }
  showDialog(null);
  activateSession(session);
  showRow(session, seq);
}

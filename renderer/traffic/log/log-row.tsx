import { memo, type ReactNode } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import { AS_EXPECTED } from '../../../app/findings/expected-ends.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { CodeNamer } from '../../state/log/code-namer.ts';
import { byteSize } from '../../ui/content/byte-size.ts';
import callName from '../../ui/controls/call-name.module.css';
import rowTag from '../../ui/controls/row-tag.module.css';
import { SessionBadge, type SessionBadgeProps } from '../../ui/controls/session-badge.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { FindingMark, findingsLine, highestSeverityFinding } from '../../ui/findings/finding-mark.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { formatClock, formatDay, formatDuration } from '../../ui/format/time-text.ts';
import styles from './log-row.module.css';
import { contractOutcome, rowName, rowOutcome, rowTagOf } from './row-text.ts';

type LogRowProps = {
  readonly row: Row;
  /** The place among the visible rows, from 0. */
  readonly position: number;
  /** Pixels from the top of the drawn block. */
  readonly top: number;
  readonly selected: boolean;
  /** True for a row that lies after the playhead. */
  readonly later: boolean;
  /** True for the other half of the exchange that is selected or under the pointer. */
  readonly paired: boolean;
  /** ISO 8601: what the row's time counts from. */
  readonly startedAt: string;
  readonly nameOf: CodeNamer;
  /** The findings of the row; the same array until more arrive. */
  readonly findings: readonly Finding[];
  /** True if the record holds the text that the user searches for. */
  readonly match: boolean;
  /** Whose row it is, if the log shows several sessions; the same object until it changes. */
  readonly owner?: SessionBadgeProps | undefined;
};

/** The DOM id of a row, for `aria-activedescendant`; `session` if the log shows several. */
export function rowElementId(seq: number, session?: string): string {
  return session === undefined ? `row-${seq}` : `row-${session}-${seq}`;
}

/** One row of the frame log. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { row, position, top, selected, later, paired, startedAt, nameOf, findings, match, owner } = props;
  const time = formatClock(startedAt, row.at);
  const room = roomOf(row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      role="row"
      id={rowElementId(row.seq, owner?.session)}
      tabIndex={-1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={position + 1}
      aria-selected={selected}
      aria-label={[owner?.label, rowName(row, time, nameOf, findings), match ? 'holds the text' : undefined]
        .filter((part) => part !== undefined)
        .join(', ')}
      data-row-session={owner?.session}
      data-match={match ? 'true' : undefined}
      data-seq={row.seq}
      data-kind={row.kind}
      data-direction={row.direction === '' ? undefined : row.direction}
      data-tier={row.tier}
      data-outcome={contractOutcome(row)}
      data-code={row.code === '' ? undefined : row.code}
      data-pair={paired ? 'true' : undefined}
      data-later={later ? 'true' : undefined}
    >
      <Cell className={styles.time}>
        <span className={styles.hours}>{time.slice(0, 3)}</span>
        {time.slice(3)}
      </Cell>
      {owner === undefined ? null : (
        <Cell title={`${owner.label}, ${formatDay(startedAt, row.at)}`}>
          <SessionBadge {...owner} />
        </Cell>
      )}
      <Cell className={styles.origin}>
        <RowOrigin row={row} />
      </Cell>
      <Cell className={styles[room]} title={visibleText(row.text)}>
        <Message row={row} />
      </Cell>
      {room === 'wide' ? null : <Numbers row={row} room={room} />}
      {room === 'wide' ? null : <Outcome row={row} nameOf={nameOf} findings={findings} />}
    </div>
  );
});

/** How far the message may reach into columns that the row leaves empty. */
type Room = 'wide' | 'unmeasured' | 'unpaired' | 'plain';

function roomOf(row: Row): Room {
  const bare = row.id === '' && row.durationMs < 0;
  if (!bare) return 'plain';
  if (row.kind === 'frame') return 'unpaired';
  return row.tier === 'ok' ? 'wide' : 'unmeasured';
}

function Message({ row }: { readonly row: Row }) {
  const tag = <RowTag row={row} />;
  if (row.kind !== 'frame' || row.shape === 'invalid') {
    return (
      <>
        {tag}
        {drawnText(row.text === '' ? row.method : row.text)}
      </>
    );
  }
  return (
    <span className={callName.name}>
      {tag}
      {row.method === '' ? (
        <span className={`${callName.method} ${styles.aside}`}>no request for this answer</span>
      ) : (
        <span className={callName.method}>{drawnText(row.method)}</span>
      )}
      {row.target === '' ? null : (
        <span className={`${callName.target} ${styles.target}`}> {drawnText(row.target)}</span>
      )}
    </span>
  );
}

function Numbers({ row, room }: { readonly row: Row; readonly room: Room }) {
  if (room === 'unmeasured') return null;
  const size = (
    <Cell className={`${styles.number} ${styles.size}`}>
      {row.sizeBytes < 0 ? '' : byteSize(row.sizeBytes)}
    </Cell>
  );
  if (room === 'unpaired') return size;
  return (
    <>
      <Cell className={styles.number} title={row.id}>
        {row.id}
      </Cell>
      <Cell className={`${styles.number} ${styles.duration}`}>
        {row.durationMs < 0 ? '' : formatDuration(row.durationMs)}
      </Cell>
      {size}
    </>
  );
}

type OutcomeProps = Pick<LogRowProps, 'row' | 'nameOf' | 'findings'>;

function Outcome({ row, nameOf, findings }: OutcomeProps) {
  const outcome = rowOutcome(row, nameOf);
  if (outcome === undefined) {
    return (
      <Cell className={styles.outcome}>
        <RowFinding row={row} findings={findings} />
        {row.shape === 'notification' ? <Detail text={row.text} /> : null}
      </Cell>
    );
  }
  const { label, detail } = outcome;
  return (
    <Cell className={styles.outcome} title={visibleText(detail === '' ? label : `${label}: ${detail}`)}>
      <TierMark tier={row.tier} />
      <span className={styles.label}>{drawnText(label)}</span>
      <RowFinding row={row} findings={findings} />
      {detail === '' ? null : <Detail text={detail} />}
    </Cell>
  );
}

type CellProps = {
  readonly className?: string | undefined;
  readonly title?: string;
  readonly children?: ReactNode;
};

function Cell(props: CellProps) {
  // biome-ignore lint/a11y/useSemanticElements: see the grid
  // biome-ignore lint/a11y/useFocusableInteractive: the grid moves by rows, not by cells
  return <span role="gridcell" {...props} />;
}

function Detail({ text }: { readonly text: string }) {
  return <span className={styles.detail}>{drawnText(text)}</span>;
}

type RowFindingProps = Pick<LogRowProps, 'row' | 'findings'>;

/** A finding on this row; the inspector explains it. The flag arrives before the findings. */
function RowFinding({ row, findings }: RowFindingProps) {
  if (row.flag === '') return null;
  const isExpected = findings.some(({ rule }) => rule === AS_EXPECTED);
  const others = findings.filter(({ rule }) => rule !== AS_EXPECTED);
  const first = highestSeverityFinding(others);
  return (
    <span className={styles.finding} data-flag={row.flag} title={findingsLine(findings)}>
      <FindingMark severity={row.flag} />
      <span className={styles.rule}>
        {[isExpected ? 'expected' : '', first?.rule ?? ''].filter((part) => part !== '').join(' · ')}
        {others.length > 1 ? ` +${others.length - 1}` : ''}
      </span>
      {row.tier === 'ok' && first !== undefined ? <Detail text={first.title} /> : null}
    </span>
  );
}

/** Labels what the user had a part in: a raw message and its answer, an answer that was held or changed. */
function RowTag({ row }: { readonly row: Row }) {
  const tag = rowTagOf(row);
  if (tag === undefined) return null;
  return (
    <span className={rowTag.tag} title={tag.why}>
      {tag.label}
    </span>
  );
}

/** Drawn in the second column: which way a frame went, or what a row is instead of a frame. */
function RowOrigin({ row }: { readonly row: Row }) {
  return (
    <svg
      aria-hidden="true"
      width="14"
      height="12"
      viewBox="0 0 14 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={pathOf(row)} />
    </svg>
  );
}

function pathOf(row: Row): string {
  switch (row.kind) {
    case 'frame':
      return row.direction === 'client-to-server'
        ? 'M2 6h10M8.5 2.5 12 6 8.5 9.5'
        : 'M12 6H2M5.5 2.5 2 6l3.5 3.5';
    case 'stderr':
      return 'M3 3h8M3 6h8M3 9h5';
    case 'process':
      return 'M7 1.5v4.2M4.2 3.2a4.3 4.3 0 1 0 5.6 0';
    case 'client':
      return 'M7 3.4v2.8l1.8 1.3M7 1.4a4.6 4.6 0 1 0 .01 0';
    case 'mark':
      return 'M4 11V1.5h6.5L8.6 4l1.9 2.5H4';
    case 'dropped':
      return 'M3.5 3.5 10.5 9M10.5 3.5 3.5 9';
  }
}

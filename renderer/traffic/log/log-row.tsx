import { type ComponentProps, memo, type ReactNode } from 'react';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { CodeNamer } from '../../state/log/code-namer.ts';
import type { LogColumn } from '../../state/log/log-view.ts';
import { SessionBadge, type SessionBadgeProps } from '../../ui/controls/session-badge.tsx';
import { byteSize, counted, formatClock, formatDay, formatDuration } from '../../ui/format/quantity-text.ts';
import { durationShare, messageSpan } from './log-header.tsx';
import styles from './log-row.module.css';
import { CallMessage, messageTitle, RowMessage, RowOutcome } from './row-message.tsx';
import { contractOutcome, rowName } from './row-text.ts';

type LogRowProps = {
  readonly session: string;
  /** The displayed row: for a call the one that settled it. */
  readonly row: Row;
  /** The request of the call that the row represents; undefined if it only represents itself. */
  readonly request?: Row | undefined;
  readonly folded?: number;
  /** How many equal calls it represents; undefined for one. */
  readonly repeats?: number;
  readonly opened?: boolean;
  readonly inside?: boolean;
  /** True for a row inside a group that the filter hides. */
  readonly dim?: boolean;
  /** The number among the filtered rows, from 1. */
  readonly number: number;
  /** Pixels from the top of the rendered block. */
  readonly top: number;
  readonly selected: boolean;
  readonly later: boolean;
  /** True for the other half of the selected or hovered exchange. */
  readonly paired: boolean;
  /** ISO 8601: the origin of the row's time. */
  readonly startedAt: string;
  /** The displayed time; undefined for clock time. */
  readonly time?: string | undefined;
  readonly columns: readonly LogColumn[];
  readonly nameOf: CodeNamer;
  /** The highest severity of its findings. */
  readonly flag?: Row['flag'];
  /** The findings of the row, or of its request if it has none; the list grows in place. */
  readonly findings: readonly Finding[];
  /** Their number: a change renders the row again. */
  readonly found: number;
  /** True if the record contains the searched text. */
  readonly match: boolean;
  readonly note?: string;
  /** The session of the row, if the log shows several; the same object until it changes. */
  readonly owner?: SessionBadgeProps | undefined;
};

/** The DOM id of a row, for `aria-activedescendant`; with `session` if the log shows several. */
export function rowElementId(seq: number, session?: string): string {
  return session === undefined ? `row-${seq}` : `row-${session}-${seq}`;
}

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { row, request = row, folded = 0, repeats = 1, opened = false, inside = false } = props;
  const { startedAt, nameOf, findings, note = '', owner, columns } = props;
  const clock = formatClock(startedAt, request.at);
  const name = rowName(row, clock, nameOf, findings, request);
  const parts = [
    owner?.label,
    name,
    repeats === 1 ? '' : `${repeats} equal calls`,
    folded === 0 ? '' : `${counted(folded, 'more row')} ${opened ? 'below' : 'inside'}`,
    note === '' ? '' : `note: ${note}`,
    props.match ? 'holds the text' : '',
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      role="row"
      id={rowElementId(row.seq, owner?.session)}
      tabIndex={-1}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={props.number || undefined}
      aria-selected={props.selected}
      aria-label={parts.filter((part) => part !== undefined && part !== '').join(', ')}
      data-row-session={owner?.session}
      data-match={props.match ? 'true' : undefined}
      data-inside={inside ? 'true' : undefined}
      data-seq={row.seq}
      data-kind={row.kind}
      data-direction={row.direction === '' ? undefined : row.direction}
      data-tier={row.tier}
      data-outcome={contractOutcome(row)}
      data-code={row.code === '' ? undefined : row.code}
      data-pair={props.paired ? 'true' : undefined}
      data-later={props.later ? 'true' : undefined}
      data-dim={props.dim === true ? 'true' : undefined}
    >
      {columns.includes('number') ? (
        <Cell className={styles.number} title={row === request ? '' : `The request is #${request.seq}`}>
          {row.seq}
        </Cell>
      ) : null}
      {columns.includes('time') ? <Time text={props.time ?? clock} /> : null}
      {owner === undefined ? null : (
        <Cell title={`${owner.label}, ${formatDay(startedAt, row.at)}`}>
          <SessionBadge {...owner} />
        </Cell>
      )}
      <Cell className={styles.origin}>
        {folded > 0 ? <Chevron opened={opened} /> : <RowOrigin row={row} />}
      </Cell>
      <RowCells {...props} />
    </div>
  );
});

function Time({ text }: { readonly text: string }) {
  const hasHours = /^\d\d:\d\d:/.test(text);
  return (
    <Cell className={styles.time}>
      {hasHours ? <span className={styles.hours}>{text.slice(0, 3)}</span> : null}
      {hasHours ? text.slice(3) : text}
    </Cell>
  );
}

/** Opens or closes the rows folded into a row; the log reads `data-fold`. */
function Chevron({ opened }: { readonly opened: boolean }) {
  const path = opened ? 'M3.5 4.2 7 7.8l3.5-3.6' : 'M5.4 2.6 9 6 5.4 9.4';
  return <OriginIcon data-fold="" className={styles.chevron} strokeWidth="1.6" path={path} />;
}

/** The cells from the message on; a message may extend into empty columns of its row. */
function RowCells(props: LogRowProps) {
  const { row, request, folded = 0, repeats = 1, inside = false, columns, note = '' } = props;
  const ends = firstNeeded(row);
  const message =
    request === undefined ? (
      <RowMessage row={row} folded={folded} />
    ) : (
      <CallMessage request={request} more={folded - (row === request ? 0 : 1)} repeats={repeats} />
    );
  const isWide = ends === null && note === '';
  return (
    <>
      <Cell
        className={classes(isWide && styles.wide, inside && styles.inside, note !== '' && styles.noted)}
        span={messageSpan(columns, ends)}
        title={messageTitle(request ?? row)}
      >
        {message}
        {note === '' ? null : <RowNote text={note} />}
      </Cell>
      {columns.map((column) => (
        <NumberCell key={column} column={column} ends={ends} row={row} request={request} />
      ))}
      {ends === null ? null : (
        <Cell>
          <RowOutcome {...props} flag={props.flag ?? row.flag} />
        </Cell>
      )}
    </>
  );
}

function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined).join(' ');
}

/** The first column after its message that a row needs; null for none. */
function firstNeeded(row: Row): LogColumn | null {
  if (row.id !== '' || row.durationMs >= 0) return 'id';
  if (row.kind === 'frame') return 'size';
  return row.tier === 'ok' ? null : 'outcome';
}

function RowNote({ text }: { readonly text: string }) {
  return (
    <span className={styles.note} title={text}>
      <svg aria-hidden="true" width="9" height="10" viewBox="0 0 9 10" fill="currentColor">
        <path d="M1 0h7v10L4.5 7 1 10z" />
      </svg>
      <span>{text}</span>
    </span>
  );
}

type NumberCellProps = Pick<LogRowProps, 'row' | 'request'> & {
  readonly column: LogColumn;
  readonly ends: LogColumn | null;
};

function NumberCell({ column, ends, row, request }: NumberCellProps) {
  const needed = ends === 'id' || (ends === 'size' && column === 'size');
  if (!needed) return null;
  switch (column) {
    case 'id':
      return (
        <Cell className={styles.number} title={row.id}>
          {row.id}
        </Cell>
      );
    case 'duration':
      return (
        <Cell className={styles.number}>
          {row.durationMs < 0 ? '' : formatDuration(row.durationMs)}
          {request === undefined || row.durationMs < 0 ? null : (
            <span className={styles.bar} style={{ width: `${100 * durationShare(row.durationMs)}%` }} />
          )}
        </Cell>
      );
    case 'size':
      return <Cell className={styles.number}>{row.sizeBytes < 0 ? '' : byteSize(row.sizeBytes)}</Cell>;
    default:
      return null;
  }
}

type CellProps = {
  readonly className?: string | undefined;
  readonly title?: string;
  readonly span?: number;
  readonly children?: ReactNode;
};

function Cell({ span = 1, ...props }: CellProps) {
  const style = span === 1 ? undefined : { gridColumn: `span ${span}` };
  // biome-ignore lint/a11y/useSemanticElements: see the grid
  // biome-ignore lint/a11y/useFocusableInteractive: the grid moves by rows, not by cells
  return <span role="gridcell" style={style} {...props} />;
}

/** The direction of a frame, or what a row is instead of a frame. */
function RowOrigin({ row: { kind, direction } }: { readonly row: Row }) {
  const isToServer = kind === 'frame' && direction === 'client-to-server';
  return <OriginIcon path={isToServer ? 'M2 6h10M8.5 2.5 12 6 8.5 9.5' : KIND_PATHS[kind]} />;
}

const KIND_PATHS: { readonly [Kind in Row['kind']]: string } = {
  frame: 'M12 6H2M5.5 2.5 2 6l3.5 3.5',
  stderr: 'M3 3h8M3 6h8M3 9h5',
  process: 'M7 1.5v4.2M4.2 3.2a4.3 4.3 0 1 0 5.6 0',
  client: 'M7 3.4v2.8l1.8 1.3M7 1.4a4.6 4.6 0 1 0 .01 0',
  mark: 'M4 11V1.5h6.5L8.6 4l1.9 2.5H4',
  dropped: 'M3.5 3.5 10.5 9M10.5 3.5 3.5 9',
  http: 'M2 6h10M4.5 3.5 2 6l2.5 2.5M9.5 3.5 12 6 9.5 8.5',
};

function OriginIcon({ path, ...rest }: ComponentProps<'svg'> & { readonly path: string }) {
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
      {...rest}
    >
      <path d={path} />
    </svg>
  );
}

import { useEffect, useState } from 'react';
import { versionedName } from '../../../app/base/versioned-name.ts';
import type { RecordingFile } from '../../../app/contract/recording-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, notifyFailure, settled, useLoaded } from '../../state/host/host.ts';
import {
  type ComparedSide,
  chooseSides,
  refreshComparison,
  type SideName,
  useCompare,
} from '../../state/runs/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { isLive, STATE_LABELS } from '../../state/session/session-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import styles from './compare.module.css';

export function SidesPicker() {
  const { left, right, sentTo, busy } = useCompare();
  const sessions = useScreen((state) => state.sessions);
  const files = useRecordings();
  const whole = sentTo !== null;
  const choose = (name: SideName, side: ComparedSide | null) =>
    void (name === 'left' ? chooseSides(side, right) : chooseSides(left, side));
  const anyLive = [left, right].some((side) =>
    sessions.some((info) => info.session === side?.session && isLive(info)),
  );
  const shared = { sessions, files, choose, whole };
  return (
    <div className={styles.sides}>
      <SidePicker name="left" side={left} {...shared} />
      <div className={kit.group}>
        <Button
          aria-label="Swap the sides"
          title="Swap the sides"
          disabled={whole}
          onClick={() => void chooseSides(right, left)}
        >
          ⇄
        </Button>
        <Button disabled={busy || left === null || right === null} onClick={() => void refreshComparison()}>
          {anyLive ? 'Read again' : 'Compare'}
        </Button>
      </div>
      <SidePicker name="right" side={right} {...shared} />
      {whole && (
        <p className={`${kit.row} ${styles.only}`}>
          Only the re-run requests are compared.{' '}
          <Button onClick={() => void chooseSides(left, right)}>Compare both sessions whole</Button>
        </p>
      )}
    </div>
  );
}

type PickerProps = {
  readonly name: SideName;
  readonly side: ComparedSide | null;
  readonly sessions: readonly SessionInfo[];
  readonly files: readonly RecordingFile[];
  readonly choose: (name: SideName, side: ComparedSide | null) => void;
  /** True if rows cannot be chosen. */
  readonly whole: boolean;
};

function SidePicker({ name, side, sessions, files, choose, whole }: PickerProps) {
  const title = name === 'left' ? 'Before' : 'After';
  const pick = async (value: string) => {
    if (!value.startsWith(FILE)) return choose(name, value === '' ? null : { session: value });
    const opened = await notifyFailure(host().openRecording({ path: value.slice(FILE.length) }));
    const session = opened?.sessions[0];
    if (session !== undefined) choose(name, { session });
  };
  const open = new Set(sessions.map(({ file }) => file));
  const more = files.filter(({ path }) => !open.has(path));
  return (
    <fieldset className={kit.group} aria-label={title}>
      <label className={`${kit.stack} ${kit.gap2} ${kit.strong}`}>
        <span>{title}</span>
        <select value={side?.session ?? ''} onChange={(event) => void pick(event.target.value)}>
          <option value="">Choose a session</option>
          <optgroup label="Open sessions">
            {sessions.map((info) => (
              <option key={info.session} value={info.session}>
                {sessionText(info)}
              </option>
            ))}
          </optgroup>
          {more.length === 0 ? null : (
            <optgroup label="Open a recording">
              {more.map(({ path, name: file }) => (
                <option key={path} value={`${FILE}${path}`}>
                  {file}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      <div className={`${kit.note} ${kit.row} ${kit.gap5}`}>
        {(['from', 'to'] as const).map((end) => (
          <RowField
            key={end}
            label={`${end} row`}
            value={side?.[end]}
            disabled={side === null || whole}
            change={(row) => side !== null && choose(name, withEnd(side, end, row))}
          />
        ))}
      </div>
    </fieldset>
  );
}

const FILE = 'file:';

function withEnd(side: ComparedSide, end: 'from' | 'to', row: number | undefined): ComparedSide {
  const { [end]: _before, ...rest } = side;
  return row === undefined ? rest : { ...rest, [end]: row };
}

function sessionText(info: SessionInfo): string {
  const server = info.server === null ? '' : `, ${versionedName(info.server)}`;
  return `${info.label} (${info.session}, ${STATE_LABELS[info.state]}${server})`;
}

function useRecordings(): readonly RecordingFile[] {
  const listed = useLoaded('recordings', () => settled(host().listRecordings({})));
  return listed?.ok === true ? listed.value.slice(0, 50) : [];
}

type Props = {
  readonly label: string;
  readonly value: number | undefined;
  readonly disabled: boolean;
  readonly change: (value: number | undefined) => void;
};

/** A row number; empty for none. Applied on blur or Enter. */
function RowField({ label, value, disabled, change }: Props) {
  const [text, setText] = useState('');
  useEffect(() => setText(value === undefined ? '' : String(value)), [value]);
  const isRow = text.trim() === '' || /^\d{1,15}$/.test(text.trim());
  const settle = () => {
    const next = text.trim() === '' ? undefined : Number(text.trim());
    if (isRow && next !== value) change(next);
  };
  return (
    <label>
      {label}{' '}
      <input
        type="text"
        size={8}
        inputMode="numeric"
        value={text}
        disabled={disabled}
        aria-invalid={!isRow}
        title={isRow ? 'The number of a row, empty for the end of the session' : 'Type the number of a row.'}
        onChange={(event) => setText(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => (event.key === 'Enter' ? settle() : undefined)}
      />
    </label>
  );
}

import { type ReactNode, useId } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import {
  grouped,
  type LimitsDraft,
  limitText,
  readLimits,
  sessionLimits,
} from '../../state/server/call-draft.ts';
import fold from './fold.module.css';
import limitsFieldsStyles from './limits-fields.module.css';

type LimitsFieldsProps = {
  readonly info: SessionInfo;
  readonly draft: LimitsDraft;
  readonly onChange: (limits: LimitsDraft) => void;
};

/** How long this call may take: folded, it says which limits hold; open, each can be set for the call. */
export function LimitsFields({ info, draft, onChange }: LimitsFieldsProps) {
  const own = sessionLimits(liveInfo(info)?.settings);
  const read = readLimits(draft);
  const set = Object.values(read.ok ? read.value : {}).length > 0;
  const most = own.maxTotalTimeoutMs === 0 ? 'none' : grouped(own.maxTotalTimeoutMs);
  return (
    <details className={`${fold.fold} ${limitsFieldsStyles.limits}`}>
      <summary>
        Limits{' '}
        <span data-own={!set}>
          {read.ok ? limitText(read.value, own) : 'cannot be read'}
          {set ? '' : " · session's"}
        </span>
      </summary>
      <Row label="time-out" unit="ms">
        {(id) => (
          <input
            id={id}
            inputMode="numeric"
            placeholder={grouped(own.timeoutMs)}
            value={draft.timeoutMs}
            onChange={(event) => onChange({ ...draft, timeoutMs: event.target.value })}
          />
        )}
      </Row>
      <Row label="maximum" unit="ms">
        {(id) => (
          <input
            id={id}
            inputMode="numeric"
            placeholder={most}
            title="Altogether, also with progress; 0 for none"
            value={draft.maxTotalMs ?? ''}
            onChange={(event) => onChange({ ...draft, maxTotalMs: event.target.value })}
          />
        )}
      </Row>
      <Row label="progress" unit="">
        {(id) => (
          <select
            id={id}
            value={draft.reset ?? ''}
            onChange={(event) => onChange({ ...draft, reset: resetOf(event.target.value) })}
          >
            <option value="">session: {own.resetTimeoutOnProgress ? 'resets' : 'no reset'}</option>
            <option value="yes">resets the time-out</option>
            <option value="no">does not reset it</option>
          </select>
        )}
      </Row>
    </details>
  );
}

function resetOf(value: string): 'yes' | 'no' | '' {
  return value === 'yes' || value === 'no' ? value : '';
}

type RowProps = {
  readonly label: string;
  readonly unit: string;
  readonly children: (id: string) => ReactNode;
};

function Row({ label, unit, children }: RowProps) {
  const id = useId();
  return (
    <div className={limitsFieldsStyles.row}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {unit !== '' && <span>{unit}</span>}
    </div>
  );
}

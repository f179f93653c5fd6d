import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { leaveOut } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { stateText } from '../../state/session/session-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import page from '../../ui/controls/page.module.css';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import styles from './session-ticks.module.css';

/** The sidebar of the merged log: which sessions take part, and how each went. */
export function MergedSessions() {
  const count = useScreen((state) => state.sessions.length);
  return (
    <nav className={styles.panel} aria-label="Sessions of the merged log">
      <header className={page.head}>
        <h2>Sessions</h2>
        <span className={page.total}>{count}</span>
      </header>
      <div className={styles.ticks}>
        <SessionTicks />
      </div>
      <p className={styles.note}>A tool is called in its session's own tab.</p>
    </nav>
  );
}

/** Every session with a box: those with a tick take part in the merged log. */
export function SessionTicks() {
  const sessions = useScreen((state) => state.sessions);
  const leftOut = useScreen((state) => state.leftOut);
  const names = useSessionNames();
  const all = sessions.map(({ session }) => session);
  const taking = all.filter((session) => !leftOut.includes(session));
  return (
    <>
      <ul>
        {sessions.map((info) => (
          <Session
            key={info.session}
            info={info}
            label={names.get(info.session)?.label ?? info.label}
            taking={!leftOut.includes(info.session)}
            onToggle={(on) =>
              leaveOut(on ? leftOut.filter((one) => one !== info.session) : [...leftOut, info.session])
            }
            onOnly={() => leaveOut(all.filter((other) => other !== info.session))}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        <Button disabled={taking.length === all.length} onClick={() => leaveOut([])}>
          All
        </Button>
        <Button disabled={taking.length === 0} onClick={() => leaveOut(all)}>
          None
        </Button>
      </div>
    </>
  );
}

type SessionProps = {
  readonly info: SessionInfo;
  readonly label: string;
  readonly taking: boolean;
  readonly onToggle: (on: boolean) => void;
  readonly onOnly: () => void;
};

function Session({ info, label, taking, onToggle, onOnly }: SessionProps) {
  const { counts } = useSessionLog(info.session).mirror.state;
  const failed = ERROR_TIERS.filter((tier) => counts[tier] > 0);
  return (
    <li className={styles.session} title={stateText(info)}>
      <label>
        <input type="checkbox" checked={taking} onChange={(event) => onToggle(event.target.checked)} />
        <SessionBadge session={info.session} label={label} />
        <span className={styles.counts}>
          {failed.map((tier) => (
            <span key={tier} data-tier={tier}>
              <TierMark tier={tier} size={11} named />
              {counts[tier]}
            </span>
          ))}
          {failed.length === 0 && <span className={styles.state}>{stateText(info)}</span>}
        </span>
      </label>
      <Button look="quiet" size="small" aria-label={`Only ${label}`} onClick={onOnly}>
        Only
      </Button>
    </li>
  );
}

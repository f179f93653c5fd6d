import { Popover } from '@base-ui/react/popover';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import bar from '../../shared/session-bar.module.css';
import { ExpectedCounter, TierCounter } from '../../shared/tier-legend.tsx';
import { useFrontCounts, useSessionNames } from '../../state/log/front-view.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import {
  leaveOut,
  selectedKey,
  showInOwnTab,
  showMerged,
  useScreen,
} from '../../state/screen/screen-store.ts';
import { stateText } from '../../state/session/session-text.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/menus.tsx';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import styles from './merged-bar.module.css';

/** The sessions in the merged log, how all their calls went, and a link to the selected row's own tab. */
export function MergedBar() {
  const { counts } = useFrontCounts();
  const selected = useScreen((state) => selectedKey(state) !== null);
  return (
    <div className={bar.bar}>
      <div className={`${kit.row} ${kit.grow} ${bar.peer}`}>
        <h1 className={`${kit.truncate} ${bar.name}`}>All sessions</h1>
        <SessionChoice />
      </div>
      <div className={`${kit.row} ${kit.gap2} ${kit.fixed}`}>
        {ERROR_TIERS.map((tier) => (
          <TierCounter key={tier} tier={tier} count={counts[tier]} />
        ))}
        <ExpectedCounter count={counts.expected} />
      </div>
      <Button
        size="small"
        disabled={!selected}
        title="Show the selected row in its own tab (g)"
        onClick={showInOwnTab}
      >
        Back to this session
      </Button>
    </div>
  );
}

function SessionChoice() {
  const all = useScreen((state) => state.sessions.length);
  const out = useScreen((state) => state.leftOut.length);
  return (
    <Popover.Root>
      <Popover.Trigger className={`${chip.chip} ${styles.chip}`} title="Choose which sessions take part">
        {all - out} of {all} sessions
      </Popover.Trigger>
      <PopoverPanel title="Which sessions take part" className={styles.popup}>
        <SessionTicks />
      </PopoverPanel>
    </Popover.Root>
  );
}

const isMerged = () => useScreen.getState().merged;

export const MERGED_ACTIONS = actionsOf('Sessions', [
  ['All sessions in one log', 'a', showMerged, () => useScreen.getState().sessions.length > 0],
  ['Show the selected row in its own tab', 'g', showInOwnTab, isMerged],
  [
    'Let every session take part in the merged log',
    '',
    () => leaveOut([]),
    () => isMerged() && useScreen.getState().leftOut.length > 0,
  ],
]);

/** The sidebar of the merged log: which sessions are included, and how each went. */
export function MergedSessions() {
  const count = useScreen((state) => state.sessions.length);
  return (
    <nav className={styles.panel} aria-label="Sessions of the merged log">
      <header className={kit.head}>
        <h2>Sessions</h2>
        <span className={kit.fact}>{count}</span>
      </header>
      <div className={styles.ticks}>
        <SessionTicks />
      </div>
      <p className={styles.note}>A tool is called in its session's own tab.</p>
    </nav>
  );
}

function SessionTicks() {
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
      <div className={`${kit.row} ${styles.foot}`}>
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

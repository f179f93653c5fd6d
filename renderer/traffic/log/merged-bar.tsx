import { Popover } from '@base-ui/react/popover';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { useRows, useSessionNames } from '../../state/log/front-rows.ts';
import { leaveOut, selectedKey, showInOwnTab, showMerged } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { sessionLabel } from '../../state/session/session-text.ts';
import { ExpectedCounter, TierCounter } from '../../state/session/tier-counter.tsx';
import { Button } from '../../ui/controls/button.tsx';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/panels.tsx';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import bar from '../../ui/controls/session-bar.module.css';
import type { Action } from '../../ui/keyboard/action.ts';
import styles from './merged-bar.module.css';

/** Which sessions take part, how all their calls went, and the way to the selected row's own tab. */
export function MergedBar() {
  const { counts } = useRows();
  const selected = useScreen((state) => selectedKey(state) !== null);
  return (
    <div className={bar.bar}>
      <div className={bar.peer}>
        <h1 className={bar.name}>All sessions</h1>
        <SessionChoice />
      </div>
      <div className={bar.tiers}>
        {ERROR_TIERS.map((tier) => (
          <TierCounter key={tier} tier={tier} count={counts[tier]} />
        ))}
        <ExpectedCounter count={counts.expected} />
      </div>
      <Button disabled={!selected} title="Show the selected row in its own tab (g)" onClick={showInOwnTab}>
        Own tab
      </Button>
    </div>
  );
}

/** How many sessions take part in the merged log; opens the choice of which. */
function SessionChoice() {
  const sessions = useScreen((state) => state.sessions);
  const leftOut = useScreen((state) => state.leftOut);
  const names = useSessionNames();
  const all = sessions.map(({ session }) => session);
  const taking = all.filter((session) => !leftOut.includes(session));
  const toggle = (session: string) =>
    leaveOut(
      leftOut.includes(session) ? leftOut.filter((other) => other !== session) : [...leftOut, session],
    );
  return (
    <Popover.Root>
      <Popover.Trigger className={`${chip.chip} ${styles.chip}`} title="Choose which sessions take part">
        {taking.length} of {all.length} sessions
      </Popover.Trigger>
      <PopoverPanel title="Which sessions take part" className={styles.popup}>
        <ul>
          {sessions.map((info) => (
            <li key={info.session}>
              <label>
                <input
                  type="checkbox"
                  checked={!leftOut.includes(info.session)}
                  onChange={() => toggle(info.session)}
                />
                <SessionBadge session={info.session} label={names.get(info.session)?.label ?? info.label} />
                <span className={styles.state}>{sessionLabel(info)}</span>
              </label>
              <Button
                look="quiet"
                aria-label={`Only ${names.get(info.session)?.label ?? info.label}`}
                onClick={() => leaveOut(all.filter((other) => other !== info.session))}
              >
                Only
              </Button>
            </li>
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
      </PopoverPanel>
    </Popover.Root>
  );
}

const isMerged = () => useScreen.getState().merged;

/** The ways into the merged log and out of it. */
export const MERGED_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'All sessions in one log',
    keys: [{ key: 'a' }],
    run: showMerged,
    when: () => useScreen.getState().sessions.length > 0,
  },
  {
    group: 'Sessions',
    title: 'Show the selected row in its own tab',
    keys: [{ key: 'g' }],
    run: showInOwnTab,
    when: isMerged,
  },
  {
    group: 'Sessions',
    title: 'Let every session take part in the merged log',
    keys: [],
    run: () => leaveOut([]),
    when: () => isMerged() && useScreen.getState().leftOut.length > 0,
  },
];

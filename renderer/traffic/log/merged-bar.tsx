import { Popover } from '@base-ui/react/popover';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { ExpectedCounter, TierCounter } from '../../shared/tier-counter.tsx';
import { useRows } from '../../state/log/front-rows.ts';
import { leaveOut, selectedKey, showInOwnTab, showMerged } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/controls/action.ts';
import { Button } from '../../ui/controls/button.tsx';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/panels.tsx';
import bar from '../../ui/controls/session-bar.module.css';
import styles from './merged-bar.module.css';
import { SessionTicks } from './session-ticks.tsx';

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

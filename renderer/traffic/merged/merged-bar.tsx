import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { useMergedRows } from '../../state/log/front-rows.ts';
import { showInOwnTab } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { ProvokedCounter } from '../../state/session/provoked-counter.tsx';
import { TierCounter } from '../../state/session/tier-counter.tsx';
import { Button } from '../../ui/controls/button.tsx';
import styles from '../../ui/controls/session-bar.module.css';
import { SessionChoice } from './session-choice.tsx';

/** Which sessions take part, how all their calls went, and the way to the selected row's own tab. */
export function MergedBar() {
  const { counts } = useMergedRows();
  const selected = useScreen(
    ({ active, views }) => active !== null && (views[active]?.selected ?? null) !== null,
  );
  return (
    <div className={styles.bar}>
      <div className={styles.peer}>
        <h1 className={styles.name}>All sessions</h1>
        <SessionChoice />
      </div>
      <div className={styles.tiers}>
        {ERROR_TIERS.map((tier) => (
          <TierCounter key={tier} tier={tier} count={counts[tier]} />
        ))}
        <ProvokedCounter count={counts.provoked} />
      </div>
      <Button disabled={!selected} title="Show the selected row in its own tab (g)" onClick={showInOwnTab}>
        Own tab
      </Button>
    </div>
  );
}

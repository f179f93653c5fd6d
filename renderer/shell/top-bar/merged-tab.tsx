import { type KeyboardEvent, useEffect, useRef } from 'react';
import { showMerged } from '../../state/screen/screen-actions.ts';
import { step } from './session-tab.tsx';
import styles from './session-tabs.module.css';

/** The tab of the merged log, before those of the sessions. */
export function MergedTab({ active }: { readonly active: boolean }) {
  const tab = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div
      ref={tab}
      role="tab"
      tabIndex={active ? 0 : -1}
      aria-selected={active}
      aria-controls="session-panel"
      className={styles.tab}
      title="One log of all sessions (a)"
      onClick={showMerged}
      onKeyDown={tabKey}
    >
      <svg aria-hidden="true" width="11" height="10" viewBox="0 0 11 10" fill="none" stroke="currentColor">
        <path d="M.8 1.5h6M3 5h7M.8 8.5h8" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      <span className={styles.label}>All sessions</span>
    </div>
  );
}

function tabKey(event: KeyboardEvent): void {
  if (event.key === 'ArrowRight') step(1);
  else if (event.key === 'ArrowLeft') step(-1);
  else if (event.key === 'Enter' || event.key === ' ') showMerged();
  else return;
  event.preventDefault();
}

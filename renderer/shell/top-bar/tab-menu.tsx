import { Menu } from '@base-ui/react/menu';
import { type RefObject, useEffect, useState } from 'react';
import { StateDot } from '../../connect/session/state-dot.tsx';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { activateSession, showMerged } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { sessionWord } from '../../state/session/session-words.ts';
import menu from '../../ui/controls/menu.module.css';
import styles from './tab-menu.module.css';

/** Every session in a list, with how many of the tabs beside it are out of sight. */
export function TabMenu({ strip }: { readonly strip: RefObject<HTMLElement | null> }) {
  const sessions = useScreen((state) => state.sessions);
  const names = useSessionNames();
  const unseen = useUnseenTabs(strip, sessions.length);
  const words = unseen === 0 ? 'List of sessions' : `List of sessions, ${unseen} not in sight`;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger} aria-label={words} title={words}>
        {unseen === 0 ? null : <span>+{unseen}</span>}
        <svg aria-hidden="true" width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor">
          <path d="M2 3.5 5 6.5l3-3" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className={menu.positioner}>
          <Menu.Popup className={`${menu.popup} ${styles.popup}`}>
            <Menu.Item className={styles.item} onClick={showMerged}>
              <span className={styles.name}>All sessions</span>
              <kbd>a</kbd>
            </Menu.Item>
            {sessions.map((info) => (
              <Menu.Item
                key={info.session}
                className={styles.item}
                onClick={() => activateSession(info.session)}
              >
                <StateDot state={info.state} kind={info.kind} />
                <span className={styles.name}>{names.get(info.session)?.label ?? info.label}</span>
                <small>{sessionWord(info)}</small>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** How many tabs are not wholly in sight; `count` is how many sessions there are. */
function useUnseenTabs(strip: RefObject<HTMLElement | null>, count: number): number {
  const [unseen, setUnseen] = useState(0);
  useEffect(() => {
    const tabs = strip.current;
    if (tabs === null || count === 0) return;
    const hidden = new Set<Element>();
    const watch = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) hidden.delete(target);
          else hidden.add(target);
        }
        setUnseen(hidden.size);
      },
      { root: tabs, threshold: 0.6 },
    );
    for (const tab of tabs.querySelectorAll('[data-session]')) watch.observe(tab);
    return () => watch.disconnect();
  }, [strip, count]);
  return unseen;
}

import { Menu } from '@base-ui/react/menu';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { StateDot } from '../../connect/session/state-dot.tsx';
import { chooseFiles } from '../../runs/recordings/open-files.ts';
import { useSessionNames } from '../../state/log/front-view.ts';
import { openCompare } from '../../state/runs/compare-store.ts';
import {
  activateSession,
  hasMergedTab,
  setSidebarOpen,
  setTheme,
  showDialog,
  showMerged,
  useScreen,
} from '../../state/screen/screen-store.ts';
import type { ThemeChoice } from '../../state/screen/theme.ts';
import { openConnect } from '../../state/session/profiles-store.ts';
import { runText, stateText } from '../../state/session/session-text.ts';
import { modifierLabel } from '../../ui/controls/action.ts';
import { MenuItem, MenuPanel } from '../../ui/controls/menus.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { Button, IconButton } from '../../ui/kit.tsx';
import { closeEnded, hasEnded, SessionTab, Tab } from './session-tab.tsx';
import tabStyles from './session-tabs.module.css';
import styles from './top-bar.module.css';

/** The top line of the window: every session as a tab, and the ways to open another one. */
export function TopBar() {
  const sessions = useScreen((state) => state.sessions);
  const active = useScreen((state) => state.active);
  const merged = useScreen((state) => state.merged);
  const hasMerged = useScreen(hasMergedTab);
  const names = useSessionNames();
  const strip = useRef<HTMLDivElement>(null);
  const shown = tabsAround(sessions, active);
  return (
    <header className={styles.bar}>
      <SidebarToggle />
      <Logo />
      {sessions.length === 0 ? (
        <span className={styles.grow} />
      ) : (
        <div ref={strip} role="tablist" aria-label="Sessions" className={tabStyles.tabs}>
          {hasMerged ? <MergedTab active={merged} /> : null}
          {shown.map((info) => (
            <SessionTab
              key={info.session}
              info={info}
              active={!merged && info.session === active}
              apart={names.get(info.session)?.apart ?? ''}
            />
          ))}
        </div>
      )}
      {sessions.length > 1 ? <TabMenu strip={strip} shown={shown} /> : null}
      <div className={styles.actions}>
        <CompareButton />
        <ThemeSwitch />
        <IconButton
          name="Recordings"
          path="M1.6 3.4h4l1.2 1.4h5.6v6.8H1.6z M4 8.2h6"
          title="Recordings on this machine (o)"
          onClick={() => showDialog('open-recording')}
        />
        <Button
          title={`A recording or log (${modifierLabel()} O), or drop files onto the window`}
          onClick={chooseFiles}
        >
          Open file…
        </Button>
        <Button look="primary" onClick={() => openConnect()}>
          Connect
        </Button>
        <Button
          look="bare"
          className={styles.palette}
          aria-label={`${modifierLabel()} K: all actions`}
          title="All actions"
          onClick={() => showDialog('palette')}
        >
          <kbd>{modifierLabel()} K</kbd>
        </Button>
      </div>
    </header>
  );
}

function SidebarToggle() {
  const open = useScreen((state) => state.sidebarOpen);
  return (
    <IconButton
      name="Sidebar"
      path={`M1.2 1.8h11.6v10.4H1.2zM5.2 1.8v10.4${open ? 'M3.2 4v6' : ''}`}
      aria-pressed={open}
      title={open ? 'Hide the sidebar' : 'Show the sidebar'}
      onClick={() => setSidebarOpen(!open)}
    />
  );
}

function Logo() {
  return (
    <svg role="img" aria-label="Tierscope" className={styles.logo} width="22" height="20" viewBox="0 0 26 24">
      <rect x="0" y="14" width="5" height="10" rx="1.2" fill="var(--transport-strong)" />
      <rect x="7" y="10" width="5" height="14" rx="1.2" fill="var(--client-strong)" />
      <rect x="14" y="6" width="5" height="18" rx="1.2" fill="var(--protocol-strong)" />
      <rect x="21" y="2" width="5" height="22" rx="1.2" fill="var(--tool-strong)" />
    </svg>
  );
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_LABELS: Record<ThemeChoice, string> = { system: "the system's", light: 'light', dark: 'dark' };

function ThemeSwitch() {
  const theme = useScreen((state) => state.theme);
  return (
    <IconButton
      name={`Theme: ${THEME_LABELS[theme]}`}
      path="M7 1.7a5.3 5.3 0 1 0 .01 0M7 1.7v10.6M9.3 3.2v7.6"
      title={`Theme: ${THEME_LABELS[theme]}. Click for ${THEME_LABELS[NEXT[theme]]}.`}
      onClick={() => setTheme(NEXT[theme])}
    />
  );
}

function MergedTab({ active }: { readonly active: boolean }) {
  return (
    <Tab active={active} open={showMerged} title="One log of all sessions (a)">
      <svg aria-hidden="true" width="11" height="10" viewBox="0 0 11 10" fill="none" stroke="currentColor">
        <path d="M.8 1.5h6M3 5h7M.8 8.5h8" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      <span className={tabStyles.label}>All sessions</span>
    </Tab>
  );
}

/** A file may contain a thousand sessions: this many tabs are rendered at once. */
const TABS = 100;

/** The sessions with a tab: all if they are few, else the page that contains the active one. */
function tabsAround(sessions: readonly SessionInfo[], active: string | null): readonly SessionInfo[] {
  if (sessions.length <= TABS) return sessions;
  const at = sessions.findIndex((info) => info.session === active);
  const from = Math.floor(Math.max(0, at) / TABS) * TABS;
  return sessions.slice(from, from + TABS);
}

type TabMenuProps = {
  readonly strip: RefObject<HTMLElement | null>;
  readonly shown: readonly SessionInfo[];
};

function TabMenu({ strip, shown }: TabMenuProps) {
  const sessions = useScreen((state) => state.sessions);
  const names = useSessionNames();
  const unseen = useUnseenTabs(strip, shown) + sessions.length - shown.length;
  const label = unseen === 0 ? 'List of sessions' : `List of sessions, ${unseen} not in sight`;
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.trigger} aria-label={label} title={label}>
        {unseen === 0 ? null : <span>+{unseen}</span>}
        <svg aria-hidden="true" width="10" height="10" viewBox="0 0 10 10" fill="none" stroke="currentColor">
          <path d="M2 3.5 5 6.5l3-3" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </Menu.Trigger>
      <MenuPanel sideOffset={4} className={styles.popup}>
        <MenuItem keys="a" run={showMerged}>
          All sessions
        </MenuItem>
        <MenuItem disabled={!sessions.some(hasEnded)} run={closeEnded}>
          Close what ended
        </MenuItem>
        <MenuPages sessions={sessions} at={shown[0]} names={names} />
      </MenuPanel>
    </Menu.Root>
  );
}

type MenuPagesProps = {
  readonly sessions: readonly SessionInfo[];
  readonly at: SessionInfo | undefined;
  readonly names: ReturnType<typeof useSessionNames>;
};

function MenuPages({ sessions, at, names }: MenuPagesProps) {
  const [from, setFrom] = useState(() => (at === undefined ? 0 : Math.max(0, sessions.indexOf(at))));
  const to = Math.min(sessions.length, from + TABS);
  const turn = (first: number) => {
    const last = Math.min(first + TABS, sessions.length);
    return (
      <Menu.Item className={styles.item} closeOnClick={false} onClick={() => setFrom(first)}>
        <span className={styles.name}>
          Sessions {first + 1} to {last} of {sessions.length}…
        </span>
      </Menu.Item>
    );
  };
  return (
    <>
      {from > 0 ? turn(Math.max(0, from - TABS)) : null}
      {sessions.slice(from, to).map((info) => (
        <Menu.Item key={info.session} className={styles.item} onClick={() => activateSession(info.session)}>
          <StateDot info={info} />
          <span className={styles.name}>{drawnText(info.label)}</span>
          <small>
            {[stateText(info), names.get(info.session)?.apart || runText(info)].filter(Boolean).join(', ')}
          </small>
        </Menu.Item>
      ))}
      {to < sessions.length ? turn(to) : null}
    </>
  );
}

function useUnseenTabs(strip: RefObject<HTMLElement | null>, shown: readonly SessionInfo[]): number {
  const [unseen, setUnseen] = useState(0);
  const names = shown.map((info) => info.session).join(' ');
  useEffect(() => {
    const tabs = strip.current;
    if (tabs === null) return;
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
  }, [strip, names]);
  return unseen;
}

/** Opens the comparison; shown once there is a session. */
export function CompareButton() {
  const any = useScreen((state) => state.sessions.length > 0);
  if (!any) return null;
  return (
    <IconButton
      name="Compare"
      path="M1.6 2.5h4.2v9H1.6zM8.2 2.5h4.2v9H8.2zM3 5h1.4M9.6 5H11M9.6 8H11"
      title="Compare two runs (C)"
      onClick={openCompare}
    />
  );
}

import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { canWatch } from '../../connect/profiles/watch-agent.ts';
import { StateDot } from '../../connect/session/state-dot.tsx';
import { TabHeld, tabHeldText } from '../../server/answers/held-banner.tsx';
import { TabServerRequests, tabServerRequestsText } from '../../server/requests/server-request-banner.tsx';
import { activateNeighbor, activateSession, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { editAndRestart } from '../../state/session/profiles-store.ts';
import { closeSession, disconnectSession, restartSession } from '../../state/session/session-commands.ts';
import { isLive, isTapped, originGlyph, runText, stateText } from '../../state/session/session-text.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { ContextMenuOf, MenuItem, MenuLine } from '../../ui/controls/menus.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { CrossMark } from '../../ui/kit.tsx';
import styles from './session-tabs.module.css';

type SessionTabProps = {
  readonly info: SessionInfo;
  readonly active: boolean;
  /** Distinguishes it from others with the same label; empty if there are none. */
  readonly apart: string;
};

/** One session's tab: state, label and how its process ended. Delete closes it. */
export function SessionTab({ info, active, apart }: SessionTabProps) {
  const end = info.exit === '' ? '' : ` ${info.exit}`;
  const tab = (
    <Tab
      active={active}
      open={() => activateSession(info.session)}
      close={() => void closeSession(info.session)}
      aria-label={`${visibleText(info.label)}${apart === '' ? '' : ` ${apart}`}${end}${tabServerRequestsText(info)}${tabHeldText(info)}, ${stateText(info)}`}
      data-session={info.session}
      data-session-state={info.state === 'file' ? 'recording' : info.state}
      data-origin={originGlyph(info)}
      title={visibleText(
        [[stateText(info), runText(info)].filter(Boolean).join(', '), info.commandLine, info.cwd]
          .filter((part) => part !== '')
          .join('\n'),
      )}
    >
      <StateDot info={info} />
      <span className={styles.label}>{drawnText(info.label)} </span>
      {apart === '' ? null : <span className={styles.apart}>{apart} </span>}
      {isTapped(info) ? <span className={styles.tapped}>tapped </span> : null}
      {info.exit === '' ? null : <span className={styles.exit}>{info.exit} </span>}
      <TabServerRequests info={info} />
      <TabHeld info={info} />
      <CloseCross session={info.session} />
    </Tab>
  );
  return <TabContextMenu info={info} tab={tab} />;
}

type TabProps = ComponentProps<'div'> & {
  readonly active: boolean;
  readonly open: () => void;
  readonly close?: () => void;
};

/** A tab of the strip: arrow keys move to its neighbors; Delete or the middle button closes it if it can be closed. */
export function Tab({ active, open, close, ref, onKeyDown: otherKeys, ...rest }: TabProps) {
  const tab = useRef<HTMLDivElement>(null);
  useKeepInView(tab, active);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Delete' && close !== undefined) close();
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'Enter' || event.key === ' ') open();
    else return otherKeys?.(event);
    event.preventDefault();
  };
  return (
    <div
      {...rest}
      ref={(element) => {
        tab.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref !== null && ref !== undefined) ref.current = element;
      }}
      role="tab"
      tabIndex={active ? 0 : -1}
      aria-selected={active}
      aria-controls="session-panel"
      className={styles.tab}
      onClick={open}
      onAuxClick={(event) => {
        if (event.button === 1) close?.();
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Keeps the active tab fully visible in the strip, even when the tab, its badges or the strip change width. */
function useKeepInView(tab: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    const element = tab.current;
    if (!active || element === null) return;
    const show = () => element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const watch = new ResizeObserver(show);
    watch.observe(element);
    if (element.parentElement !== null) watch.observe(element.parentElement);
    return () => watch.disconnect();
  }, [tab, active]);
}

/** For the pointer only: a tab must not contain a button, so the keyboard closes it with Delete. */
function CloseCross({ session }: { readonly session: string }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Delete on the tab does the same
    <span
      role="presentation"
      className={styles.close}
      title="Close (Delete)"
      onClick={(event) => {
        event.stopPropagation();
        void closeSession(session);
      }}
    >
      <CrossMark />
    </span>
  );
}

function step(by: number): void {
  activateNeighbor(by);
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[aria-label="Sessions"] [aria-selected="true"]')?.focus(),
  );
}

/** The context menu of a tab, opened by the right mouse button or the menu key. */
export function TabContextMenu({ info, tab }: { readonly info: SessionInfo; readonly tab: ReactElement }) {
  return (
    <ContextMenuOf trigger={tab}>
      <TabItems info={info} />
    </ContextMenuOf>
  );
}

function TabItems({ info }: { readonly info: SessionInfo }) {
  const copyText = useCopyText();
  const sessions = useScreen((state) => state.sessions);
  const others = sessions.filter(({ session }) => session !== info.session);
  const live = liveInfo(info);
  return (
    <>
      {live === undefined ? null : (
        <>
          <MenuItem run={() => void restartSession(info.session)}>Restart</MenuItem>
          {isLive(info) ? null : <MenuItem run={() => editAndRestart(live)}>Edit and start again…</MenuItem>}
          {isLive(info) ? (
            <MenuItem run={() => void disconnectSession(info.session)}>Disconnect</MenuItem>
          ) : null}
          <MenuLine />
        </>
      )}
      {isTapped(info) && canWatch() ? (
        <MenuItem run={() => showDialog('watch-agent')}>Take out again…</MenuItem>
      ) : null}
      <MenuItem disabled={info.commandLine === ''} run={() => void copyText(info.commandLine)}>
        Copy command
      </MenuItem>
      <MenuItem disabled={info.file === ''} run={() => void copyText(info.file)}>
        Copy path of the recording
      </MenuItem>
      <MenuLine />
      <MenuItem keys="Delete" run={() => void closeSession(info.session)}>
        Close
      </MenuItem>
      <MenuItem
        disabled={others.length === 0}
        run={() => {
          activateSession(info.session);
          closeAll(others);
        }}
      >
        Close others
      </MenuItem>
      <MenuItem disabled={!sessions.some(hasEnded)} run={closeEnded}>
        Close what ended
      </MenuItem>
    </>
  );
}

export function closeEnded(): void {
  closeAll(useScreen.getState().sessions.filter(hasEnded));
}

export function hasEnded({ state }: SessionInfo): boolean {
  return state === 'failed' || state === 'closed';
}

function closeAll(sessions: readonly SessionInfo[]): void {
  for (const { session } of sessions) void closeSession(session);
}

import { Menu } from '@base-ui/react/menu';
import { createContext, Fragment, useContext, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import styles from '../../shared/session-bar.module.css';
import { showDialog } from '../../state/screen/screen-store.ts';
import { closeSession, disconnectSession, restartSession } from '../../state/session/session-commands.ts';
import { canRestart, isLive } from '../../state/session/session-text.ts';
import { MenuItem, MenuLine, MenuPanel } from '../../ui/controls/menus.tsx';
import { Button, Glyph, IconButton, kit } from '../../ui/kit.tsx';

/** Settings, restart, disconnect and close, as far as the session can, and a menu of the rest. */
export function SessionActions({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  return (
    <div className={`${kit.row} ${kit.fixed} ${styles.actions}`}>
      {info.kind !== 'live' ? null : (
        <Action
          name="Session settings"
          className={styles.inMenu}
          path="M2 4h4M9 4h3M2 10h2M7 10h5M6 2.6h3v2.8H6zM4 8.6h3v2.8H4z"
          act={() => showDialog('session-settings')}
        />
      )}
      {info.kind === 'tapped' && info.control !== null ? (
        <Action name="Hold or change answers" path="M5 3v8M9 3v8" act={() => showDialog('answers')} />
      ) : null}
      {canRestart(info) ? (
        <Action
          name="Restart"
          className={styles.rare}
          path="M12 7.5a4.6 4.6 0 1 1-1.5-3.4M12 1.6v2.9H9.1"
          act={() => restartSession(session)}
        />
      ) : null}
      {isLive(info) ? (
        <Action
          name="Disconnect"
          className={styles.rare}
          path="M5 2v3M9 2v3M3.4 5h7.2v1.8a3.6 3.6 0 0 1-7.2 0zM7 10.4V13"
          act={() => disconnectSession(session)}
        />
      ) : null}
      <SessionMenu info={info} />
      <Action name="Close session" path="M3.5 3.5l7 7M10.5 3.5l-7 7" act={() => closeSession(session)} />
    </div>
  );
}

type ActionProps = {
  readonly name: string;
  readonly path: string;
  /** Says where the button gives way to the menu. */
  readonly className?: string | undefined;
  readonly act: () => Promise<void> | void;
};

function Action({ name, path, className, act }: ActionProps) {
  return <IconButton name={name} path={path} className={className} title={name} onClick={() => void act()} />;
}

export type SessionMenuItem = {
  readonly title: string;
  readonly keys?: string;
  readonly run: (info: SessionInfo) => void;
  /** False leaves the item out for a session. */
  readonly when?: (info: SessionInfo) => boolean;
};

/** What the header's buttons do too, where there is room for them. */
const SESSION_ITEMS: readonly SessionMenuItem[] = [
  {
    title: 'Settings…',
    keys: ',',
    run: () => showDialog('session-settings'),
    when: ({ kind }) => kind === 'live',
  },
  { title: 'Restart', run: ({ session }) => void restartSession(session), when: canRestart },
  { title: 'Disconnect', run: ({ session }) => void disconnectSession(session), when: isLive },
];

/** The sections of the menu; the shell joins what other features can do with a session. */
export const SessionMenuContext = createContext<readonly (readonly SessionMenuItem[])[]>([]);

/** The actions that are rarely needed, behind one button, so that the name of the session keeps its room. */
function SessionMenu({ info }: { readonly info: SessionInfo }) {
  const sections = [SESSION_ITEMS, ...useContext(SessionMenuContext)]
    .map((items) => items.filter(({ when }) => when?.(info) !== false))
    .filter((items) => items.length > 0);
  // Inside the landmark, so that assistive technology finds the menu where the button is.
  const [landmark] = useState(() => document.querySelector<HTMLElement>('main'));
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="icon" aria-label="More to do with the session" title="More" />}>
        <Glyph path="M2.6 7h.01M7 7h.01M11.4 7h.01" width={2.4} />
      </Menu.Trigger>
      <MenuPanel container={landmark} sideOffset={3}>
        {sections.map((items, index) => (
          <Fragment key={items[0]?.title}>
            {index > 0 && <MenuLine />}
            {items.map(({ title, keys, run }) => (
              <MenuItem key={title} keys={keys} run={() => run(info)}>
                {title}
              </MenuItem>
            ))}
          </Fragment>
        ))}
      </MenuPanel>
    </Menu.Root>
  );
}

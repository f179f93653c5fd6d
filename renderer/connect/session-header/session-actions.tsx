import { Menu } from '@base-ui/react/menu';
import { createContext, Fragment, useContext, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import styles from '../../shared/session-bar.module.css';
import { showDialog } from '../../state/screen/screen-store.ts';
import { closeSession, disconnectSession, restartSession } from '../../state/session/session-commands.ts';
import { canRestart, isLive } from '../../state/session/session-text.ts';
import { formatChord } from '../../ui/controls/action.ts';
import { MenuItem, MenuLine, MenuPanel } from '../../ui/controls/menus.tsx';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { mayTryOtherEra, OTHER_ERA, tryOtherEra } from './era-now.tsx';

/** Settings and restart if the session supports them and there is room, a menu for the rest, and close. */
export function SessionActions({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  return (
    <div className={`${kit.row} ${kit.fixed} ${styles.actions}`}>
      {info.kind !== 'live' ? null : (
        <Button
          {...LOOK}
          aria-label="Session settings"
          className={styles.inMenu}
          onClick={() => showDialog('session-settings')}
        >
          Settings
        </Button>
      )}
      {info.kind === 'tapped' && info.control !== null ? (
        <Button {...LOOK} title="Hold or change answers" onClick={() => showDialog('answers')}>
          Answers…
        </Button>
      ) : null}
      {canRestart(info) ? (
        <Button {...LOOK} className={styles.rare} onClick={() => void restartSession(session)}>
          Restart
        </Button>
      ) : null}
      <SessionMenu info={info} />
      <IconButton name="Close session" title="Close session" onClick={() => void closeSession(session)} />
    </div>
  );
}

const LOOK = { look: 'quiet', size: 'small' } as const;

export type SessionMenuItem = {
  readonly title: string;
  readonly keys?: string;
  readonly run: (info: SessionInfo) => void;
  /** False omits the item for a session. */
  readonly when?: (info: SessionInfo) => boolean;
};

/** The header's buttons, repeated for when there is no room for them. */
const sessionItems = (): readonly SessionMenuItem[] => [
  {
    title: 'Settings…',
    keys: formatChord({ key: ',', mod: true }),
    run: () => showDialog('session-settings'),
    when: ({ kind }) => kind === 'live',
  },
  { title: OTHER_ERA, run: tryOtherEra, when: mayTryOtherEra },
  { title: 'Restart', run: ({ session }) => void restartSession(session), when: canRestart },
  { title: 'Disconnect', run: ({ session }) => void disconnectSession(session), when: isLive },
];

/** The sections of the menu; the shell adds the session actions of other features. */
export const SessionMenuContext = createContext<readonly (readonly SessionMenuItem[])[]>([]);

/** Rarely used actions behind one button, so that the session's name keeps its room. */
function SessionMenu({ info }: { readonly info: SessionInfo }) {
  const sections = [sessionItems(), ...useContext(SessionMenuContext)]
    .map((items) => items.filter(({ when }) => when?.(info) !== false))
    .filter((items) => items.length > 0);
  // Inside the landmark, so that assistive technology finds the menu next to its button.
  const [landmark] = useState(() => document.querySelector<HTMLElement>('main'));
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button {...LOOK} aria-label="More to do with the session" />}>
        More ▾
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

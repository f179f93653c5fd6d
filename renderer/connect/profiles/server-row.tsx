import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import { openProbe } from '../../state/runs/probe-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { stateLabel } from '../../state/session/session-text.ts';
import { ContextMenuOf } from '../../ui/controls/context-menu.tsx';
import { MenuItem, MenuLine, MenuPanel } from '../../ui/controls/panels.tsx';
import { Button, Glyph, kit } from '../../ui/kit.tsx';
import { ROVING_ITEM } from '../../ui/list/roving-focus.ts';
import { StateDot } from '../session/state-dot.tsx';
import {
  copyProfile,
  deleteProfile,
  duplicateProfile,
  editProfile,
  moveProfile,
  openProfile,
  sessionOf,
} from './profile-actions.ts';
import styles from './servers-section.module.css';

const DRAGGED = 'application/x-tierscope-profile';

type Props = { readonly profile: SavedProfile; readonly index: number };

/** A saved server. A click starts it or brings its tab to the front; it can be dragged to another place. */
export function ServerRow({ profile, index }: Props) {
  const running = useScreen(({ sessions }) => sessionOf(sessions, profile.id));
  const [over, setOver] = useState(false);
  const state = running === undefined ? 'not connected' : stateLabel(running.state);
  const row = (
    <li
      className={`${kit.row} ${kit.option} ${styles.row}`}
      data-over={over}
      data-profile={profile.id}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, profile.id)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const id = event.dataTransfer.getData(DRAGGED);
        if (id !== '') void moveProfile(id, index);
      }}
    >
      <Button
        {...ROVING_ITEM}
        look="bare"
        className={styles.server}
        title={hint(profile)}
        onClick={() => void openProfile(profile)}
        onKeyDown={(event) => moveByKey(event, profile.id, index)}
      >
        {running === undefined ? <span className={styles.ring} /> : <StateDot info={running} />}
        <span className={kit.truncate}>{profile.name}</span>
        <span className={kit.visuallyHidden}>, {state},</span>
        <code className={`${kit.note} ${kit.truncate} ${styles.command}`}>{profile.commandLine}</code>
      </Button>
      <ProfileMenu
        profile={profile}
        index={index}
        trigger={
          <Button
            tabIndex={-1}
            look="icon"
            size="small"
            className={styles.more}
            aria-label={`More for ${profile.name}`}
          >
            <Glyph path="M2.6 7h.01M7 7h.01M11.4 7h.01" width={2.4} />
          </Button>
        }
      />
    </li>
  );
  return (
    <ContextMenuOf trigger={row}>
      <Items profile={profile} index={index} />
    </ContextMenuOf>
  );
}

function hint({ commandLine, cwd }: SavedProfile): string {
  return cwd === '' ? commandLine : `${commandLine}\nin ${cwd}`;
}

/** Alt with an arrow moves the server. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>, id: string, index: number): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !event.altKey) return;
  event.preventDefault();
  const { profiles } = useProfiles.getState();
  void moveProfile(id, Math.min(Math.max(index + step, 0), profiles.length - 1));
}

type ProfileMenuProps = { readonly profile: SavedProfile; readonly index: number };

/** What can be done with a profile, from the button of its row. */
function ProfileMenu({ profile, index, trigger }: ProfileMenuProps & { readonly trigger: ReactElement }) {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <MenuPanel>
        <Items profile={profile} index={index} />
      </MenuPanel>
    </Menu.Root>
  );
}

function Items({ profile, index }: ProfileMenuProps) {
  return (
    <>
      <MenuItem run={() => editProfile(profile.id)}>Edit…</MenuItem>
      <MenuItem run={() => openProbe({ kind: 'profile', profile: profile.id })}>Probe this server…</MenuItem>
      <MenuItem run={() => void duplicateProfile(profile.id)}>Duplicate</MenuItem>
      <MenuItem run={() => copyProfile(profile.id)}>Copy as…</MenuItem>
      <MenuLine />
      <MenuItem keys="Alt ↑" disabled={index === 0} run={() => void moveProfile(profile.id, index - 1)}>
        Move up
      </MenuItem>
      <MenuItem keys="Alt ↓" run={() => void moveProfile(profile.id, index + 1)}>
        Move down
      </MenuItem>
      <MenuLine />
      <MenuItem danger run={() => void deleteProfile(profile)}>
        Delete
      </MenuItem>
    </>
  );
}

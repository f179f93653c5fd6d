import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import styles from '../../ui/controls/menu.module.css';
import { copyProfile, deleteProfile, duplicateProfile, editProfile, moveProfile } from './profile-actions.ts';

type Props = { readonly profile: SavedProfile; readonly index: number };

/** What can be done with a profile, from the button of its row. */
export function ProfileMenu({ profile, index, trigger }: Props & { readonly trigger: ReactElement }) {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={2}>
          <Menu.Popup className={styles.popup}>
            <Items profile={profile} index={index} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The same by the second mouse button or the menu key, anywhere on the row. */
export function ProfileContextMenu({ profile, index, row }: Props & { readonly row: ReactElement }) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={row} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={styles.positioner}>
          <ContextMenu.Popup className={styles.popup}>
            <Items profile={profile} index={index} />
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function Items({ profile, index }: Props) {
  return (
    <>
      <Menu.Item className={styles.item} onClick={() => editProfile(profile.id)}>
        Edit…
      </Menu.Item>
      <Menu.Item className={styles.item} onClick={() => void duplicateProfile(profile.id)}>
        Duplicate
      </Menu.Item>
      <Menu.Item className={styles.item} onClick={() => copyProfile(profile.id)}>
        Copy as…
      </Menu.Item>
      <Menu.Separator className={styles.line} />
      <Menu.Item
        className={styles.item}
        disabled={index === 0}
        onClick={() => void moveProfile(profile.id, index - 1)}
      >
        Move up <kbd>Alt ↑</kbd>
      </Menu.Item>
      <Menu.Item className={styles.item} onClick={() => void moveProfile(profile.id, index + 1)}>
        Move down <kbd>Alt ↓</kbd>
      </Menu.Item>
      <Menu.Separator className={styles.line} />
      <Menu.Item className={styles.item} data-danger="true" onClick={() => void deleteProfile(profile)}>
        Delete
      </Menu.Item>
    </>
  );
}

import { Menu } from '@base-ui/react/menu';
import { useRef } from 'react';
import { useProfiles } from '../../state/profiles/profiles-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from '../../ui/controls/menu.module.css';
import { editProfile, exportProfiles, importProfiles, showOtherHosts } from './profile-actions.ts';
import section from './servers-section.module.css';

/** New profiles, and profiles from and to files. */
export function ServersMenu() {
  const chooser = useRef<HTMLInputElement>(null);
  const none = useProfiles(({ profiles }) => profiles.length === 0);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger render={<Button look="quiet" aria-label="Add or share servers" />}>Add…</Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={styles.positioner} align="end" sideOffset={2}>
            <Menu.Popup className={styles.popup}>
              <Item title="New server…" run={() => editProfile(null)} />
              <Item title="From other hosts…" run={() => showOtherHosts()} />
              <Menu.Separator className={styles.line} />
              <Item title="Import profiles…" run={() => chooser.current?.click()} />
              <Item title="Export profiles" run={() => void exportProfiles(false)} disabled={none} />
              <Item title="Export with secret values" run={() => void exportProfiles(true)} disabled={none} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <input
        ref={chooser}
        type="file"
        accept=".json,.yaml,.yml"
        aria-label="File of profiles"
        tabIndex={-1}
        className={section.unseen}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void importProfiles(file);
          target.value = '';
        }}
      />
    </>
  );
}

type ItemProps = { readonly title: string; readonly run: () => void; readonly disabled?: boolean };

function Item({ title, run, disabled = false }: ItemProps) {
  return (
    <Menu.Item className={styles.item} disabled={disabled} onClick={run}>
      {title}
    </Menu.Item>
  );
}

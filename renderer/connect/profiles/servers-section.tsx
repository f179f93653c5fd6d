import { Menu } from '@base-ui/react/menu';
import { useRef } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import { liveInfo } from '../../../app/contract/session-info.ts';
import { searchedProfiles } from '../../../app/hosts/profiles/profile.ts';
import page from '../../shared/page.module.css';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { isLive } from '../../state/session/session-text.ts';
import { MenuItem, MenuLine, MenuPanel } from '../../ui/controls/panels.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { useRovingFocus } from '../../ui/list/roving-focus.ts';
import {
  editProfile,
  exportProfiles,
  importProfiles,
  saveSession,
  showOtherHosts,
  undoDelete,
} from './profile-actions.ts';
import { ServerRow } from './server-row.tsx';
import styles from './servers-section.module.css';

/** A list of servers longer than this has a search box. */
const SEARCH_FROM = 8;

/** The top of the sidebar: the saved servers, to start or to bring to the front. */
export function ServersSection() {
  const { profiles, problems, query } = useProfiles();
  const searched = profiles.length > SEARCH_FROM;
  const list = useRef<HTMLUListElement>(null);
  const shown = new Set(searched ? searchedProfiles(profiles, query) : profiles);
  return (
    <nav className={`${kit.stack} ${kit.sunk} ${styles.section}`} aria-label="Servers">
      <header className={`${kit.head} ${styles.head}`}>
        <h2>Servers</h2>
        {profiles.length === 0 ? null : <span className={kit.fact}>{profiles.length}</span>}
        <ServersMenu />
      </header>
      {searched ? (
        <SearchField
          className={page.search}
          aria-label="Search servers"
          placeholder="Search servers"
          value={query}
          onText={(text) => useProfiles.setState({ query: text })}
        />
      ) : null}
      {problems.map((problem) => (
        <p key={problem} role="alert" className={`${kit.fault} ${kit.pad}`}>
          {problem}
        </p>
      ))}
      <ul ref={list} className={styles.list} {...useRovingFocus(list)}>
        {profiles.map((profile, index) =>
          shown.has(profile) ? <ServerRow key={profile.id} profile={profile} index={index} /> : null,
        )}
      </ul>
      {searched && shown.size === 0 ? <p className={kit.empty}>No server matches the search.</p> : null}
      {profiles.length === 0 ? <NoServers /> : null}
      <SaveHint />
      <UndoDelete />
    </nav>
  );
}

function NoServers() {
  return (
    <p className={`${kit.mute} ${styles.none}`}>
      None is saved.{' '}
      <Button look="link" onClick={() => showOtherHosts()}>
        Import from Claude, Cursor…
      </Button>
    </p>
  );
}

/** The session in front can become a profile while it belongs to none. */
function SaveHint() {
  const info = useActiveSession();
  if (
    info === undefined ||
    !isLive(info) ||
    liveInfo(info)?.profile !== undefined ||
    info.label === 'error lab'
  ) {
    return null;
  }
  return (
    <div className={`${kit.row} ${styles.none}`}>
      <Button
        className={kit.truncate}
        title={visibleText(`Save “${info.label}” as a profile`)}
        onClick={() => void saveSession(info.session)}
      >
        Save as profile
      </Button>
    </div>
  );
}

function UndoDelete() {
  const deleted = useProfiles((state) => state.deleted);
  if (deleted === null) return null;
  return (
    <div role="status" className={`${kit.callout} ${kit.row} ${kit.spread}`} data-tone="accent">
      <span className={kit.truncate}>{deleted.name} is deleted.</span>
      <Button onClick={() => void undoDelete()}>Undo</Button>
    </div>
  );
}

/** New profiles, and profiles from and to files. */
function ServersMenu() {
  const chooser = useRef<HTMLInputElement>(null);
  const none = useProfiles(({ profiles }) => profiles.length === 0);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger render={<Button look="quiet" aria-label="Add or share servers" />}>Add…</Menu.Trigger>
        <MenuPanel>
          <MenuItem run={() => editProfile(null)}>New server…</MenuItem>
          <MenuItem run={() => showOtherHosts()}>Import from Claude, Cursor…</MenuItem>
          <MenuLine />
          <MenuItem run={() => chooser.current?.click()}>Import profiles…</MenuItem>
          <MenuItem disabled={none} run={() => void exportProfiles(false)}>
            Export profiles
          </MenuItem>
          <MenuItem disabled={none} run={() => void exportProfiles(true)}>
            Export with secret values
          </MenuItem>
        </MenuPanel>
      </Menu.Root>
      <input
        ref={chooser}
        type="file"
        accept=".json,.yaml,.yml"
        aria-label="File of profiles"
        tabIndex={-1}
        className={kit.visuallyHidden}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void importProfiles(file);
          target.value = '';
        }}
      />
    </>
  );
}

import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, useRef, useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import { liveInfo } from '../../../app/contract/session-info.ts';
import { searchedProfiles } from '../../../app/hosts/profiles/profile.ts';
import page from '../../shared/page.module.css';
import { openProbe } from '../../state/runs/probe-store.ts';
import { showDialog, useActiveSession, useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { isLive, STATE_LABELS } from '../../state/session/session-text.ts';
import { Fault } from '../../ui/controls/fields.tsx';
import { ContextMenuOf, MenuItem, MenuLine, MenuPanel } from '../../ui/controls/menus.tsx';
import { Button, Glyph, kit } from '../../ui/kit.tsx';
import { later } from '../../ui/later.tsx';
import { SearchField } from '../../ui/list/list-view.tsx';
import { ROVING_ITEM, useRovingFocus } from '../../ui/list/roving-focus.ts';
import { StateDot } from '../session/state-dot.tsx';
import {
  chooseProfiles,
  copyProfile,
  deleteProfile,
  duplicateProfile,
  editProfile,
  exportProfiles,
  moveProfile,
  openProfile,
  saveSession,
  sessionOf,
  showOtherHosts,
  undoDelete,
} from './profile-actions.ts';
import styles from './servers-section.module.css';
import { canWatch } from './watch-agent.ts';

const SEARCH_FROM = 8;
/** It needs the table of hosts. */
const WaitingServers = later('WaitingServers', () => import('./waiting-servers.tsx'));

/** The top of the sidebar: the saved servers, to start or show. */
export function ServersSection() {
  const { profiles, problems, query, waiting } = useProfiles();
  const count = profiles.length + waiting.length;
  const searched = profiles.length > SEARCH_FROM;
  const list = useRef<HTMLUListElement>(null);
  const shown = new Set(searched ? searchedProfiles(profiles, query) : profiles);
  return (
    <nav className={`${kit.stack} ${kit.sunk} ${styles.section}`} aria-label="Servers">
      <header className={`${kit.head} ${styles.head}`}>
        <h2>Servers</h2>
        {count === 0 ? null : <span className={kit.fact}>{count}</span>}
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
        <Fault key={problem} text={problem} className={kit.pad} />
      ))}
      <ul ref={list} className={styles.list} {...useRovingFocus(list)}>
        {profiles.map((profile, index) =>
          shown.has(profile) ? <ServerRow key={profile.id} profile={profile} index={index} /> : null,
        )}
      </ul>
      {searched && shown.size === 0 ? <p className={kit.empty}>No server matches the search.</p> : null}
      {profiles.length === 0 ? <NoServers /> : null}
      <WaitingServers />
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

function SaveHint() {
  const info = useActiveSession();
  if (info === undefined || !isLive(info) || info.label === 'error lab') return null;
  if (liveInfo(info)?.profile !== undefined) return null;
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

function ServersMenu() {
  const none = useProfiles(({ profiles }) => profiles.length === 0);
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="quiet" aria-label="Add or share servers" />}>Add…</Menu.Trigger>
      <MenuPanel>
        <MenuItem run={() => editProfile(null)}>New server…</MenuItem>
        <MenuItem run={() => showOtherHosts()}>Import from Claude, Cursor…</MenuItem>
        {canWatch() ? (
          <MenuItem run={() => showDialog('watch-agent')}>Watch what an agent sends…</MenuItem>
        ) : null}
        <MenuLine />
        <MenuItem run={() => chooseProfiles()}>Import profiles…</MenuItem>
        <MenuItem disabled={none} run={() => void exportProfiles(false)}>
          Export profiles
        </MenuItem>
        <MenuItem disabled={none} run={() => void exportProfiles(true)}>
          Export with secret values
        </MenuItem>
      </MenuPanel>
    </Menu.Root>
  );
}

const DRAGGED = 'application/x-tierscope-profile';

/** A saved server. A click starts it or shows its tab; it can be dragged to another position. */
export function ServerRow({ profile, index }: { readonly profile: SavedProfile; readonly index: number }) {
  const running = useScreen(({ sessions }) => sessionOf(sessions, profile.id));
  const [over, setOver] = useState(false);
  const state = running === undefined ? 'not connected' : STATE_LABELS[running.state];
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
        title={profile.cwd === '' ? profile.commandLine : `${profile.commandLine}\nin ${profile.cwd}`}
        onClick={() => void openProfile(profile)}
        onKeyDown={(event) => moveByKey(event, profile.id, index)}
      >
        {running === undefined ? <span className={styles.ring} /> : <StateDot info={running} />}
        <span className={kit.truncate}>{profile.name}</span>
        <span className={kit.visuallyHidden}>, {state},</span>
        <code className={`${kit.note} ${kit.truncate} ${styles.command}`}>{profile.commandLine}</code>
      </Button>
      <Menu.Root>
        <Menu.Trigger
          render={
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
        <MenuPanel>
          <Items profile={profile} index={index} />
        </MenuPanel>
      </Menu.Root>
    </li>
  );
  return (
    <ContextMenuOf trigger={row}>
      <Items profile={profile} index={index} />
    </ContextMenuOf>
  );
}

function moveByKey(event: KeyboardEvent<HTMLButtonElement>, id: string, index: number): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !event.altKey) return;
  event.preventDefault();
  const { profiles } = useProfiles.getState();
  void moveProfile(id, Math.min(Math.max(index + step, 0), profiles.length - 1));
}

function Items({ profile, index }: { readonly profile: SavedProfile; readonly index: number }) {
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

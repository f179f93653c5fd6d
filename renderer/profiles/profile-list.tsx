import dialog from '../dialogs/connect-dialog.module.css';
import { showDialog } from '../store/screen-actions.ts';
import { openProfile } from './profile-actions.ts';
import { useProfiles } from './profiles-store.ts';

/** Saved servers with their whole commands; a click starts one, with its own environment and settings. */
export function ProfileList() {
  const profiles = useProfiles((state) => state.profiles);
  if (profiles.length === 0) return null;
  return (
    <fieldset className={dialog.recent}>
      <legend>Profiles</legend>
      {profiles.map((profile) => (
        <button
          key={profile.id}
          type="button"
          title={profile.commandLine}
          onClick={() => {
            showDialog(null);
            void openProfile(profile);
          }}
        >
          <code>{profile.commandLine}</code>
          <span>{profile.name}</span>
        </button>
      ))}
    </fieldset>
  );
}

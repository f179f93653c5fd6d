import { useProfiles } from '../../state/profiles/profiles-store.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import dialog from '../dialog/connect-dialog.module.css';
import { openProfile } from './profile-actions.ts';

/** Saved servers with their whole commands; a click starts one, with its own environment and settings. */
export function ProfileList() {
  const profiles = useProfiles((state) => state.profiles);
  if (profiles.length === 0) return null;
  return (
    <fieldset className={dialog.recent}>
      <legend>Profiles</legend>
      {profiles.map((profile) => (
        <Button
          look="row"
          key={profile.id}
          title={profile.commandLine}
          onClick={() => {
            showDialog(null);
            void openProfile(profile);
          }}
        >
          <code>{profile.commandLine}</code>
          <span>{profile.name}</span>
        </Button>
      ))}
    </fieldset>
  );
}

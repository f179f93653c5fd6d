import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import { useProfiles } from '../../state/profiles/profiles-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';
import {
  copyProfile,
  deleteProfile,
  duplicateProfile,
  editProfile,
  exportProfiles,
  importProfiles,
  openProfile,
} from './profile-actions.ts';

/** What can be done with the saved servers, for the palette. */
export function profileActions(): Action[] {
  const { profiles } = useProfiles.getState();
  return [
    action('Import profiles…', chooseProfiles),
    ...(profiles.length === 0
      ? []
      : [
          action('Export profiles', () => void exportProfiles(false)),
          action('Export profiles with secret values', () => void exportProfiles(true)),
        ]),
    ...profiles.flatMap(ownActions),
  ];
}

function ownActions(profile: SavedProfile): Action[] {
  const { id, name, commandLine } = profile;
  const same = useProfiles.getState().profiles.filter((other) => other.name === name);
  const called = same.length > 1 ? `${name} (${commandLine})` : name;
  return [
    action(`Connect to ${called}`, () => void openProfile(profile)),
    action(`Edit ${called}…`, () => editProfile(id)),
    action(`Copy ${called} to another host…`, () => copyProfile(id)),
    action(`Duplicate ${called}`, () => void duplicateProfile(id)),
    action(`Delete ${called}`, () => void deleteProfile(profile)),
  ];
}

/** Asks for a file in the way of the browser; nothing happens where none is chosen. */
function chooseProfiles(): void {
  const chooser = document.createElement('input');
  chooser.type = 'file';
  chooser.accept = '.json,.yaml,.yml';
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? [];
    if (file !== undefined) void importProfiles(file);
  });
  chooser.click();
}

function action(title: string, run: () => void): Action {
  return { group: 'Sessions', title, keys: [], run };
}

import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import {
  DEFAULT_SETTINGS,
  type SettingsChange,
  settingsDifference,
  withSettings,
} from '../../../app/protocol/session-settings.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';

export type ApplyOptions = {
  readonly restarts: boolean;
  /** The profile that gets the change too. */
  readonly keepIn: SavedProfile | undefined;
};

/** Changes the settings of a live session, keeps them in its profile and restarts its server, as wanted. */
export async function applySettings(
  session: string,
  change: SettingsChange,
  { restarts, keepIn }: ApplyOptions,
): Promise<void> {
  if (Object.keys(change).length > 0) {
    const done = await told(host().configure({ session, settings: change }));
    if (done === undefined) return;
  }
  if (keepIn !== undefined) await keepSettings(keepIn, change);
  if (restarts) await told(host().restart({ session }));
}

async function keepSettings(profile: SavedProfile, change: SettingsChange): Promise<void> {
  const { id, command: _command, args: _args, ...form } = profile;
  const settings = settingsDifference(withSettings(withSettings(DEFAULT_SETTINGS, profile.settings), change));
  await told(host().editProfile({ profile: id, form: { ...form, settings }, secrets: {} }));
}

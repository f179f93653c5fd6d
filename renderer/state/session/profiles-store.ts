import { create } from 'zustand';
import type { ProjectNews, SavedProfile, SavedProfiles } from '../../../app/contract/profile-commands.ts';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { type SettingsChange, settingsDifference } from '../../../app/protocol/session-settings.ts';
import { showDialog } from '../screen/screen-store.ts';

type ProfilesState = SavedProfiles & {
  readonly query: string;
  /** The profile in the editor or in the copy dialog; null for a new one. */
  readonly chosen: string | null;
  /** The last deleted profile, while it can be brought back from here. */
  readonly deleted: SavedProfile | null;
  /** The last change of the project's file that nobody has looked at yet. */
  readonly news: ProjectNews | null;
  /** The file whose servers the dialog of other hosts has ticked at first; empty for none. */
  readonly ticked: string;
  /** Servers that were put behind the tap here, and whose agents have not started them since. */
  readonly waiting: readonly { readonly name: string; readonly hostName: string }[];
};

export const useProfiles = create<ProfilesState>(() => ({
  profiles: [],
  secretsNote: '',
  problems: [],
  query: '',
  chosen: null,
  deleted: null,
  news: null,
  ticked: '',
  waiting: [],
}));

/** The variables of an earlier session by their names: their values are known to the host only. */
export type KeptVariables = { readonly session: string; readonly names: readonly string[] };

/** What the connect dialog opens with. */
export type ConnectStart = {
  readonly commandLine: string;
  readonly cwd: string;
  readonly label: string;
  /** `NAME=value` lines. */
  readonly env: string;
  /** Variables that the new session takes over; left out for none. */
  readonly kept?: KeptVariables;
  readonly settings: SettingsChange;
  /** The session that failed: its tab closes once the new one is there. */
  readonly replaces?: string;
  readonly focus: 'command' | 'variables';
};

export const BLANK_START: ConnectStart = {
  commandLine: '',
  cwd: '',
  label: '',
  env: '',
  settings: {},
  focus: 'command',
};

/** What the connect dialog opens with next. */
export const useConnectStart = create<ConnectStart>(() => BLANK_START);

/** Opens the connect dialog, filled in if something is given. */
export function openConnect(start: ConnectStart = BLANK_START): void {
  useConnectStart.setState(start, true);
  showDialog('connect');
}

/** Opens the dialog with all that a session was started with; a variable is added to it, ready for its value. */
export function editAndStartAgain(info: LiveInfo, variable = ''): void {
  const names = info.envNames.filter((name) => name !== variable);
  openConnect({
    commandLine: info.commandLine,
    cwd: info.cwd,
    label: info.label,
    env: variable === '' ? '' : `${variable}=`,
    ...(names.length === 0 ? {} : { kept: { session: info.session, names } }),
    settings: settingsDifference(info.settings),
    replaces: info.session,
    focus: variable === '' ? 'command' : 'variables',
  });
}

import { create } from 'zustand';
import type { ProjectNews, SavedProfile, SavedProfiles } from '../../../app/contract/profile-commands.ts';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { type SettingsChange, settingsDifference } from '../../../app/protocol/session-settings.ts';
import { showDialog } from '../screen/screen-store.ts';

type ProfilesState = SavedProfiles & {
  readonly query: string;
  /** The profile in the editor or in the copy dialog; null for a new one. */
  readonly chosen: string | null;
  readonly deleted: SavedProfile | null;
  /** The last change of the project's file that the user has not viewed yet. */
  readonly news: ProjectNews | null;
  /** The file whose servers are initially ticked in the dialog of other hosts; empty for none. */
  readonly ticked: string;
  /** Servers tapped here that their agents have not started since. */
  readonly waiting: readonly { readonly name: string; readonly host: string; readonly hostName: string }[];
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

/** The names of an earlier session's variables: only the host knows their values. */
export type ReusedVariables = { readonly session: string; readonly names: readonly string[] };

export type ConnectStart = {
  readonly commandLine: string;
  readonly cwd: string;
  readonly label: string;
  /** `NAME=value` lines. */
  readonly env: string;
  /** Variables for the new session to keep; undefined for none. */
  readonly kept?: ReusedVariables;
  readonly settings: SettingsChange;
  /** The session that failed: its tab closes once the new one exists. */
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

export const useConnectStart = create<ConnectStart>(() => BLANK_START);

export function openConnect(start: ConnectStart = BLANK_START): void {
  useConnectStart.setState(start, true);
  showDialog('connect');
}

/** Opens the dialog filled in from a session's start, with one more variable ready for its value. */
export function editAndRestart(info: LiveInfo, variable = ''): void {
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

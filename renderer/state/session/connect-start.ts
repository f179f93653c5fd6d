import { create } from 'zustand';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import { type SettingsChange, settingsDifference } from '../../../app/protocol/session-settings.ts';
import { showDialog } from '../screen/screen-actions.ts';

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

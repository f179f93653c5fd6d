import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { openVariables } from '../../../app/hosts/profiles/open-variables.ts';
import { MAX_PROFILE_CHARS } from '../../../app/hosts/profiles/profile-limits.ts';
import { host, notifyFailure, WINDOW } from '../../state/host/host.ts';
import { openProbe } from '../../state/runs/probe-store.ts';
import { activateSession, notify, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { isLive } from '../../state/session/session-text.ts';
import type { Action } from '../../ui/controls/action.ts';
import { download } from '../../ui/controls/links.tsx';
import { byteSize, counted } from '../../ui/format/quantity-text.ts';

export async function openProfile(profile: SavedProfile): Promise<void> {
  const running = sessionOf(useScreen.getState().sessions, profile.id);
  if (running !== undefined) {
    activateSession(running.session);
    return;
  }
  if (!profile.seen || openVariables(profile).length > 0) {
    useProfiles.setState({ chosen: profile.id });
    showDialog('start-profile');
    return;
  }
  await startProfile(profile, {});
}

/** Starts the server of a profile once the user has seen its whole command, with the values for its open variables. */
export async function startProfile(
  profile: SavedProfile,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const started = await notifyFailure(
    host().connectProfile({ profile: profile.id, seen: true, values: { ...values }, window: WINDOW }),
  );
  if (started !== undefined) activateSession(started.session);
}

/** Opens the editor; null creates a new profile. */
export function editProfile(id: string | null): void {
  useProfiles.setState({ chosen: id });
  showDialog('profile');
}

export function copyProfile(id: string): void {
  useProfiles.setState({ chosen: id });
  showDialog('copy-profile');
}

/** Opens the list of other hosts' servers; those of the file `ticked` are initially ticked. */
export function showOtherHosts(ticked = ''): void {
  useProfiles.setState({ ticked });
  showDialog('other-hosts');
}

export async function duplicateProfile(id: string): Promise<void> {
  await notifyFailure(host().duplicateProfile({ profile: id }));
}

/** Deletes a profile; the sidebar offers to restore it. */
export async function deleteProfile(profile: SavedProfile): Promise<void> {
  const deleted = await notifyFailure(host().deleteProfile({ profile: profile.id }));
  if (deleted !== undefined) useProfiles.setState({ deleted: profile });
}

export async function undoDelete(): Promise<void> {
  useProfiles.setState({ deleted: null });
  await notifyFailure(host().undoDeleteProfile({}));
}

export async function moveProfile(id: string, to: number): Promise<void> {
  await notifyFailure(host().moveProfile({ profile: id, to }));
}

/** Creates a profile from a live session and opens it in the editor. */
export async function saveSession(session: string): Promise<void> {
  const saved = await notifyFailure(host().saveSession({ session }));
  if (saved !== undefined) editProfile(saved.id);
}

/** Downloads all profiles as a file, and reports whether it contains secrets. */
export async function exportProfiles(withSecrets: boolean): Promise<void> {
  const profiles = useProfiles.getState().profiles.map(({ id }) => id);
  const file = await notifyFailure(host().exportProfiles({ profiles, withSecrets }));
  if (file === undefined) return;
  download('tierscope-profiles.json', [file.text], 'application/json');
  notify({ level: withSecrets ? 'warning' : 'info', text: file.note });
}

/** Imports the profiles of an exported file, or the servers of another host's file. On failure a notice says why. */
export async function importProfiles(file: File): Promise<void> {
  const text = await file.text().catch(() => undefined);
  if (text === undefined || text.length > MAX_PROFILE_CHARS) {
    notify({ level: 'error', text: `${file.name} cannot be imported: ${whyNot(file, text)}.` });
    return;
  }
  const read = await notifyFailure(host().importProfiles({ text }));
  if (read !== undefined) importSummary(read.profiles.length, read.notes);
}

function whyNot(file: File, text: string | undefined): string {
  if (text === undefined) return 'it is a folder, or it has changed or gone since it was chosen';
  return `it has ${byteSize(file.size)}, and a file of servers at most ${byteSize(MAX_PROFILE_CHARS)}`;
}

/** Reports how many profiles were imported, and what they lack. */
export function importSummary(count: number, notes: readonly string[]): void {
  const text = `${counted(count, 'profile was', 'profiles were')} imported.`;
  // A single notice: of several, the first would be pushed out unread.
  notify({ level: notes.length === 0 ? 'info' : 'warning', text: [text, ...notes].join('\n') });
}

export function sessionOf(sessions: readonly SessionInfo[], profile: string): SessionInfo | undefined {
  return sessions.find((info) => liveInfo(info)?.profile === profile && isLive(info));
}

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
    action(`Probe ${called}…`, () => openProbe({ kind: 'profile', profile: id })),
    action(`Edit ${called}…`, () => editProfile(id)),
    action(`Copy ${called} to another host…`, () => copyProfile(id)),
    action(`Duplicate ${called}`, () => void duplicateProfile(id)),
    action(`Delete ${called}`, () => void deleteProfile(profile)),
  ];
}

/** Lets the user choose and import a file of profiles or of another host's servers. */
export function chooseProfiles(): void {
  const chooser = document.createElement('input');
  chooser.type = 'file';
  chooser.accept = '.json,.yaml,.yml';
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? [];
    if (file === undefined) return;
    showDialog(null);
    void importProfiles(file);
  });
  chooser.click();
}

function action(title: string, run: () => void): Action {
  return { group: 'Sessions', title, run };
}

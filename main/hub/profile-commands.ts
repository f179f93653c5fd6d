import { err, ok, type Result } from '../../app/base/result.ts';
import type { CommandInput, Commands } from '../../app/contract/commands.ts';
import type { ImportedProfiles, SavedProfile, SavedProfiles } from '../../app/contract/profile-commands.ts';
import type { HostPlace } from '../../app/hosts/host-place.ts';
import { filledStart } from '../../app/profiles/open-variables.ts';
import type { Profile } from '../../app/profiles/profile.ts';
import { freeName } from '../../app/profiles/profile-list.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { importHostText } from '../profiles/import-host-text.ts';
import { profileOfForm, profileOfSession, savedProfile } from '../profiles/profile-form.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import type { ServerSpec } from '../session/server-spec.ts';
import type { EventFeed } from './event-feed.ts';
import type { LiveTab } from './live-tab.ts';

export type ProfileDesk = {
  readonly store: ProfileStore;
  readonly feed: EventFeed;
  readonly place: HostPlace;
  /** Starts a server in a new tab. */
  readonly begin: (
    spec: ServerSpec,
    label: string,
    settings: SettingsChange,
    profile: string,
  ) => Promise<LiveTab>;
  readonly withLive: <Value>(
    session: string,
    act: (tab: LiveTab) => Promise<Result<Value>>,
  ) => Promise<Result<Value>>;
};

type ProfileCommand =
  | 'listProfiles'
  | 'createProfile'
  | 'editProfile'
  | 'duplicateProfile'
  | 'deleteProfile'
  | 'undoDeleteProfile'
  | 'moveProfile'
  | 'saveSession'
  | 'connectProfile'
  | 'exportProfiles'
  | 'importProfiles';

/** The commands on saved servers. Every change is told to all screens. */
export function profileCommands(desk: ProfileDesk): Pick<Commands, ProfileCommand> {
  const { store } = desk;
  const one = (work: Promise<Result<Profile>>): Promise<Result<SavedProfile>> => changed(desk, shown(work));
  return {
    listProfiles: async () => ok(await savedProfiles(store)),
    createProfile: async ({ form, secrets }) => {
      const profile = profileOfForm(form, desk.place.platform);
      return profile.ok ? one(store.create(profile.value, secrets)) : profile;
    },
    editProfile: async ({ profile: id, form, secrets }) => {
      const profile = profileOfForm(form, desk.place.platform);
      return profile.ok ? one(store.edit(id, profile.value, secrets)) : profile;
    },
    duplicateProfile: ({ profile }) => one(store.duplicate(profile)),
    deleteProfile: ({ profile }) => changed(desk, store.delete(profile)),
    undoDeleteProfile: () => one(store.undoDelete()),
    moveProfile: ({ profile, to }) => changed(desk, store.move(profile, to)),
    saveSession: ({ session, name }) => desk.withLive(session, (tab) => saveSession(desk, tab, name)),
    connectProfile: (input) => connectProfile(desk, input),
    exportProfiles: async ({ profiles, withSecrets }) => ok(await store.export(profiles, withSecrets)),
    importProfiles: ({ text }) => changed(desk, importText(desk, text)),
  };
}

/** Waits for a change of the saved servers and tells every screen how they are now, also after a failure. */
export async function changed<Value>(
  desk: Pick<ProfileDesk, 'store' | 'feed'>,
  work: Promise<Result<Value>>,
): Promise<Result<Value>> {
  const result = await work;
  desk.feed.profilesChanged(await savedProfiles(desk.store));
  return result;
}

/** Takes over the profiles of an exported file, or the servers of another host's file that lies anywhere. */
async function importText({ store, place }: ProfileDesk, text: string): Promise<Result<ImportedProfiles>> {
  const own = await store.import(text);
  if (own.ok) return ok({ profiles: own.value.added.map(savedProfile), notes: own.value.notes });
  const others = await importHostText(store, place, text);
  if (others === undefined) return own;
  if (!others.ok) return others;
  return ok({ ...others.value, profiles: others.value.profiles.map(savedProfile) });
}

async function savedProfiles(store: ProfileStore): Promise<SavedProfiles> {
  const { profiles, ...others } = await store.list();
  return { ...others, profiles: profiles.map(savedProfile) };
}

async function shown(work: Promise<Result<Profile>>): Promise<Result<SavedProfile>> {
  const result = await work;
  return result.ok ? ok(savedProfile(result.value)) : result;
}

async function saveSession(
  desk: ProfileDesk,
  tab: LiveTab,
  name: string | undefined,
): Promise<Result<SavedProfile>> {
  const { profiles } = await desk.store.list();
  const wanted = freeName(profiles, name ?? tab.info.label);
  const { input, secrets } = profileOfSession(tab.spec, wanted, tab.info.settings);
  const created = await changed(desk, shown(desk.store.create(input, secrets)));
  if (created.ok) tab.belongTo(created.value.id);
  return created;
}

async function connectProfile(
  desk: ProfileDesk,
  { profile: id, seen, values = {} }: CommandInput<'connectProfile'>,
): Promise<Result<{ session: string }>> {
  const found = await desk.store.environmentOf(id);
  if (!found.ok) return found;
  const profile = (await desk.store.list()).profiles.find((one) => one.id === id);
  if (profile === undefined) return err('This profile is no longer there.');
  if (!profile.seen) {
    if (seen !== true) return err(`${profile.name} came out of a file: look at its whole command first.`);
    const marked = await changed(desk, desk.store.edit(id, { seen }));
    if (!marked.ok) return marked;
  }
  const { env, problems } = found.value;
  for (const text of problems) desk.feed.notice({ level: 'warning', text: `${profile.name}: ${text}` });
  const { command, args, cwd, name } = profile;
  const spec = filledStart({ command, args, cwd, env }, values);
  const tab = await desk.begin(spec, name, profile.settings, id);
  return ok({ session: tab.info.session });
}

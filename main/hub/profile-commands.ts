import { existsSync } from 'node:fs';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  FoundFile,
  FoundServer,
  HOST_FILE_COMMANDS,
  HostCopy,
  HostTarget,
  ImportedProfiles,
  PROFILE_COMMANDS,
  SavedProfile,
  SavedProfiles,
  TappedFile,
} from '../../app/contract/profile-commands.ts';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { lineChanges } from '../../app/hosts/line-change.ts';
import { filledStart, openVariables } from '../../app/hosts/profiles/open-variables.ts';
import { freeName, KEY_PASSPHRASE, type Profile, secretNames } from '../../app/hosts/profiles/profile.ts';
import { remoteTapWords, type TapCommand } from '../../app/hosts/tap-command.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { type ChangedFile, copyToHost, hostsNamed } from '../profiles/change-host-files.ts';
import {
  type DiscoveredFile,
  type DiscoveredServer,
  discoverHosts,
  hostFiles,
} from '../profiles/discover-hosts.ts';
import { importFromHosts, importHostText } from '../profiles/import-from-hosts.ts';
import { profileOfForm, profileOfSession, savedProfile } from '../profiles/profile-form.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { yamlTool } from '../profiles/yaml-tool.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { type ServerSpec, startSpec } from '../session/record-body.ts';
import { changeTaps, type TapOrder, type TapPlan } from '../tap/install/plan-tap.ts';
import { tapAddressOf, tapPlaces } from '../tap/tap-place.ts';
import type { LiveSource } from './live-source.ts';
import type { EventFeed, Tabs } from './tabs.ts';

/** The profile and window that a session was started from. */
export type StartedFrom = { readonly profile?: string; readonly window?: string | undefined };

export type ProfileContext = {
  readonly store: ProfileStore;
  readonly feed: EventFeed;
  readonly place: HostPlace;
  readonly connect: (
    spec: ServerSpec,
    label: string,
    settings: SettingsChange,
    from: StartedFrom,
  ) => Promise<Result<{ readonly session: string }>>;
  readonly tabs: Pick<Tabs, 'live'>;
};

/** The commands on saved servers. Every change is reported to all screens. */
export function profileCommands(context: ProfileContext): Handlers<typeof PROFILE_COMMANDS> {
  const { store } = context;
  const one = (work: Promise<Result<Profile>>): Promise<Result<SavedProfile>> =>
    changed(context, shown(work));
  return {
    listProfiles: async () => ok(await savedProfiles(store)),
    createProfile: async ({ form, secrets }) => {
      const profile = profileOfForm(form, context.place.platform);
      return profile.ok ? one(store.create(profile.value, secrets)) : profile;
    },
    editProfile: async ({ profile: id, form, secrets }) => {
      const profile = profileOfForm(form, context.place.platform);
      return profile.ok ? one(store.edit(id, profile.value, secrets)) : profile;
    },
    duplicateProfile: ({ profile }) => one(store.duplicate(profile)),
    deleteProfile: ({ profile }) => changed(context, store.delete(profile)),
    undoDeleteProfile: () => one(store.undoDelete()),
    moveProfile: ({ profile, to }) => changed(context, store.move(profile, to)),
    saveSession: async ({ session, name }) => {
      const source = context.tabs.live(session);
      return source.ok ? saveSession(context, source.value, name) : source;
    },
    connectProfile: (input) => connectProfile(context, input),
    exportProfiles: async ({ profiles, withSecrets }) => ok(await store.export(profiles, withSecrets)),
    importProfiles: ({ text }) => changed(context, importText(context, text)),
  };
}

/** Waits for a change to the saved servers, then sends every screen the new list, even after a failure. */
export async function changed<Value>(
  context: Pick<ProfileContext, 'store' | 'feed'>,
  work: Promise<Result<Value>>,
): Promise<Result<Value>> {
  const result = await work;
  const saved = await savedProfiles(context.store);
  context.feed.emit((screen) => screen.profilesChanged(saved));
  return result;
}

/** Imports the profiles of an exported file, or the servers of another host's file, wherever it lies. */
async function importText({ store, place }: ProfileContext, text: string): Promise<Result<ImportedProfiles>> {
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
  context: ProfileContext,
  source: LiveSource,
  name: string | undefined,
): Promise<Result<SavedProfile>> {
  const { profiles } = await context.store.list();
  const wanted = freeName(profiles, name ?? source.label);
  const { input, secrets } = profileOfSession(source.spec, wanted, source.live.details.settings);
  const created = await changed(context, shown(context.store.create(input, secrets)));
  if (created.ok) source.setProfile(created.value.id);
  return created;
}

async function connectProfile(
  context: ProfileContext,
  { profile: id, seen, values = {}, window }: CommandInput<'connectProfile'>,
): Promise<Result<{ session: string }>> {
  const found = await context.store.environmentOf(id);
  if (!found.ok) return found;
  const { profile, env, problems } = found.value;
  if (!profile.seen) {
    if (seen !== true) return err(`${profile.name} came out of a file: look at its whole command first.`);
    const marked = await changed(context, context.store.edit(id, { seen }));
    if (!marked.ok) return marked;
  }
  for (const text of problems) context.feed.notice({ level: 'warning', text: `${profile.name}: ${text}` });
  const { command, args, cwd, name } = profile;
  const spec = startSpec(filledStart({ command, args, cwd, env }, values));
  const connected = await context.connect(spec, name, profile.settings, { profile: id, window });
  return connected.ok ? ok({ session: connected.value.session }) : connected;
}

/** How to start a saved server that was started before and has no variable without a value. Fails with a sentence. */
export async function plainStart(
  store: ProfileStore,
  id: string,
): Promise<Result<{ readonly spec: ServerSpec; readonly label: string; readonly settings: SettingsChange }>> {
  const found = await store.environmentOf(id);
  if (!found.ok) return found;
  const { profile, env } = found.value;
  const { command, args, cwd, name, settings } = profile;
  if (!profile.seen)
    return err(`${name} came out of a file, and nobody has looked at its command yet: connect to it first.`);
  if (openVariables(profile).length > 0)
    return err(`${name} leaves values open: connect to it, and probe the server of that session.`);
  return ok({ spec: startSpec({ command, args, cwd, env }), label: name, settings });
}

type HostFileContext = Pick<ProfileContext, 'store' | 'feed' | 'place'> & {
  /** Undefined for an app that installs no taps. */
  readonly tap?: TapCommand | undefined;
  /** Contains the secret for tapped addresses; without it those stay unchanged. */
  readonly dataFolder?: string;
};

/** The commands on other hosts' configuration files. None of them starts a process. */
export function hostFileCommands(context: HostFileContext): Handlers<typeof HOST_FILE_COMMANDS> {
  return {
    discoverHosts: async () => ok((await discoverHosts(context.place)).map(foundFile)),
    importFromHost: ({ servers, answers, update }) =>
      changed(
        context,
        importFromHosts(context.store, context.place, servers, answers, update).then((read) =>
          read.ok ? ok({ ...read.value, profiles: read.value.profiles.map(savedProfile) }) : read,
        ),
      ),
    listHostFiles: async () => ok(hostTargets(context.place)),
    copyToHost: (input) => copyProfile(context, input),
    changeTaps: (input) => changeHostTaps(context, input),
  };
}

async function changeHostTaps(
  { place, tap, dataFolder }: HostFileContext,
  { action, servers, dryRun }: CommandInput<'changeTaps'>,
): Promise<Result<readonly TappedFile[]>> {
  const hosts = hostsNamed(undefined);
  if (tap === undefined || !hosts.ok) return err('This app cannot change the files of hosts.');
  const chosen = servers && new Set(servers.map(({ path, at }) => placeKey(path, at)));
  const wants = (path: string, { at }: { readonly at: readonly string[] }): boolean =>
    chosen?.has(placeKey(path, at)) ?? true;
  const places = action === 'install' && dataFolder !== undefined ? await tapPlaces(dataFolder) : undefined;
  const addressOf = places?.ok ? (url: URL) => tapAddressOf(places.value(url), url) : undefined;
  const outcomes = await changeTaps(hosts.value, place, { action, tap, addressOf, wants }, dryRun);
  return ok(outcomes.map((one) => tappedFile(one, action, tap)));
}

function placeKey(path: string, at: readonly string[]): string {
  return [path, ...at].join('\0');
}

function tappedFile(
  { host, file, plan, problem, backup }: ChangedFile<TapPlan>,
  action: TapOrder['action'],
  tap: TapCommand,
): TappedFile {
  const lineOf = ([program = '', ...args]: readonly string[]): string => joinCommandLine(program, args);
  return {
    ...{ host: host.id, hostName: host.name, path: file.path, scope: file.scope, backup },
    changes: (plan?.changes ?? []).map((change) => ({
      ...change,
      before: lineOf(change.before),
      after: lineOf(change.after),
      start: startOf(change, action, tap),
    })),
    left: plan?.left ?? [],
    problem: problem === '' ? '' : `${file.path} ${problem}`,
  };
}

function startOf(
  { name, before, after }: TapPlan['changes'][number],
  action: TapOrder['action'],
  tap: TapCommand,
): string {
  const [own, tapped] = action === 'install' ? [before, after] : [after, before];
  const [program, ...args] = remoteTapWords(tap, name, own[0], tapped[0]) ?? [];
  return program === undefined ? '' : joinCommandLine(program, args);
}

function foundFile({ host, file, servers, problems }: DiscoveredFile): FoundFile {
  const { path, scope } = file;
  return { host: host.id, hostName: host.name, path, scope, servers: servers.map(foundServer), problems };
}

function foundServer({ run, ...server }: DiscoveredServer): FoundServer {
  if (run.kind === 'unsupported') return { ...server, cwd: '', envNames: [], unsupported: run.reason };
  const envNames = [...run.env.map(({ name }) => name), ...run.envNames];
  return { ...server, cwd: run.cwd, envNames, unsupported: '' };
}

/** Every file that a host of this machine reads; existing files come first. */
function hostTargets(place: HostPlace): readonly HostTarget[] {
  const all = hostFiles(allHosts(yamlTool), place).map(({ host, file }): HostTarget => {
    const { path, scope } = file;
    return { host: host.id, hostName: host.name, path, scope, exists: existsSync(path) };
  });
  return [...all.filter(({ exists }) => exists), ...all.filter(({ exists }) => !exists)];
}

async function copyProfile(
  { store, place }: HostFileContext,
  { profile: id, path, withSecrets, dryRun }: CommandInput<'copyToHost'>,
): Promise<Result<HostCopy>> {
  const target = hostFiles(allHosts(yamlTool), place).find(({ file }) => file.path === path);
  if (target === undefined) return err(`${path} is not a file of a host on this machine.`);
  const found = await store.environmentOf(id);
  if (!found.ok) return found;
  const { profile } = found.value;
  const left = withSecrets ? [] : secretNames(profile);
  const env = Object.entries(found.value.env)
    .filter(([name]) => !left.includes(name) && name !== KEY_PASSPHRASE)
    .map(([name, value]) => ({ name, value }));
  const { name, command, args, cwd, inputs } = profile;
  const server = { name, command, args, env, envNames: left, cwd, inputs };
  const copied = await copyToHost(target.host, target.file, server, dryRun);
  if (!copied.ok) return copied;
  const { before, after, backup, notes } = copied.value;
  const allNotes = left.length === 0 ? notes : [...notes, `Secret values are left out: ${left.join(', ')}.`];
  return ok({ change: lineChanges(before, after), backup, notes: allNotes });
}

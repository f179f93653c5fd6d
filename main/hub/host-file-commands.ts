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
} from '../../app/contract/profile-commands.ts';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { lineChanges } from '../../app/hosts/line-change.ts';
import { secretNames } from '../../app/profiles/profile.ts';
import { copyToHost } from '../profiles/copy-to-host.ts';
import {
  type DiscoveredFile,
  type DiscoveredServer,
  discoverHosts,
  hostFiles,
} from '../profiles/discover-hosts.ts';
import { importFromHosts } from '../profiles/import-from-hosts.ts';
import { savedProfile } from '../profiles/profile-form.ts';
import { yamlTool } from '../profiles/yaml-tool.ts';
import { changed, type ProfileContext } from './profile-commands.ts';

type HostFileContext = Pick<ProfileContext, 'store' | 'feed' | 'place'>;

/** The commands on other hosts' configuration files. None of them starts anything. */
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
  };
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

/** Every file that a host of this machine reads; those that are there come first. */
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
  const profile = (await store.list()).profiles.find((one) => one.id === id);
  if (profile === undefined) return err('This profile is no longer there.');
  const environment = await store.environmentOf(id);
  if (!environment.ok) return environment;
  const left = withSecrets ? [] : secretNames(profile);
  const env = Object.entries(environment.value.env)
    .filter(([name]) => !left.includes(name))
    .map(([name, value]) => ({ name, value }));
  const { name, command, args, cwd, inputs } = profile;
  const server = { name, command, args, env, envNames: left, cwd, inputs };
  const copied = await copyToHost(target.host, target.file, server, dryRun);
  if (!copied.ok) return copied;
  const { before, after, backup, notes } = copied.value;
  const allNotes = left.length === 0 ? notes : [...notes, `Secret values are left out: ${left.join(', ')}.`];
  return ok({ change: lineChanges(before, after), backup, notes: allNotes });
}

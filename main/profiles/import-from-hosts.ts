import { err, ok, type Result } from '../../app/base/result.ts';
import { cursor, zed } from '../../app/hosts/all-hosts.ts';
import { claudeCode } from '../../app/hosts/claude-code.ts';
import { commandFault } from '../../app/hosts/command-fault.ts';
import { gooseHost } from '../../app/hosts/goose.ts';
import type { Host, HostPlace, HostReading } from '../../app/hosts/host.ts';
import { openVariables } from '../../app/hosts/profiles/open-variables.ts';
import { freeName, type Profile } from '../../app/hosts/profiles/profile.ts';
import { type ProfileFromHost, profileFromHost } from '../../app/hosts/profiles/profile-from-host.ts';
import type { VariableValues } from '../../app/hosts/variables.ts';
import { vscode } from '../../app/hosts/vscode.ts';
import { type ServerSpec, startSpec } from '../session/record-body.ts';
import { readTextFile } from '../system/changed-file.ts';
import { type DiscoveredFile, type DiscoveredServer, discoverHosts } from './discover-hosts.ts';
import type { ProfileStore } from './profile-store.ts';
import { yamlTool } from './yaml-tool.ts';

type ServerPlace = { readonly path: string; readonly at: readonly string[] };

type ImportedFromHosts = {
  readonly profiles: readonly Profile[];
  /** Sentences about what could not be imported. */
  readonly notes: readonly string[];
};

/** Creates profiles from servers in hosts' files; `update` changes those of the same name. Fails if a save fails. */
export async function importFromHosts(
  store: ProfileStore,
  place: HostPlace,
  servers: readonly ServerPlace[],
  answers: Readonly<Record<string, string>>,
  update: boolean,
): Promise<Result<ImportedFromHosts>> {
  const files = await discoverHosts(place);
  const profiles: Profile[] = [];
  const notes: string[] = [];
  for (const wanted of servers) {
    const read = readServer(files, place, wanted, answers);
    if (!read.ok) {
      notes.push(read.error);
      continue;
    }
    const saved = await save(store, read.value, update);
    if (!saved.ok) return saved;
    profiles.push(saved.value);
    notes.push(...notesOn(saved.value, read.value));
  }
  return ok({ profiles, notes });
}

function notesOn({ name }: Profile, { notes }: ProfileFromHost): string[] {
  return notes.map((note) => `${name}: ${note}`);
}

function readServer(
  files: readonly DiscoveredFile[],
  place: HostPlace,
  wanted: ServerPlace,
  answers: Readonly<Record<string, string>>,
): Result<ProfileFromHost> {
  const file = files.find((one) => one.file.path === wanted.path);
  const server = file?.servers.find(({ at }) => at.join('\0') === wanted.at.join('\0'));
  if (file === undefined || server === undefined) {
    return err(`${wanted.at.at(-1) ?? 'The server'} is no longer in ${wanted.path}.`);
  }
  const read = profileOfServer(file, server, place, answers);
  return read === undefined ? err(`${server.name} is not a process that can be started.`) : ok(read);
}

/** The profile of a server with its host's variables filled in; undefined if it is neither a process nor an address. */
function profileOfServer(
  file: DiscoveredFile,
  server: DiscoveredServer,
  { platform, home, env, project = '' }: HostPlace,
  answers: Readonly<Record<string, string>>,
): ProfileFromHost | undefined {
  const isProject = file.file.scope === 'project';
  const workspaceFolder = isProject ? project : server.project;
  const values: VariableValues = { platform, home, env, workspaceFolder, answers, inputs: file.inputs };
  return profileFromHost(file.host, server, values, isProject ? project : home);
}

/** How a server of a host's file is started, without a tap; `open` are the values that its host would ask for. */
export type ServerStart = { readonly spec: ServerSpec; readonly open: readonly string[] };

/** The start of a server as its host would make it; undefined if it is neither a process nor an address. */
export function serverStart(
  file: DiscoveredFile,
  server: DiscoveredServer,
  place: HostPlace,
): ServerStart | undefined {
  const profile = profileOfServer(file, server, place, {});
  if (profile === undefined) return undefined;
  const { command, args, cwd, env } = profile.input;
  const plain = env.flatMap((one) => ('value' in one ? [[one.name, one.value] as const] : []));
  const spec = startSpec({ command, args, cwd, env: { ...Object.fromEntries(plain), ...profile.secrets } });
  return {
    spec,
    open: openVariables(profile.input).map(({ name }) => name),
  };
}

async function save(
  store: ProfileStore,
  { input, secrets }: ProfileFromHost,
  update: boolean,
): Promise<Result<Profile>> {
  const { profiles } = await store.list();
  const same = update ? profiles.find(({ name }) => name === input.name) : undefined;
  if (same === undefined) return store.create({ ...input, name: freeName(profiles, input.name) }, secrets);
  const { name: _name, ...change } = input;
  return store.edit(same.id, change, secrets);
}

/** Only editors write these; Claude Code uses variables without a prefix. */
const EDITOR_VARIABLE = /\$\{(?:env:|input:|workspaceFolder|userHome)/;

/**
 * Creates profiles from the text of a host's configuration file at any path; its keys identify the host. Starts
 * nothing. Undefined if it is not a host's file; fails with a sentence if none of its servers can be started or a
 * profile cannot be saved.
 */
export async function importHostText(
  store: ProfileStore,
  { platform, home, env }: HostPlace,
  text: string,
): Promise<Result<ImportedFromHosts> | undefined> {
  const read = readAs(text);
  if (read === undefined) return undefined;
  const { host, reading } = read;
  const { inputs } = reading;
  const notes = reading.problems.map(({ line, message }) => `Line ${line}: ${message}`);
  const profiles: Profile[] = [];
  for (const server of reading.servers) {
    if (server.run.kind === 'unsupported') {
      notes.push(`${server.name}: ${server.run.reason}`);
      continue;
    }
    const values = { platform, home, env, workspaceFolder: server.project, answers: {}, inputs };
    const made = profileFromHost(host, server, values, '');
    if (made === undefined) continue;
    const saved = await save(store, made, false);
    if (!saved.ok) return saved;
    profiles.push(saved.value);
    notes.push(...notesOn(saved.value, made));
  }
  if (profiles.length > 0) return ok({ profiles, notes });
  return err(['No server of this file can be started here.', ...notes].join('\n'));
}

/** A line per server in a host's configuration file; undefined if it is not one. */
export async function entriesOf(path: string): Promise<string | undefined> {
  const content = await readTextFile(path).catch(() => undefined);
  const read = content?.kind === 'text' ? readAs(content.text) : undefined;
  if (read === undefined) return undefined;
  const lines = read.reading.servers.map(({ name, run }) => {
    if (run.kind === 'unsupported') return `  ${name}: ${run.reason}`;
    if (run.kind === 'remote')
      return `  ${name}: It is a remote server. Try it: tierscope doctor --url ${run.command}`;
    const fault = commandFault(run.command, run.args);
    return `  ${name}: ${fault === undefined ? NOTHING_WRONG : `${fault.found} ${fault.todo}`}`;
  });
  return [`${path} is the configuration of a host, not a recording. Its servers:`, ...lines].join('\n');
}

const NOTHING_WRONG = 'Its command shows no fault. Try it: tierscope doctor -- and the command.';

function readAs(text: string): { host: Host; reading: HostReading } | undefined {
  const forms: readonly { readonly host: Host; readonly servers: readonly string[] }[] = [
    { host: EDITOR_VARIABLE.test(text) ? cursor : claudeCode, servers: ['mcpServers'] },
    { host: vscode, servers: ['servers'] },
    { host: vscode, servers: ['mcp', 'servers'] },
    { host: zed, servers: ['context_servers'] },
    { host: gooseHost(yamlTool), servers: ['extensions'] },
  ];
  for (const { host, servers } of forms) {
    const reading = host.read(text, { path: '', scope: 'user', servers });
    if (reading.servers.length > 0) return { host, reading };
  }
  return undefined;
}

import { isJsonObject, type JsonObject, stringAt, writtenOut } from '../base/json-value.ts';
import { ok, type Result } from '../base/result.ts';
import {
  type EnvironmentEntry,
  type Host,
  type HostProblem,
  type HostReading,
  type HostServer,
  isRemote,
  type RemoteRun,
  type ServerToWrite,
  type StdioRun,
  type UnsupportedRun,
} from './host.ts';
import { hostFilesOf, placesOf } from './host-places.ts';
import { remoteRun } from './read-entry.ts';

/** A parsed YAML file: plain values, and the lines where extensions start. */
export type YamlReading = {
  readonly value: unknown;
  /** The 1-based line of the entry at this key path; 1 if it is missing. */
  readonly lineOf: (path: readonly string[]) => number;
  readonly problems: readonly HostProblem[];
};

/** The YAML functions that Goose's files need; neither throws. */
export type YamlTool = {
  readonly read: (text: string) => YamlReading;
  /** Sets a value at a path of two keys; all other lines stay byte for byte. */
  readonly set: (text: string, path: readonly [string, string], value: JsonObject) => Result<string>;
};

const EXTENSIONS = 'extensions';

/** Goose: `extensions` in `config.yaml` (members: `ExtensionConfig`, crates/goose/src/agents/extension.rs). */
export function gooseHost(yaml: YamlTool): Host {
  const places = placesOf('goose');
  return {
    id: 'goose',
    name: places.name,
    variables: 'none',
    files: (place) => hostFilesOf(places, place),
    read: (text) => readExtensions(yaml.read(text)),
    write: (text, _file, server, at) => {
      const key = at?.at(-1) ?? (server.name.toLowerCase().replace(/[^a-z0-9_-]/g, '') || 'server');
      const extensions = objectAt(yaml.read(text).value, EXTENSIONS);
      const written = yaml.set(text, [EXTENSIONS, key], entryOf(server, objectAt(extensions, key)));
      return written.ok ? ok({ text: written.value, notes: notesOf(server) }) : written;
    },
  };
}

function readExtensions(file: YamlReading): HostReading {
  const problems = [...file.problems];
  const extensions = isJsonObject(file.value) ? file.value[EXTENSIONS] : undefined;
  if (extensions !== undefined && extensions !== null && !isJsonObject(extensions)) {
    problems.push({ message: '"extensions" is not a mapping.', line: file.lineOf([EXTENSIONS]), column: 1 });
  }
  const servers = Object.entries(isJsonObject(extensions) ? extensions : {}).map(
    ([key, entry]): HostServer => {
      const at = [EXTENSIONS, key];
      const disabled = isJsonObject(entry) && entry.enabled === false;
      return { name: key, at, line: file.lineOf(at), project: '', disabled, run: readRun(entry) };
    },
  );
  return { servers, inputs: [], problems };
}

function readRun(entry: unknown): StdioRun | RemoteRun | UnsupportedRun {
  const type = stringAt(entry, 'type') ?? '';
  const command = stringAt(entry, 'cmd');
  if (type === 'sse' || type === 'streamable_http')
    return remoteRun(type, stringAt(entry, 'uri'), textsOf(entry, 'headers'));
  if (type !== 'stdio') {
    return { kind: 'unsupported', reason: `It is part of Goose itself (${type || 'no type'}), no process.` };
  }
  if (command === undefined || command === '' || !isJsonObject(entry)) {
    return { kind: 'unsupported', reason: 'It names no command.' };
  }
  return {
    kind: 'stdio',
    command,
    args: listOf(entry.args),
    env: textsOf(entry, 'envs'),
    envNames: listOf(entry.env_keys),
    envFile: '',
    cwd: '',
  };
}

function textsOf(entry: unknown, key: string): readonly EnvironmentEntry[] {
  return Object.entries(objectAt(entry, key)).map(([name, value]) => ({ name, value: writtenOut(value) }));
}

function entryOf(server: ServerToWrite, earlier: JsonObject): JsonObject {
  if (isRemote(server)) return remoteEntry(server, earlier);
  const opening = { enabled: true, type: 'stdio', name: server.name, description: '', timeout: 300 };
  const { envs: _envs, env_keys: earlierKeys, ...kept } = earlier;
  const keys = [...new Set([...listOf(earlierKeys), ...(server.envNames ?? [])])];
  const envs = Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
  return {
    ...opening,
    ...kept,
    type: 'stdio',
    cmd: server.command,
    args: server.args,
    ...(server.env.length === 0 && earlier.envs === undefined ? {} : { envs }),
    ...(keys.length === 0 && earlierKeys === undefined ? {} : { env_keys: keys }),
  };
}

function remoteEntry({ name, command, env }: ServerToWrite, earlier: JsonObject): JsonObject {
  const { cmd: _cmd, args: _args, envs: _envs, env_keys: _keys, ...kept } = earlier;
  const headers = Object.fromEntries(env.map((one) => [one.name, one.value]));
  const opening = { enabled: true, name, description: '', timeout: 300 };
  return { ...opening, ...kept, type: 'streamable_http', uri: command, headers };
}

function notesOf({ cwd, envNames = [] }: ServerToWrite): readonly string[] {
  const folder = cwd === '' ? [] : [`Goose has no setting for a server's folder: ${cwd} was left out.`];
  const names = envNames.join(', ');
  const keys =
    names === '' ? [] : [`env_keys names ${names}: Goose takes the value from its own secret store.`];
  return [...folder, ...keys];
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(writtenOut) : [];
}

function objectAt(value: unknown, key: string): JsonObject {
  const member = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
}

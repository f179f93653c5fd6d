import { err, ok, type Result } from '../base/result.ts';
import {
  type Host,
  type HostFile,
  type HostId,
  type HostInput,
  type HostProblem,
  type HostReading,
  type HostServer,
  type HostWriting,
  isRemote,
  type ServerToWrite,
  type UnsupportedRun,
  type VariableSyntax,
} from './host.ts';
import { hostFilesOf, placesOf } from './host-places.ts';
import { type JsoncNode, jsoncAt, jsoncMember, jsoncMembers, parseJsonc, positionsIn } from './jsonc.ts';
import { removeJsonc, setJsonc, setMembers } from './jsonc-edit.ts';
import { type ReportProblem, readDisabled, readRun } from './read-entry.ts';

/** An object in a file whose members are servers. */
export type ServerList = { readonly path: readonly string[]; readonly project: string };

/** How a host writes servers in JSON. */
export type JsonForm = {
  /** All objects that contain servers; by default, the one that the file names. */
  readonly lists?: (root: JsoncNode | undefined, file: HostFile) => readonly ServerList[];
  /** The keys from an entry to the object with `command`, if it is not the entry itself. */
  readonly runPath?: (entry: JsoncNode) => readonly string[];
  /** The key of the command in that object. */
  readonly commandKey?: (entry: JsoncNode) => 'command' | 'path';
  /** Why an entry is not a server that can be started; checked before its command. */
  readonly refuses?: (entry: JsoncNode) => UnsupportedRun | undefined;
  /** The names of this list's servers that are switched off elsewhere in the file. */
  readonly switchedOff?: (root: JsoncNode | undefined, list: ServerList) => ReadonlySet<unknown>;
  readonly inputs?: (root: JsoncNode | undefined, file: HostFile) => readonly HostInput[];
  /** The first members of a new entry. */
  readonly opening?: Readonly<Record<string, unknown>>;
  readonly knowsCwd?: true;
  /** How to write a server at an address: its key, and its type if needed; a sentence if it cannot be written. */
  readonly remote?: { readonly key?: string; readonly type?: string } | string;
};

/** A host with JSON files in this form, at the locations in `host-places.json`. */
export function jsonHost(id: HostId, variables: VariableSyntax, form: JsonForm = {}): Host {
  const places = placesOf(id);
  return {
    id,
    name: places.name,
    variables,
    files: (place) => hostFilesOf(places, place),
    read: (text, file) => readJsonHost(form, text, file),
    write: (text, file, server, at = [...file.servers, server.name]) =>
      writeJsonHost(places.name, form, text, server, at),
  };
}

function readJsonHost(form: JsonForm, text: string, file: HostFile): HostReading {
  const { root, problem } = parseJsonc(text);
  const problems: HostProblem[] = [];
  if (problem !== undefined) problems.push({ ...problem, message: sentence(problem.message) });
  const positionAt = positionsIn(text);
  const report: ReportProblem = (message, node) =>
    void problems.push({ message, ...positionAt(node.offset) });
  if (root !== undefined && root.type !== 'object') report('The file is not an object in braces.', root);
  const lists = form.lists?.(root, file) ?? [{ path: file.servers, project: '' }];
  const servers = lists.flatMap((list) => readList(form, root, list, report, positionAt));
  return { servers, inputs: form.inputs?.(root, file) ?? [], problems };
}

function writeJsonHost(
  hostName: string,
  form: JsonForm,
  text: string,
  server: ServerToWrite,
  at: readonly string[],
): Result<HostWriting> {
  if (isRemote(server)) return writeRemote(form, text, server, at);
  const { root } = parseJsonc(text);
  const entry = jsoncAt(root, at);
  const takesCwd = form.knowsCwd === true || jsoncMember(entry, 'cwd') !== undefined;
  const notes =
    server.cwd === '' || takesCwd
      ? []
      : [`${hostName} has no setting for a server's folder: ${server.cwd} was left out.`];
  if (entry?.type !== 'object') {
    const written = setJsonc(text, at, newEntry(form, server));
    return written.ok ? ok({ text: written.value, notes }) : written;
  }
  const path = [...at, ...(form.runPath?.(entry) ?? [])];
  const run = jsoncAt(root, path);
  const cwd = takesCwd && server.cwd !== '' ? server.cwd : undefined;
  const written = setMembers(text, path, [
    [form.commandKey?.(entry) ?? 'command', server.command],
    ...(server.args.length > 0 || isWritten(run, 'args') ? [['args', server.args] as const] : []),
    ...(server.env.length > 0 || isWritten(run, 'env') ? [['env', environmentObject(server)] as const] : []),
    ...(cwd === undefined ? [] : [['cwd', cwd] as const]),
  ]);
  const isCwdLeft = cwd === undefined && takesCwd && isWritten(run, 'cwd');
  const changed = written.ok && isCwdLeft ? removeJsonc(written.value, [[...path, 'cwd']]) : written;
  return changed.ok ? ok({ text: changed.value, notes }) : changed;
}

/** Keeps an entry's members other than its address and headers, unless it was a process entry. */
function writeRemote(
  { remote = {} }: JsonForm,
  text: string,
  server: ServerToWrite,
  at: readonly string[],
): Result<HostWriting> {
  if (typeof remote === 'string') return err(remote);
  const { key = 'url', type } = remote;
  const entry = jsoncAt(parseJsonc(text).root, at);
  const headers = server.env.length === 0 ? {} : { headers: environmentObject(server) };
  const members = { ...(type === undefined ? {} : { type }), [key]: server.command, ...headers };
  const isKept = entry?.type === 'object' && jsoncMember(entry, 'command') === undefined;
  const written = isKept ? setMembers(text, at, Object.entries(members)) : setJsonc(text, at, members);
  return written.ok ? ok({ text: written.value, notes: [] }) : written;
}

/** Keeps an empty list or object that is written in the file, but does not add one. */
function isWritten(run: JsoncNode | undefined, key: string): boolean {
  const held = jsoncMember(run, key)?.value;
  return held !== undefined && held.type !== 'null';
}

function newEntry(form: JsonForm, server: ServerToWrite): Record<string, unknown> {
  return {
    ...form.opening,
    command: server.command,
    args: server.args,
    ...(server.env.length === 0 ? {} : { env: environmentObject(server) }),
    ...(server.cwd === '' || !form.knowsCwd ? {} : { cwd: server.cwd }),
  };
}

function environmentObject(server: ServerToWrite): Record<string, string> {
  return Object.fromEntries(server.env.map(({ name, value }) => [name, value]));
}

function readList(
  form: JsonForm,
  root: JsoncNode | undefined,
  list: ServerList,
  report: ReportProblem,
  positionAt: ReturnType<typeof positionsIn>,
): readonly HostServer[] {
  const node = jsoncAt(root, list.path);
  if (node === undefined) return [];
  if (node.type !== 'object') {
    report(`"${list.path.join('.')}" is not an object in braces.`, node);
    return [];
  }
  const off = form.switchedOff?.(root, list);
  const names = new Set(jsoncMembers(node).map((member) => member.key));
  return [...names].flatMap((name): HostServer[] => {
    const member = jsoncMember(node, name);
    if (member === undefined) return [];
    return [
      {
        name,
        at: [...list.path, name],
        line: positionAt(member.keyStart).line,
        project: list.project,
        disabled: readDisabled(member.value) || off?.has(name) === true,
        run: readEntry(form, member.value, report),
      },
    ];
  });
}

function readEntry(form: JsonForm, entry: JsoncNode, report: ReportProblem): HostServer['run'] {
  const refused = form.refuses?.(entry);
  if (refused !== undefined) return refused;
  const run = jsoncAt(entry, form.runPath?.(entry) ?? []) ?? entry;
  return readRun(run, report, form.commandKey?.(entry));
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

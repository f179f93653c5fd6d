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

/** An object of a file whose members are servers. */
export type ServerList = { readonly path: readonly string[]; readonly project: string };

/** How one host writes servers in JSON. */
export type JsonForm = {
  /** Every object that holds servers; without it, the one that the file names. */
  readonly lists?: (root: JsoncNode | undefined, file: HostFile) => readonly ServerList[];
  /** The keys from an entry to the object with `command`, if they are not the same. */
  readonly runPath?: (entry: JsoncNode) => readonly string[];
  /** How the command's key is called in that object. */
  readonly commandKey?: (entry: JsoncNode) => 'command' | 'path';
  /** A reason why an entry is not a server to start, before its command is looked at. */
  readonly refuses?: (entry: JsoncNode) => UnsupportedRun | undefined;
  /** The names of this list's servers that another part of the file switches off. */
  readonly switchedOff?: (root: JsoncNode | undefined, list: ServerList) => ReadonlySet<unknown>;
  readonly inputs?: (root: JsoncNode | undefined, file: HostFile) => readonly HostInput[];
  /** Members that a new entry begins with. */
  readonly opening?: Readonly<Record<string, unknown>>;
  readonly knowsCwd?: true;
  /** How a server at an address is written: the key of the address, and the type if it needs one; a sentence if it cannot be. */
  readonly remote?: { readonly key?: string; readonly type?: string } | string;
};

/** A host whose files are JSON in this form, and lie where `host-places.json` says. */
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

/** What an entry says beside its address and headers stays, unless it was the entry of a process. */
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

/** An empty list or object that is written out stays; one that is not written is not added. */
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

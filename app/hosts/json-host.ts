import { ok, type Result } from '../base/result.ts';
import type {
  Host,
  HostFile,
  HostInput,
  HostProblem,
  HostReading,
  HostServer,
  HostWriting,
  ServerToWrite,
  StdioRun,
  UnsupportedRun,
} from './host.ts';
import { type JsoncNode, jsoncAt, jsoncMember, jsoncMembers, parseJsonc, positionAt } from './jsonc.ts';
import { removeJsonc, setJsonc } from './jsonc-edit.ts';
import { problemReport, type ReportProblem, readDisabled, readRun } from './read-entry.ts';

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
  /** True if another part of the file switches off a server of this list. */
  readonly switchesOff?: (root: JsoncNode | undefined, list: ServerList, name: string) => boolean;
  readonly inputs?: (root: JsoncNode | undefined, file: HostFile) => readonly HostInput[];
  /** Members that a new entry begins with. */
  readonly opening?: Readonly<Record<string, unknown>>;
  readonly knowsCwd?: true;
};

/** A host whose files are JSON in this form. */
export function jsonHost(host: Omit<Host, 'read' | 'write'>, form: JsonForm = {}): Host {
  return {
    ...host,
    read: (text, file) => readJsonHost(form, text, file),
    write: (text, file, server, at = [...file.servers, server.name]) =>
      writeJsonHost(host.name, form, text, server, at),
  };
}

function readJsonHost(form: JsonForm, text: string, file: HostFile): HostReading {
  const { root, problem } = parseJsonc(text);
  const problems: HostProblem[] = [];
  if (problem !== undefined) problems.push({ ...problem, message: sentence(problem.message) });
  const report = problemReport(text, problems);
  if (root !== undefined && root.type !== 'object') report('The file is not an object in braces.', root);
  const lists = form.lists?.(root, file) ?? [{ path: file.servers, project: '' }];
  const servers = lists.flatMap((list) => readList(form, text, root, list, report));
  return { servers, inputs: form.inputs?.(root, file) ?? [], problems };
}

function writeJsonHost(
  hostName: string,
  form: JsonForm,
  text: string,
  server: ServerToWrite,
  at: readonly string[],
): Result<HostWriting> {
  const entry = jsoncAt(parseJsonc(text).root, at);
  const takesCwd = form.knowsCwd === true || jsoncMember(entry, 'cwd') !== undefined;
  const notes =
    server.cwd === '' || takesCwd
      ? []
      : [`${hostName} has no setting for a server's folder: ${server.cwd} was left out.`];
  if (entry?.type !== 'object') {
    const written = setJsonc(text, at, newEntry(form, server));
    return written.ok ? ok({ text: written.value, notes }) : written;
  }
  const run = [...at, ...(form.runPath?.(entry) ?? [])];
  let changed = setJsonc(text, [...run, form.commandKey?.(entry) ?? 'command'], server.command);
  const members: [string, unknown, boolean][] = [
    ['args', server.args, server.args.length > 0],
    ['env', environmentObject(server), server.env.length > 0],
    ...(takesCwd ? [['cwd', server.cwd, server.cwd !== ''] as [string, unknown, boolean]] : []),
  ];
  for (const [key, value, wanted] of members) {
    if (changed.ok) changed = setOrEmpty(changed.value, [...run, key], value, wanted);
  }
  return changed.ok ? ok({ text: changed.value, notes }) : changed;
}

/** An empty list or object that is written out stays; one that is not written is not added. */
function setOrEmpty(text: string, path: readonly string[], value: unknown, wanted: boolean): Result<string> {
  if (wanted) return setJsonc(text, path, value);
  const node = jsoncAt(parseJsonc(text).root, path);
  if (node === undefined || node.type === 'null') return ok(text);
  return typeof value === 'string' ? removeJsonc(text, path) : setJsonc(text, path, value);
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
  text: string,
  root: JsoncNode | undefined,
  list: ServerList,
  report: ReportProblem,
): readonly HostServer[] {
  const node = jsoncAt(root, list.path);
  if (node === undefined) return [];
  if (node.type !== 'object') {
    report(`"${list.path.join('.')}" is not an object in braces.`, node);
    return [];
  }
  const names = new Set(jsoncMembers(node).map((member) => member.key));
  return [...names].flatMap((name): HostServer[] => {
    const member = jsoncMember(node, name);
    if (member === undefined) return [];
    return [
      {
        name,
        at: [...list.path, name],
        line: positionAt(text, member.keyStart).line,
        project: list.project,
        disabled: readDisabled(member.value) || (form.switchesOff?.(root, list, name) ?? false),
        run: readEntry(form, member.value, report),
      },
    ];
  });
}

function readEntry(form: JsonForm, entry: JsoncNode, report: ReportProblem): StdioRun | UnsupportedRun {
  const refused = form.refuses?.(entry);
  if (refused !== undefined) return refused;
  const run = jsoncAt(entry, form.runPath?.(entry) ?? []) ?? entry;
  return readRun(run, report, form.commandKey?.(entry));
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

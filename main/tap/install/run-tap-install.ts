import { visibleLine } from '../../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { claudeCode } from '../../../app/hosts/claude-code.ts';
import { claudeDesktop } from '../../../app/hosts/claude-desktop.ts';
import { cursor } from '../../../app/hosts/cursor.ts';
import type { Host, HostFile, HostPlace, HostServer } from '../../../app/hosts/host.ts';
import { type JsoncNode, parseJsonc } from '../../../app/hosts/jsonc.ts';
import { editedText, type TextEdit } from '../../../app/hosts/jsonc-edit.ts';
import { tappedAt } from '../../../app/hosts/tap-command.ts';
import { vscode } from '../../../app/hosts/vscode.ts';
import { windsurf } from '../../../app/hosts/windsurf.ts';
import { HOST_BACKUP } from '../../profiles/copy-to-host.ts';
import { hostFiles, readHostFile } from '../../profiles/discover-hosts.ts';
import { joinCommandLine } from '../../session/command-line.ts';
import { changeFile } from '../../system/changed-file.ts';
import { unwrapEntry, wrapEntry } from './wrap-entry.ts';

export type TapInstallOptions = {
  readonly action: 'install' | 'uninstall';
  readonly host?: string | undefined;
  readonly server?: string | undefined;
  /** List what would change, and write nothing. */
  readonly dryRun?: boolean;
  /** This machine; `project` is the folder that the command was typed in. */
  readonly place: HostPlace;
  /** Absolute paths: Node's and the script's, so that it starts from any folder and without a PATH. */
  readonly tapCommand: readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/**
 * `tierscope tap install` and `tap uninstall`. Gives the exit code: 0 done, also if there was nothing to do;
 * 2 for a host or server that there is none of; 3 if a file could not be read or written.
 */
export async function runTapInstall(options: TapInstallOptions): Promise<number> {
  const { action, host, server, writeError } = options;
  const chosen = hostsNamed(host);
  if (!chosen.ok) {
    writeError(`${chosen.error}\n`);
    return 2;
  }
  const read = await readFiles(chosen.value, options);
  const plan = action === 'install' ? planTapInstall : planTapUninstall;
  const planned = plan({ server, tapCommand: options.tapCommand, files: read.files });
  const broken = planned.filter(({ problem }) => problem !== '');
  for (const { file, problem } of broken) writeError(`${file.path} is left alone. ${problem}\n`);
  const sound = planned.filter(({ changes, left }) => changes.length + left.length > 0);
  if (server !== undefined && sound.length === 0) {
    writeError(`No configuration file names a server "${server}".\n`);
    return read.failed || broken.length > 0 ? 3 : 2;
  }
  const written = await carryOut(sound, options);
  return read.failed || broken.length > 0 || !written ? 3 : 0;
}

async function readFiles(
  chosen: readonly Host[],
  { place, writeError }: TapInstallOptions,
): Promise<{ files: readonly TapFile[]; failed: boolean }> {
  const files: TapFile[] = [];
  let failed = false;
  for (const { host, file } of hostFiles(chosen, place)) {
    const content = await readHostFile(file);
    if (content.kind === 'text') files.push({ host, file, text: content.text });
    if (content.kind !== 'unreadable') continue;
    writeError(`${file.path} cannot be read: ${content.reason}.\n`);
    failed = true;
  }
  return { files, failed };
}

async function carryOut(planned: readonly PlannedFile[], options: TapInstallOptions): Promise<boolean> {
  const { dryRun, write, writeError } = options;
  let servers = 0;
  let files = 0;
  let failed = false;
  for (const one of planned) {
    write(tapPlanText(one));
    if (one.changes.length === 0) continue;
    const outcome = dryRun ? '' : await writePlanned(one.file.path, one, write);
    if (outcome === '') {
      servers += one.changes.length;
      files += 1;
      continue;
    }
    writeError(`${one.file.path} is unchanged: ${outcome}.\n`);
    failed = true;
  }
  write(summary(servers, files, options));
  return !failed;
}

function summary(servers: number, files: number, { action, dryRun }: TapInstallOptions): string {
  const done = action === 'install' ? 'put behind the tap' : 'taken from behind the tap';
  if (servers === 0) return `No server to be ${done}.\n`;
  const counted = `${servers} ${servers === 1 ? 'server' : 'servers'} in ${files} ${files === 1 ? 'file' : 'files'}`;
  if (dryRun) return `Dry run, nothing is written: ${counted} would be ${done}.\n`;
  return `${counted} ${done}. Restart the hosts to use ${servers === 1 ? 'it' : 'them'}.\n`;
}

/** A plan for one file as lines for people: each changed server with its command before and after. */
function tapPlanText(planned: PlannedFile): string {
  const lines = [`${planned.host.name}: ${planned.file.path}`];
  for (const { server, project, before, after } of planned.changes) {
    lines.push(`  ${server}${project === '' ? '' : ` (${project})`}`);
    lines.push(`  - ${commandLine(before)}`, `  + ${commandLine(after)}`);
  }
  for (const { server, reason } of planned.left) lines.push(`  ${server}: left as it is. ${reason}`);
  return `${lines.map(visibleLine).join('\n')}\n`;
}

function commandLine(words: readonly string[]): string {
  const [command = '', ...args] = words;
  return joinCommandLine(command, args);
}

export type TapFile = { readonly host: Host; readonly file: HostFile; readonly text: string };

type TapRequest = {
  readonly server: string | undefined;
  /** The command that starts Tierscope's command line from any folder. */
  readonly tapCommand: readonly string[];
  readonly files: readonly TapFile[];
};

/** A server whose command changes; each command is program and arguments. */
type TapChange = {
  readonly server: string;
  readonly project: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

type PlannedFile = TapFile & {
  /** The text to write; the same as `text` if nothing changes. */
  readonly after: string;
  readonly changes: readonly TapChange[];
  /** Servers that stay as they are, with the reason as a sentence. */
  readonly left: readonly { readonly server: string; readonly reason: string }[];
  /** Why the file as a whole is left alone; empty if it is not. */
  readonly problem: string;
};

/** What `tap install` would write: every stdio server behind the tap, all else as it is. Writes nothing. */
export function planTapInstall(request: TapRequest): readonly PlannedFile[] {
  return request.files.map((file) =>
    planFile(file, request, (root, { at, name }, words) =>
      tappedAt(words, request.tapCommand) === undefined
        ? wrapEntry(file.text, root, at, request.tapCommand, name)
        : err('It is already tapped.'),
    ),
  );
}

/** What `tap uninstall` would write: every tapped server without the tap. Writes nothing. */
export function planTapUninstall(request: TapRequest): readonly PlannedFile[] {
  return request.files.map((file) =>
    planFile(file, request, (root, { at }) => unwrapEntry(file.text, root, at, request.tapCommand)),
  );
}

type EditsOf = (
  root: JsoncNode | undefined,
  server: HostServer,
  words: readonly string[],
) => Result<readonly TextEdit[]>;

/** Reads the file once before and once after all of its edits: it may have thousands of servers. */
function planFile(file: TapFile, request: TapRequest, editsOf: EditsOf): PlannedFile {
  const { host, text } = file;
  const problem = damageOf(file);
  const { root } = parseJsonc(text);
  const edits: TextEdit[] = [];
  const changed: HostServer[] = [];
  const left: { server: string; reason: string }[] = [];
  for (const server of problem === '' ? host.read(text, file.file).servers : []) {
    if (request.server !== undefined && server.name !== request.server) continue;
    const outcome =
      server.run.kind === 'stdio' ? editsOf(root, server, wordsOf(server)) : err(server.run.reason);
    if (outcome.ok) {
      for (const edit of outcome.value) edits.push(edit);
      changed.push(server);
    } else left.push({ server: server.name, reason: outcome.error });
  }
  const after = editedText(text, edits);
  const now = new Map(
    (changed.length === 0 ? [] : host.read(after, file.file).servers).map((one) => [
      keyOf(one),
      wordsOf(one),
    ]),
  );
  const changes = changed.map((server) => ({
    server: server.name,
    project: server.project,
    before: wordsOf(server),
    after: now.get(keyOf(server)) ?? [],
  }));
  return { ...file, after, changes, left, problem };
}

/** A file that cannot be read to its end is not written. */
function damageOf({ host, file, text }: TapFile): string {
  const probe = host.write(text, file, { name: 'tierscope', command: 'x', args: [], env: [], cwd: '' });
  return probe.ok ? '' : probe.error;
}

function keyOf({ at }: HostServer): string {
  return at.join('\n');
}

function wordsOf({ run }: HostServer): readonly string[] {
  return run.kind === 'stdio' ? [run.command, ...run.args] : [];
}

/** The hosts whose files the command line changes. */
const HOSTS: readonly Host[] = [claudeDesktop, claudeCode, cursor, vscode, windsurf];

/** The host of this id, or all of them for undefined. Fails with a sentence that names those that there are. */
export function hostsNamed(id: string | undefined): Result<readonly Host[]> {
  const chosen = HOSTS.filter((host) => id === undefined || host.id === id);
  if (chosen.length > 0) return ok(chosen);
  return err(`There is no host "${id}". Use one of: ${HOSTS.map((host) => host.id).join(', ')}.`);
}

/** The text of a file as it was read, and as it is to be. */
export type PlannedChange = { readonly text: string; readonly after: string };

/**
 * Writes a change of a configuration file, keeps the earlier text beside it, and says where. Gives an empty text, or
 * why the file is unchanged: also if another program has written it since it was read.
 */
export async function writePlanned(
  path: string,
  { text, after }: PlannedChange,
  write: (text: string) => void,
): Promise<string> {
  const edit = (now: string): string => (now === text ? after : now);
  const changed = await changeFile(path, edit, { backup: HOST_BACKUP });
  if (!changed.ok) return `it ${changed.error}`;
  if (changed.value.before !== text) return 'another program has just written it; try again';
  if (changed.value.backup !== '') write(`  Written. The earlier file is kept as ${changed.value.backup}\n`);
  return '';
}

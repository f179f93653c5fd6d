import { constants } from 'node:fs';
import { access, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import { graphicalPath } from '../../../app/checks/doctor/place-steps.ts';
import type { CommandFile, CommandPlace, GraphicalPlace } from '../../../app/checks/doctor/start-evidence.ts';
import type { ProcessSpec } from '../../session/record-body.ts';
import { serverEnvironment } from '../../session/server-process.ts';

const MAX_FOLDERS = 200;
const HEAD_BYTES = 512;
const IS_WINDOWS = process.platform === 'win32';

/** Finds a command where the system will look for it when the server starts, and where a graphical host would. */
export async function commandPlace(spec: ProcessSpec): Promise<CommandPlace> {
  const cwd = resolve(spec.cwd === '' ? '.' : spec.cwd);
  const folderExists = await isFolder(cwd);
  const scripts = await Promise.all(
    scriptsIn(spec).map(async (name) => {
      const path = resolve(cwd, name);
      return { name, path, isThere: (await stat(path).catch(() => undefined)) !== undefined };
    }),
  );
  const isPath = /[/\\]/.test(spec.command);
  const path = isPath ? [] : pathOf(spec);
  const search = { extensions: extensionsOf(spec), path: pathOf(spec) };
  const file = isPath
    ? await firstFile([resolve(cwd, spec.command)], search)
    : await firstFile(
        path.map((folder) => join(isAbsolute(folder) ? folder : resolve(cwd, folder), spec.command)),
        search,
      );
  return {
    path,
    file,
    folder: cwd,
    folderExists,
    scripts,
    graphical: await graphicalPlace(spec, file, isPath, search),
  };
}

/** Programs whose arguments are container paths, package names or commands, not scripts. */
const NO_SCRIPTS = /^(?:docker|podman|npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|ssh)(?:\.cmd|\.exe)?$/i;
const SCRIPT = /^(?!-|[a-z]+:\/\/).*\.(?:pyw?|[mc]?[jt]sx?|jar|rb|php|sh|exs?|pl|lua|csx?)$/i;
const CODE_FOLLOWS = /^-(?:[a-z]*[cemp]|-eval|-print)$/;

/** The arguments that name a script for the command to run, as written. */
function scriptsIn({ command, args }: ProcessSpec): readonly string[] {
  const at = args.findIndex((arg, index) => SCRIPT.test(arg) && !CODE_FOLLOWS.test(args[index - 1] ?? ''));
  const isElsewhere = args.slice(0, at).some((arg) => /^--(?:directory|cwd|prefix|dir)\b/.test(arg));
  const name = args[at];
  return name === undefined || isElsewhere || NO_SCRIPTS.test(basename(command)) ? [] : [name];
}

const MAX_COMPLETIONS = 8;
/** The limit when a whole folder is listed. */
const MAX_ENTRIES = 200;

/** Up to eight paths that complete `text`, or a whole folder if `text` ends with a slash. Folders end with a slash. */
export async function pathsFrom(
  text: string,
  folder: string,
  foldersOnly = false,
): Promise<readonly string[]> {
  const at = Math.max(text.lastIndexOf('/'), IS_WINDOWS ? text.lastIndexOf('\\') : -1) + 1;
  const [parent, begun] = [text.slice(0, at), text.slice(at)];
  if (text === '') return [];
  const entries = await readdir(resolve(folder, parent), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.name.startsWith(begun) && (begun !== '' || !entry.name.startsWith('.')))
    .filter((entry) => !foldersOnly || !entry.isFile())
    .map((entry) => `${parent}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .filter((path) => path !== text)
    .sort()
    .slice(0, begun === '' ? MAX_ENTRIES : MAX_COMPLETIONS);
}

/** The program with this name on the PATH of a server; undefined if there is none. */
export async function programInPath(name: string, spec: ProcessSpec): Promise<string | undefined> {
  return findProgram(name, { extensions: extensionsOf(spec), path: pathOf(spec) });
}

type Search = {
  /** The extensions to try after a command's name, including the empty one. */
  readonly extensions: readonly string[];
  readonly path: readonly string[];
};

function pathOf(spec: ProcessSpec): readonly string[] {
  const environment = serverEnvironment(spec);
  const name = Object.keys(environment).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH';
  return (environment[name] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .slice(0, MAX_FOLDERS);
}

function extensionsOf(spec: ProcessSpec): readonly string[] {
  if (!IS_WINDOWS) return [''];
  const written = spec.env.PATHEXT ?? process.env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD';
  return ['', ...written.split(';').filter((one) => one !== '')];
}

/** The first path that is executable, else the first that exists. */
async function firstFile(paths: readonly string[], search: Search): Promise<CommandFile | undefined> {
  let first: CommandFile | undefined;
  for (const path of paths.flatMap((one) => search.extensions.map((extension) => one + extension))) {
    const file = await fileAt(path, search);
    if (file === undefined) continue;
    if (file.mayRun && file.kind !== 'folder') return file;
    first ??= file;
  }
  return first;
}

async function fileAt(path: string, search: Search): Promise<CommandFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) {
    return { path, kind: found.isDirectory() ? 'folder' : 'other', mayRun: false, interpreter: undefined };
  }
  // Windows has no execute permission.
  const mayRun = IS_WINDOWS || (await mayExecute(path));
  const head = await headOf(path);
  const name = IS_WINDOWS ? undefined : interpreterIn(head);
  if (name === undefined)
    return { path, kind: isProgram(head) ? 'program' : 'text', mayRun, interpreter: undefined };
  return { path, kind: 'script', mayRun, interpreter: { name, path: await findProgram(name, search) } };
}

async function findProgram(name: string, search: Search): Promise<string | undefined> {
  const paths = /[/\\]/.test(name) ? [name] : search.path.map((folder) => join(folder, name));
  for (const path of paths.flatMap((one) => search.extensions.map((extension) => one + extension))) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true && (IS_WINDOWS || (await mayExecute(path)))) return path;
  }
  return undefined;
}

async function mayExecute(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** The first bytes of a file; empty if it cannot be read. */
async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

/** The program in a script's shebang line, or the one that env(1) would find (execve(2), "Interpreter scripts"). */
function interpreterIn(head: string): string | undefined {
  const words = /^#!\s*([^\r\n]+)/.exec(head)?.[1]?.trim().split(/\s+/) ?? [];
  const [program, ...rest] = words;
  if (program === undefined || !/(?:^|\/)env$/.test(program)) return program;
  return rest.find((word) => !word.startsWith('-') && !word.includes('='));
}

/** ELF, the Mach-O forms, and MZ. An unreadable file is assumed to be fine. */
const MAGIC = /^(?:\u007fELF|MZ|[\xfe\xcf\xce\xca][\xed\xfa\xfe])/;

function isProgram(head: string): boolean {
  return IS_WINDOWS || head === '' || MAGIC.test(head);
}

async function graphicalPlace(
  spec: ProcessSpec,
  file: CommandFile | undefined,
  isPath: boolean,
  { extensions }: Search,
): Promise<GraphicalPlace | undefined> {
  const folders = graphicalPath(process.platform);
  if (folders === undefined || (isPath && file?.interpreter === undefined)) return undefined;
  const search = { extensions, path: folders };
  const { interpreter } = file ?? {};
  const found = {
    command: isPath ? undefined : await findProgram(spec.command, search),
    interpreter: interpreter === undefined ? undefined : await findProgram(interpreter.name, search),
  };
  const isOther = await differs(found.command, file?.path);
  const runsOther = isOther ? false : await differs(found.interpreter, interpreter?.path);
  const other = isOther ? found.command : runsOther ? found.interpreter : undefined;
  return { path: folders.join(delimiter), ...found, other };
}

/** True if both programs exist and are different files, links resolved. */
async function differs(found: string | undefined, here: string | undefined): Promise<boolean> {
  if (found === undefined || here === undefined) return false;
  const [one, other] = await Promise.all([found, here].map((path) => realpath(path).catch(() => path)));
  return one !== other;
}

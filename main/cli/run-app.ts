import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { err, type Result } from '../../app/base/result.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import { isAddress } from '../../app/frame/http-record.ts';
import { type LoopbackServer, startLoopbackServer } from '../carrier/loopback-server.ts';
import { announceHost } from '../carrier/running-host.ts';
import type { HostApi } from '../hub/host-api.ts';
import { splitCommandLine } from '../session/command-line.ts';
import { writeStderr } from '../system/command-output.ts';
import { fileFailure } from '../system/file-failure.ts';
import { type AppPaths, appPaths, dataFolder, hubOptions, nodeEntries, nodeTapCommand } from './app-paths.ts';
import { type AppRequest, forwardRequest, openRequest, refuseBesideWindow } from './app-request.ts';
import {
  CommandEnd,
  claimDataFolder,
  disposeInTime,
  disposeOnCrash,
  endSignal,
  exitCodes,
  outlive,
} from './command-end.ts';
import { electronBinary } from './electron-binary.ts';
import { browserPlans, hasDisplay, openBrowser } from './open-browser.ts';

/** Runs the app in Electron or the browser, as requested. Returns the exit code once it has ended. */
export async function runApp(
  request: AppRequest,
  entryFolder: string,
  typed: readonly string[],
): Promise<number> {
  await refuseMissingFiles(request);
  await refuseMissingServer(request.connect);
  const paths = appPaths(entryFolder);
  if (request.shell !== 'browser') {
    const binary = await findBinary(request, paths);
    const reason = binary.ok ? await runElectron(binary.value, paths, typed) : binary.error;
    if (typeof reason === 'number') return reason;
    if (request.shell === 'electron')
      throw new CommandEnd(`Electron cannot be used: ${reason}.`, exitCodes.cannotOpen);
    writeStderr(`tierscope: Electron cannot be used (${reason}), so a browser shows the app.\n`);
  }
  return runLoopback(request, paths, dataFolder(request.dataFolder));
}

async function findBinary(request: AppRequest, paths: AppPaths): Promise<Result<string>> {
  const { platform, env } = process;
  if (request.shell === undefined && !hasDisplay({ platform, env })) return err('there is no display');
  return electronBinary({
    root: paths.root,
    ownFolder: join(dataFolder(request.dataFolder), 'electron'),
    isWanted: request.shell === 'electron',
    env,
    onFetching: () => writeStderr('tierscope: fetching Electron, once; this takes a moment.\n'),
  });
}

/** A missing file is a usage error, so it is reported before a window opens. */
async function refuseMissingFiles({ files, meant }: AppRequest): Promise<void> {
  for (const file of files) {
    try {
      await access(file, constants.R_OK);
    } catch (error) {
      if (meant !== undefined)
        throw new CommandEnd(`There is no command "${file}". Did you mean ${meant}?`, exitCodes.usage);
      if (files.length === 1 && /^[a-z]+$/.test(file)) {
        throw new CommandEnd(
          `There is no command "${file}", nor a file; see tierscope --help.`,
          exitCodes.usage,
        );
      }
      throw new CommandEnd(`The file "${file}" cannot be read: ${fileFailure(error)}.`, exitCodes.cannotOpen);
    }
  }
}

/** The same for a server that the system cannot find. */
async function refuseMissingServer(connect: AppRequest['connect']): Promise<void> {
  if (connect === undefined) return;
  const { platform, env } = process;
  const reason = await missingServer(connect, { platform, folder: process.cwd(), path: env.PATH ?? '' });
  if (reason !== undefined) throw new CommandEnd(reason, exitCodes.cannotOpen);
}

/** A failure within this time means that the window never opened. */
const START_MS = 3000;
const NOT_STARTED = 'it did not start';

/** Runs the app in Electron with the typed arguments. Returns the exit code, or why it did not run. */
function runElectron(binary: string, paths: AppPaths, typed: readonly string[]): Promise<number | string> {
  const { ELECTRON_RUN_AS_NODE: _plainNode, ...env } = process.env;
  // Chromium refuses to run as root with its sandbox.
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const args = [...(isRoot ? ['--no-sandbox'] : []), paths.electronEntry, ...typed];
  const startedAt = performance.now();
  const child = spawn(binary, args, { stdio: 'inherit', env, windowsHide: false });
  let isAsked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isAsked = true;
      child.kill(signal);
    });
  }
  return new Promise((resolve) => {
    child.once('error', () => resolve(NOT_STARTED));
    child.once('exit', (code) => {
      const isEarlyFailure = code !== 0 && !isAsked && performance.now() - startedAt < START_MS;
      resolve(isEarlyFailure ? NOT_STARTED : (code ?? (isAsked ? 0 : 1)));
    });
  });
}

type ServerPlace = {
  readonly platform: string;
  /** The working folder of the command line. */
  readonly folder: string;
  /** The program folders, in the format of the variable PATH. */
  readonly path: string;
};

/** Why a server's process cannot be started, as a sentence. On Windows only its working folder is checked. */
export async function missingServer(
  connect: CommandInput<'connect'>,
  place: ServerPlace,
): Promise<string | undefined> {
  const { platform, folder, path } = place;
  const cwd = resolve(folder, connect.cwd ?? '.');
  const fault = await folderFault(cwd);
  if (fault !== '') return fault;
  const line = splitCommandLine(connect.commandLine, platform);
  if (!line.ok || platform === 'win32') return undefined;
  const { command } = line.value;
  if (isAddress(command)) return undefined;
  if (command.includes('/')) {
    const file = resolve(cwd, command);
    if (await canRun(file)) return undefined;
    const hidden = await hiddenBy(file);
    if (hidden !== '') return `"${command}" cannot be reached: ${hidden}.`;
    return existsSync(file)
      ? `"${command}" may not be executed. Check its permissions.`
      : `"${command}" was not found. Check the path.`;
  }
  for (const one of (connect.env?.PATH ?? path).split(delimiter)) {
    if (await canRun(join(one === '' ? cwd : one, command))) return undefined;
  }
  return `"${command}" was not found. Check the command's spelling, or give its full path.`;
}

/** Why no process can be started in a folder, in sentences; empty if one can. */
async function folderFault(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isDirectory()) return `"${path}" is not a folder. Name the folder that it is in.`;
    await access(path, constants.X_OK);
    return '';
  } catch (error) {
    const reason = fileFailure(error);
    if (reason === 'it does not exist') return `The folder "${path}" does not exist.`;
    return `The folder "${path}" cannot be entered: ${reason}. Change its permissions or those of the folders above it, or choose another folder.`;
  }
}

/** Why the system hides whether a file exists; empty if it does not. */
async function hiddenBy(path: string): Promise<string> {
  const code = await stat(path).then(
    () => '',
    (error: NodeJS.ErrnoException) => error.code,
  );
  return code === 'EACCES' || code === 'EPERM' ? 'permission is denied to a folder above it' : '';
}

async function canRun(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return !(await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** The page's settings belong to its address, so the port stays the same if possible. */
const USUAL_PORT = 41_414;

/** Runs the app on the loopback host until a signal or its window ends it. A running host takes the request. */
async function runLoopback(request: AppRequest, paths: AppPaths, dataFolder: string): Promise<number> {
  // The reader of the address may be gone, as after `head`; the app continues.
  outlive(process.stdout);
  await claimDataFolder(dataFolder, complain);
  await refuseBesideWindow(request, dataFolder);
  const taken = await forwardRequest(request, dataFolder, process.cwd());
  if (taken !== undefined) {
    process.stdout.write(`Tierscope runs already, at ${taken.address}\n`);
    for (const problem of taken.problems) complain(problem);
    return taken.problems.length === 0 ? exitCodes.done : exitCodes.cannotOpen;
  }
  const signal = endSignal();
  let serve = (_host: HostApi): void => undefined;
  const ready = new Promise<HostApi>((resolve) => {
    serve = resolve;
  });
  const server = await listen(ready, request.port, paths.pageFolder);
  const takeBack = await announceHost(dataFolder, { pid: process.pid, address: server.address });
  process.stdout.write(`Tierscope is at ${server.address}\n`);
  const window = request.openBrowser ? showWindow(server, join(dataFolder, 'browser')) : undefined;
  // Most of the program: it loads while the browser starts.
  const { createHub } = await import('../hub/hub.ts');
  const entries = { ...nodeEntries(paths), tapCommand: nodeTapCommand(paths) };
  const host = createHub(hubOptions(paths, { host: 'loopback', dataFolder, ...entries }));
  disposeOnCrash(() => disposeInTime(host));
  serve(host);
  const problems = await openRequest(host, request, process.cwd());
  for (const text of problems) {
    complain(text);
    host.notify({ level: 'error', text });
  }
  await Promise.race([signal, ...(window === undefined ? [] : [window.closed])]);
  window?.end();
  await takeBack();
  await server.close();
  await disposeInTime(host);
  return problems.length === 0 ? exitCodes.done : exitCodes.cannotOpen;
}

async function listen(
  host: Promise<HostApi>,
  port: number | undefined,
  pageFolder: string,
): Promise<LoopbackServer> {
  try {
    const ports = port === undefined ? [USUAL_PORT, 0] : [port];
    return await startLoopbackServer({
      host,
      pageFolder,
      ports,
      onFault: (fault) => complain(fault.message),
    });
  } catch (error) {
    throw new CommandEnd(
      `Port ${port ?? USUAL_PORT} of 127.0.0.1 ${portFault(error)}. Choose another with --port.`,
      exitCodes.cannotOpen,
    );
  }
}

function portFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'is taken by another program';
  if (code === 'EACCES') return 'is not yours to open';
  return `could not be had: ${message}`;
}

function showWindow(
  server: LoopbackServer,
  profile: string,
): { closed: Promise<void>; end: () => void } | undefined {
  const { platform, env } = process;
  if (!hasDisplay({ platform, env })) {
    complain('there is no display here; open the address in a browser');
    return undefined;
  }
  const place = { platform, env, isRoot: process.getuid?.() === 0, exists: existsSync };
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const end = openBrowser({
    plans: () => browserPlans(server.entryAddress(), profile, place),
    // A browser that passed the address on to another process ends too, before any screen connects.
    onClosed: () => server.screens().ever > 0 && server.screens().open === 0 && close(),
    onNone: () => complain('no browser could be started; open the address in one'),
  });
  return { closed, end };
}

function complain(sentence: string): void {
  writeStderr(`tierscope: ${sentence}\n`);
}

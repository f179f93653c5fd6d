import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { err, type Result } from '../../app/base/result.ts';
import { type AppPaths, appPaths } from './app-paths.ts';
import type { AppRequest } from './app-request.ts';
import { hasDisplay } from './browser-plans.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { dataFolder } from './data-folder.ts';
import { electronBinary } from './electron-binary.ts';
import { missingServer } from './missing-server.ts';
import { runElectron } from './run-electron.ts';
import { runLoopback } from './run-loopback.ts';

/**
 * Runs the app in the shell that the request names, else in Electron where its binary can be had, else in the
 * browser; gives the exit code when the app has ended. `typed` is handed on to Electron.
 */
export async function runApp(
  request: AppRequest,
  entryFolder: string,
  typed: readonly string[],
): Promise<number> {
  await refuseMissingFiles(request.files);
  await refuseMissingServer(request.connect);
  const paths = appPaths(entryFolder);
  if (request.shell !== 'browser') {
    const reason = await tryElectron(request, paths, typed);
    if (typeof reason === 'number') return reason;
    if (request.shell === 'electron')
      throw new CommandEnd(`Electron cannot be used: ${reason}.`, exitCodes.cannotOpen);
    console.error(`tierscope: Electron cannot be used (${reason}), so a browser shows the app.`);
  }
  const { platform, env } = process;
  const folder = dataFolder(request.dataFolder, { platform, env, home: homedir() });
  return runLoopback(request, paths, folder);
}

/** The exit code of the app, or why Electron did not run. */
async function tryElectron(
  request: AppRequest,
  paths: AppPaths,
  typed: readonly string[],
): Promise<number | string> {
  const binary = await findBinary(request, paths);
  if (!binary.ok) return binary.error;
  const end = await runElectron(binary.value, paths, typed);
  return end.kind === 'ended' ? end.exitCode : 'it did not start';
}

async function findBinary(request: AppRequest, paths: AppPaths): Promise<Result<string>> {
  const { platform, env } = process;
  if (request.shell === null && !hasDisplay({ platform, env })) return err('there is no display');
  return electronBinary({
    root: paths.root,
    env,
    onFetching: () => console.error("tierscope: fetching Electron's binary, once; this takes a moment."),
  });
}

/** A file that is not there is a mistake of the command line, so it is told before any window opens. */
async function refuseMissingFiles(files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      await access(file);
    } catch {
      if (files.length === 1 && /^[a-z]+$/.test(file)) {
        throw new CommandEnd(
          `There is no command "${file}", nor a file; see tierscope --help.`,
          exitCodes.usage,
        );
      }
      throw new CommandEnd(`The file "${file}" cannot be read.`, exitCodes.cannotOpen);
    }
  }
}

/** So is a server that the system cannot find. */
async function refuseMissingServer(connect: AppRequest['connect']): Promise<void> {
  if (connect === null) return;
  const { platform, env } = process;
  const reason = await missingServer(connect, { platform, folder: process.cwd(), path: env.PATH ?? '' });
  if (reason !== undefined) throw new CommandEnd(reason, exitCodes.cannotOpen);
}

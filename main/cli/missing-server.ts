import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { CommandInput } from '../../app/contract/commands.ts';
import { splitCommandLine } from '../session/command-line.ts';

export type ServerPlace = {
  readonly platform: string;
  /** The folder that the command line was typed in. */
  readonly folder: string;
  /** The folders of programs, as the variable PATH has them. */
  readonly path: string;
};

/**
 * Why a server's process cannot even be started: a sentence, or undefined where nothing speaks against it.
 * What a command may leave out of a program's name on Windows is not known here: only its folder is looked at.
 */
export async function missingServer(
  connect: CommandInput<'connect'>,
  place: ServerPlace,
): Promise<string | undefined> {
  const { platform, folder, path } = place;
  const cwd = resolve(folder, connect.cwd ?? '.');
  if (!(await isFolder(cwd))) return `The folder "${cwd}" does not exist.`;
  const line = splitCommandLine(connect.commandLine, platform);
  if (!line.ok || platform === 'win32') return undefined;
  const { command } = line.value;
  if (command.includes('/')) {
    const file = resolve(cwd, command);
    if (await canRun(file)) return undefined;
    return (await exists(file))
      ? `"${command}" may not be executed. Check its permissions.`
      : `"${command}" was not found. Check the path.`;
  }
  for (const one of (connect.env?.PATH ?? path).split(delimiter)) {
    if (await canRun(join(one === '' ? cwd : one, command))) return undefined;
  }
  return `"${command}" was not found. Check the command's spelling, or give its full path.`;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function canRun(path: string): Promise<boolean> {
  return (
    !(await isFolder(path)) &&
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}

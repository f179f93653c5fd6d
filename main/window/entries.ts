import { resolve } from 'node:path';
import type { EntryCommands } from '../cli/app-paths.ts';

const ARGUMENT = '--tierscope-entry=';
type EntryName = keyof EntryCommands;

/**
 * The parts of the app that run as their own processes when their file is imported. Electron's utility processes cannot
 * replace them: they have no stdin and end with the app, which the reaper must outlive.
 */
export const ENTRIES: Readonly<Record<EntryName, () => Promise<{ readonly ended: Promise<void> }>>> = {
  lab: () => import('../checks/lab/error-lab.ts'),
  reaper: () => import('../session/reaper.ts'),
};

type NamedEntry =
  | { readonly kind: 'entry'; readonly name: EntryName; readonly args: readonly string[] }
  | { readonly kind: 'unknown-entry'; readonly name: string };

/** The entry and its arguments if the first argument is an internal entry name. */
export function readEntry([first = '', ...args]: readonly string[]): NamedEntry | undefined {
  if (!first.startsWith(ARGUMENT)) return undefined;
  const name = first.slice(ARGUMENT.length);
  return isEntry(name) ? { kind: 'entry', name, args } : { kind: 'unknown-entry', name };
}

function isEntry(name: string): name is EntryName {
  return Object.hasOwn(ENTRIES, name);
}

type Program = {
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The entry of the main process, for an unpackaged Electron. */
  readonly script: string;
};

/**
 * The command that starts this program for work without a window. It needs no sandbox, since it runs no page content;
 * on Linux, Chromium would fork two helpers for the sandbox at once, and refuse to start as root.
 */
export function windowlessProgram({ execPath, platform, isPackaged, script }: Program): string[] {
  return [execPath, ...(platform === 'linux' ? NO_SANDBOX : []), ...(isPackaged ? [] : [script])];
}

/**
 * The lasting path of this program: an AppImage runs from a folder mounted for this run only, and names its own file in
 * variables (docs.appimage.org, "Environment variables"). Child processes inherit those, so they count only if this
 * program is in that folder.
 */
export function persistentPath(execPath: string, { APPIMAGE = '', APPDIR = '' }: NodeJS.ProcessEnv): string {
  return APPIMAGE !== '' && APPDIR !== '' && execPath.startsWith(`${APPDIR}/`) ? APPIMAGE : execPath;
}

/** How to start the entries of this program; each may get more arguments. */
export function entryCommands(program: Program): EntryCommands {
  const [command = '', ...args] = windowlessProgram(program);
  const named = (name: EntryName) => ({ command, args: [...args, ARGUMENT + name] });
  return { lab: named('lab'), reaper: named('reaper') };
}

/** Switches for Chromium only. An AppImage prepends the first one, and so does `windowlessProgram`. */
const NO_SANDBOX = ['--no-sandbox', '--no-zygote'];

/**
 * The user's arguments of an Electron process: those after the script if one was named, as in `electron --no-sandbox
 * dist/main/electron.js …`, else all after the program and its switches.
 */
export function typedArguments(argv: readonly string[], script: string): string[] {
  const at = argv.findIndex((one) => resolve(one) === resolve(script));
  const rest = argv.slice(at < 0 ? 1 : at + 1);
  const first = rest.findIndex((one) => !NO_SANDBOX.includes(one));
  return first < 0 ? [] : rest.slice(first);
}

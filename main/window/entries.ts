import { resolve } from 'node:path';
import type { EntryCommands } from '../cli/app-paths.ts';

const ARGUMENT = '--tierscope-entry=';

type EntryModule = { readonly ended: Promise<void> };
type EntryName = keyof EntryCommands;

/**
 * The parts of the app that are processes of their own: each runs as its file is imported. Electron's utility
 * processes cannot take their place: they have no stdin, and they end with the app, which the reaper outlives.
 */
export const ENTRIES: Readonly<Record<EntryName, () => Promise<EntryModule>>> = {
  lab: () => import('../checks/lab/error-lab.ts'),
  reaper: () => import('../session/reaper.ts'),
};

type NamedEntry =
  | { readonly kind: 'entry'; readonly name: EntryName; readonly args: readonly string[] }
  | { readonly kind: 'unknown-entry'; readonly name: string };

/** What the first argument names, if it is not for a user: an entry with its own arguments. */
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
  /** The entry of the main process, which Electron is given if it is not packaged. */
  readonly script: string;
};

/**
 * The words that start this program for what shows no window. That needs no sandbox, because it runs nothing of a
 * page; Chromium would fork two helpers for it at once on Linux, and refuse to start as root.
 */
export function windowlessProgram({ execPath, platform, isPackaged, script }: Program): string[] {
  return [execPath, ...(platform === 'linux' ? NO_SANDBOX : []), ...(isPackaged ? [] : [script])];
}

/**
 * The file that starts this program whenever it is run: an AppImage runs from a folder that is mounted for this run
 * alone, and names its own file (docs.appimage.org, "Environment variables"). What it starts inherits those names, so
 * they count only if this program lies in that folder.
 */
export function lastingPath(execPath: string, { APPIMAGE = '', APPDIR = '' }: NodeJS.ProcessEnv): string {
  return APPIMAGE !== '' && APPDIR !== '' && execPath.startsWith(`${APPDIR}/`) ? APPIMAGE : execPath;
}

/** How the entries of this program are started; each may be given more arguments. */
export function entryCommands(program: Program): EntryCommands {
  const [command = '', ...args] = windowlessProgram(program);
  const named = (name: EntryName) => ({ command, args: [...args, ARGUMENT + name] });
  return { lab: named('lab'), reaper: named('reaper') };
}

/** What Chromium alone reads. An AppImage puts the first of them in front, and so does `windowlessProgram`. */
const NO_SANDBOX = ['--no-sandbox', '--no-zygote'];

/**
 * The arguments that the user typed, of an Electron process: those after the script if one was named, as in
 * `electron --no-sandbox dist/main/electron.js …`, else all after the program itself and its switches.
 */
export function typedArguments(argv: readonly string[], script: string): string[] {
  const at = argv.findIndex((one) => resolve(one) === resolve(script));
  const rest = argv.slice(at < 0 ? 1 : at + 1);
  const first = rest.findIndex((one) => !NO_SANDBOX.includes(one));
  return first < 0 ? [] : rest.slice(first);
}

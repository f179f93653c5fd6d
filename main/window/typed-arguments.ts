import { resolve } from 'node:path';

/** What Chromium alone reads. An AppImage puts the first of them in front, and so does `windowlessProgram`. */
export const NO_SANDBOX = ['--no-sandbox', '--no-zygote'];

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

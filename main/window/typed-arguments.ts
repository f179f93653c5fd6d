import { resolve } from 'node:path';

/**
 * The arguments that the user typed, of an Electron process: those after the script if one was named, as in
 * `electron --no-sandbox dist/main/electron.js …`, else all after the program itself.
 */
export function typedArguments(argv: readonly string[], script: string): string[] {
  const at = argv.findIndex((one) => resolve(one) === resolve(script));
  return argv.slice(at < 0 ? 1 : at + 1);
}

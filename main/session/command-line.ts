import { err, ok, type Result } from '../../app/base/result.ts';
import { readWords, type Word } from './command-words.ts';

export type CommandLine = {
  readonly command: string;
  readonly args: readonly string[];
  /** The `NAME=value` words before the command. */
  readonly env: Readonly<Record<string, string>>;
};

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/**
 * Splits a command line as a POSIX shell does (XCU 2.2 quoting, 2.10.2 assignment words), and runs no shell:
 * variables, globs, `~`, pipes and `#` stay as they are written. Line ends separate words like blanks.
 * On `win32` a backslash stays, but before a double quote it counts as in Microsoft's C runtime.
 * Fails with a sentence for the user.
 */
export function splitCommandLine(text: string, platform: string): Result<CommandLine> {
  const words = readWords(text, platform === 'win32');
  if (!words.ok) return words;
  const first = words.value.findIndex((word) => nameIn(word) === undefined);
  if (words.value.length === 0)
    return err('The command line is empty. Type the command that starts the server.');
  if (first < 0)
    return err('There are only variables here. Type the command that starts the server after them.');
  const env = words.value.slice(0, first).map((word): [string, string] => {
    const name = nameIn(word) ?? '';
    return [name, word.text.slice(name.length + 1)];
  });
  const [command = '', ...args] = words.value.slice(first).map((word) => word.text);
  if (command.trim() === '') return err('The command is an empty word. Type the name of a program.');
  return ok({ command, args, env: Object.fromEntries(env) });
}

/** The line that {@link splitCommandLine} reads as this command, on every platform. */
export function joinCommandLine(command: string, args: readonly string[]): string {
  const head = ASSIGNMENT.test(command) ? singleQuoted(command) : quoted(command);
  return [head, ...args.map(quoted)].join(' ');
}

/** A shell takes a word for an assignment only where the name and the `=` are not quoted. */
function nameIn(word: Word): string | undefined {
  const name = ASSIGNMENT.exec(word.text)?.[1];
  return name !== undefined && name.length < word.plain ? name : undefined;
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : singleQuoted(word);
}

function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}

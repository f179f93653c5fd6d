import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';
import { visibleLine } from '../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import { wrongUse } from '../profiles/checked-project.ts';
import type { ProjectFault } from '../profiles/read-project.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { writeFailure } from '../system/file-failure.ts';
import { writeJson } from '../system/json-file.ts';
import { ownFolder } from '../system/own-folder.ts';
import { ownStdin } from '../system/own-stdin.ts';
import { readTrusted } from '../system/trusted-file.ts';

/** Shows a question to the person at the terminal, and gives what was typed. */
export type AskUser = (question: string) => Promise<string>;

type NamedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  /** Where it starts: an absolute path. */
  readonly cwd: string;
  /** The file that names it: an absolute path. */
  readonly namedBy: string;
  /** Remembers what was confirmed. */
  readonly dataFolder: string;
  /** Undefined if there is no terminal. */
  readonly askUser?: AskUser | undefined;
};

/** What fits on a screen of 80 × 24: of more, the beginning would scroll away unseen. */
const MAX_QUESTION_CHARS = 1500;

/**
 * Lets a command that a file names start if the user confirmed this one, from this file and in this folder: now, or
 * earlier, which the data folder remembers. Fails with a sentence.
 */
export async function confirmCommand(named: NamedCommand): Promise<Result<null, ProjectFault>> {
  const { command, args, cwd, namedBy, dataFolder, askUser } = named;
  const confirmed = { file: namedBy, cwd, command: [command, ...args] };
  const digest = createHash('sha256').update(JSON.stringify(confirmed)).digest('hex');
  const kept = join(dataFolder, 'confirmed', `${digest}.json`);
  if (await isKept(kept)) return ok(null);
  const from = visibleLine(namedBy);
  const question = `tierscope: ${from} names this command:\n  ${visibleLine(joinCommandLine(command, args))}\nin the folder ${visibleLine(cwd)}\nStart it, now and whenever it is the same? [y/N] `;
  if (askUser === undefined)
    return err(
      wrongUse(
        `${from} names a command that you have not confirmed. Run this in a terminal to see and confirm it, or add --yes to start it without a question.`,
      ),
    );
  if (question.length > MAX_QUESTION_CHARS)
    return err(
      wrongUse(
        `The command that ${from.slice(0, MAX_QUESTION_CHARS)} names is too long for a question: read it there, and add --yes to start it.`,
      ),
    );
  if (!/^\s*y(es)?\s*$/i.test(await askUser(question)))
    return err(wrongUse('The command was not confirmed, so nothing was started.'));
  return keep(kept, confirmed, dataFolder);
}

/** What another user could have written there confirms nothing. */
async function isKept(file: string): Promise<boolean> {
  return (await readTrusted(file, process.getuid?.()).catch(() => err(''))).ok;
}

async function keep(file: string, value: object, dataFolder: string): Promise<Result<null, ProjectFault>> {
  const unwritten = (problem: string) => err({ problems: [problem], isUnreadable: true });
  const own = await ownFolder(dataFolder);
  if (!own.ok) return unwritten(own.error);
  return writeJson(file, value).then(
    () => ok(null),
    (error) => unwritten(`${file} cannot be written: ${writeFailure(error, file)}.`),
  );
}

/** Asks on stderr and reads from stdin if both are a terminal; a line that ends or is broken off is an empty answer. */
export function terminalQuestion(signal: AbortSignal): AskUser | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  return (question) => {
    const lines = createInterface({ input: ownStdin(), output: process.stderr, signal });
    return new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    }).finally(() => lines.close());
  };
}

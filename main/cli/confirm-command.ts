import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isatty } from 'node:tty';
import { visibleLine } from '../../app/base/hidden-characters.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { SuiteRun } from '../../app/checks/probe/suite-plan.ts';
import { letsCall } from '../../app/session/project/expected-tier.ts';
import type { ProjectFault } from '../profiles/checked-project.ts';
import { wrongUse } from '../profiles/checked-project.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { writeFailure } from '../system/file-failure.ts';
import { writeJson } from '../system/json-file.ts';
import { ownFolder } from '../system/own-folder.ts';
import { ownStdin } from '../system/own-stdin.ts';
import { readTrusted } from '../system/trusted-file.ts';
import texts from './confirm-texts.json' with { type: 'json' };

/** Shows a question at the terminal and resolves with the answer. */
export type AskUser = (question: string) => Promise<string>;

/** The additions of a file to a run that starts a program and may call its tools. */
export type NamedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  /** True if the user typed the command; the file then only adds calls. */
  readonly isTyped: boolean;
  readonly cwd: string;
  /** The absolute path of the file that names the command or the calls. */
  readonly namedBy: string;
  /** The tools that the file allows to be called. */
  readonly calls: readonly string[];
  /** The suite that the file names; all its calls are made. */
  readonly suite: SuiteRun | undefined;
  /** Stores what was confirmed. */
  readonly dataFolder: string;
  /** Undefined if there is no terminal. */
  readonly askUser?: AskUser | undefined;
};

/** Fits on a screen of 80 × 24: the beginning of a longer text would scroll out of view. */
export const MAX_QUESTION_CHARS = 1500;

/** Asks the user, once, about a command or calls from a file. Fails with a sentence if they are not confirmed. */
export async function confirmCommand(named: NamedCommand): Promise<Result<null, ProjectFault>> {
  const { command, args, isTyped, cwd, namedBy, calls, suite, dataFolder, askUser } = named;
  const confirmed = {
    ...{ file: namedBy, cwd, command: [command, ...args] },
    ...(calls.length === 0 ? {} : { calls }),
    ...(suite === undefined ? {} : { suite: suite.file, entries: digestOf(suite.suite) }),
  };
  const kept = join(dataFolder, 'confirmed', `${digestOf(confirmed)}.json`);
  if (await isKept(kept)) return ok(null);
  // For a command from the file, or for a typed one to which the file adds calls.
  const sentences = isTyped ? texts.typed : texts.own;
  const from = visibleLine(namedBy);
  if (askUser === undefined) return err(wrongUse(`${from} ${sentences.unconfirmed}`));
  const question = [
    `tierscope: ${from} ${sentences.begins}:`,
    `  ${visibleLine(joinCommandLine(command, args))}`,
    `in the folder ${visibleLine(cwd)}`,
    ...(calls.length === 0 ? [] : [letsCall('It', calls)]),
    ...(suite === undefined
      ? []
      : [`It names a suite, whose calls are all made: ${visibleLine(suite.file)}`]),
    sentences.asks,
  ].join('\n');
  if (question.length > MAX_QUESTION_CHARS)
    return err(
      wrongUse(
        `What ${from.slice(0, MAX_QUESTION_CHARS)} names is too long for a question: read it there, and add --yes to confirm it.`,
      ),
    );
  if (!isYes(await askUser(question))) return err(wrongUse(sentences.refused));
  return keep(kept, confirmed, dataFolder);
}

/** True if the user typed y or yes. */
export function isYes(answer: string): boolean {
  return /^\s*y(es)?\s*$/i.test(answer);
}

function digestOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Larger than a command of 200 words with 200 tools. */
const MAX_BYTES = 2_000_000;

/** False for a file that another user could have written: it confirms nothing. */
async function isKept(file: string): Promise<boolean> {
  return (await readTrusted(file, { user: process.getuid?.(), mostBytes: MAX_BYTES }).catch(() => err('')))
    .ok;
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

/** Asks on stderr and reads from stdin if both are a terminal. End of input or an abort counts as an empty answer. */
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

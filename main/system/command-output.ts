import { terminalSafe } from '../../app/base/hidden-characters.ts';
import { type Redactor, redactedText, secretsReplaced } from '../../app/frame/redaction/redactor.ts';

/** What a command of the command line writes with. */
export type CommandOutput = {
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** The output of this process. Texts for a person hold foreign ones, which must not steer a terminal. */
export const ownOutput: Omit<CommandOutput, 'version'> = {
  write: (text) => void process.stdout.write(process.stdout.isTTY ? terminalSafe(text) : text),
  writeError: (text) => writeStderr(text),
};

/** The one way to stderr: without secrets, whatever is quoted, but with paths, which their user has to find. */
export function writeStderr(text: string, done?: () => void): void {
  process.stderr.write(terminalSafe(redactedText(text, { keepsFolders: true })), done);
}

/** What went wrong, with its stack if there is one. */
export function faultText(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

/** Says how many secrets a command has replaced, if any. */
export function writeReplaced({ writeError }: CommandOutput, redactor: Redactor | undefined): void {
  const count = redactor?.replaced ?? 0;
  const them = count === 1 ? 'it' : 'them';
  if (count > 0) writeError(`tierscope: ${secretsReplaced(count)}. Use --no-redact to print ${them}.\n`);
}

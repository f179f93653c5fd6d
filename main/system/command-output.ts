import { terminalSafe } from '../../app/base/hidden-characters.ts';
import { type Redactor, redactedText, secretsReplaced } from '../../app/frame/redaction/redactor.ts';

export type CommandOutput = {
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

const PIECE_CHARS = 256 * 1024;

/** Writes a text as it is made, in pieces of about 256 k characters. */
export function writePieces({ write }: Pick<CommandOutput, 'write'>, pieces: Iterable<string>): void {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_CHARS) continue;
    write(text);
    text = '';
  }
  write(text);
}

/** The output of this process. Text for a person may quote foreign text, which must not control the terminal. */
export const ownOutput: Omit<CommandOutput, 'version'> = {
  write: (text) => void process.stdout.write(process.stdout.isTTY ? terminalSafe(text) : text),
  writeError: (text) => writeStderr(text),
};

/** The only way to write to stderr: secrets are redacted, but not paths, which the user needs. */
export function writeStderr(text: string, done?: () => void): void {
  process.stderr.write(terminalSafe(redactedText(text, { keepsFolders: true })), done);
}

/** The error, with its stack if there is one. */
export function faultText(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

/** Prints how many secrets a command has redacted, if any. */
export function writeReplaced({ writeError }: CommandOutput, redactor: Redactor | undefined): void {
  const count = redactor?.replaced ?? 0;
  const them = count === 1 ? 'it' : 'them';
  if (count > 0) writeError(`tierscope: ${secretsReplaced(count)}. Use --no-redact to print ${them}.\n`);
}

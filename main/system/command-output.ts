import { type Redactor, secretsReplaced } from '../../app/frame/redaction/redactor.ts';

/** What a command of the command line writes with. */
export type CommandOutput = {
  readonly version: string;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Says how many secrets a command has replaced, if any. */
export function writeReplaced({ writeError }: CommandOutput, redactor: Redactor | undefined): void {
  const count = redactor?.replaced ?? 0;
  const them = count === 1 ? 'it' : 'them';
  if (count > 0) writeError(`tierscope: ${secretsReplaced(count)}. Use --no-redact to print ${them}.\n`);
}

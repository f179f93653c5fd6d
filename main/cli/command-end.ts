/** The exit codes of the command line. */
export const exitCodes = { done: 0, findings: 1, usage: 2, cannotOpen: 3 } as const;

/** An end of a command with a sentence for the user and an exit code. */
export class CommandEnd extends Error {
  override readonly name = 'CommandEnd';
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

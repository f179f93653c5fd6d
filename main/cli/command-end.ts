import type { Writable } from 'node:stream';

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

/** What is known of a stream that could not be written. */
type Fault = { readonly code?: string; readonly message: string };

/**
 * Lets the program go on when whoever reads the stream stops early, as `head` does, or when it cannot be
 * written for another reason. Without this such an end counts as a defect.
 */
export function outlive(stream: Pick<Writable, 'on'>): void {
  stream.on('error', () => undefined);
}

/**
 * Ends a program whose only work is to print, when its output cannot be written any more: with `leave(undefined)`
 * if the reader has had enough, else with a sentence of what failed.
 */
export function endWith(stream: Pick<Writable, 'on'>, leave: (sentence: string | undefined) => void): void {
  stream.on('error', ({ code, message }: Fault) =>
    leave(code === 'EPIPE' ? undefined : `The output cannot be written: ${message}.`),
  );
}

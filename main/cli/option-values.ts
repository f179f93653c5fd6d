import { CommandEnd, exitCodes } from './command-end.ts';

// The values of options, read from what was typed; each ends the program with a sentence if it cannot be read.

/** A value that may be given several times. */
export function collected(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

/** Seconds as typed, in milliseconds. */
export function timeout(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds >= 0.001 && seconds <= 3600) return Math.round(seconds * 1000);
  throw new CommandEnd(`--timeout needs seconds from 0.001 to 3600, not "${text}".`, exitCodes.usage);
}

/** `NAME=value`, as often as it is given. */
export function environment(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals > 0) return { ...earlier, [text.slice(0, equals)]: text.slice(equals + 1) };
  throw new CommandEnd(`--env needs NAME=value, not "${text}".`, exitCodes.usage);
}

/** The number of a port. */
export function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new CommandEnd(`--port needs a number from 0 to 65535, not "${text}".`, exitCodes.usage);
}

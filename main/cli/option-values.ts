import { Option } from 'commander';
import { CommandEnd, exitCodes } from './command-end.ts';

// The values of options, read from what was typed; each ends the program with a sentence if it cannot be read.

/** A value that may be given several times. */
export function collected(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

/** Values separated by commas, which may be given several times. */
export function collectedList(text: string, before: readonly string[]): string[] {
  return [...before, ...listed(text)];
}

export function listed(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',').map((value) => value.trim());
}

/** The seconds of `--timeout`, in milliseconds. */
export function timeout(text: string): number {
  return seconds('--timeout', text);
}

/** Seconds as typed, in milliseconds. */
export function seconds(option: string, text: string): number {
  const typed = text.trim() === '' ? Number.NaN : Number(text);
  if (typed >= 0.001 && typed <= 3600) return Math.round(typed * 1000);
  throw new CommandEnd(`${option} needs seconds from 0.001 to 3600, not "${text}".`, exitCodes.usage);
}

/** `--max-duration`, in milliseconds. */
export function duration(text: string): number {
  const ms = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw new CommandEnd(`--max-duration needs milliseconds, not "${text}".`, exitCodes.usage);
}

/** A number that decides what is random. */
export function seedNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 0xffff_ffff) return number;
  throw new CommandEnd(`--seed needs a number from 0 to ${0xffff_ffff}, not "${text}".`, exitCodes.usage);
}

/** `NAME=value`, as often as it is given. */
export function environment(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals > 0) return { ...earlier, [text.slice(0, equals)]: text.slice(equals + 1) };
  throw new CommandEnd(`--env needs NAME=value, not "${text}".`, exitCodes.usage);
}

/** For a command that prints what was recorded. */
export function noRedact(): Option {
  return new Option('--no-redact', 'keep tokens, passwords, addresses and home folders as they are');
}

/** The number of a port. */
export function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new CommandEnd(`--port needs a number from 0 to 65535, not "${text}".`, exitCodes.usage);
}

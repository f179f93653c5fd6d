import type { JsonObject } from '../../app/base/json-value.ts';

/** An argument that the tool cannot use; the lab answers it with `isError`, as the protocol asks. */
export class LabArgumentError extends Error {
  override readonly name = 'LabArgumentError';
}

type Range = { readonly fallback: number; readonly min: number; readonly max: number };

/** An integer argument; throws a LabArgumentError for anything else. */
export function integerArgument(args: JsonObject, name: string, { fallback, min, max }: Range): number {
  const value = args[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new LabArgumentError(`${name} must be an integer from ${min} to ${max}.`);
  }
  return value;
}

/** A string argument; throws a LabArgumentError for anything else. */
export function stringArgument(args: JsonObject, name: string, fallback: string): string {
  const value = args[name] ?? fallback;
  if (typeof value !== 'string') throw new LabArgumentError(`${name} must be a string.`);
  return value;
}

/** A string argument out of a list; throws a LabArgumentError for anything else. */
export function choiceArgument<Choice extends string>(
  args: JsonObject,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = args[name] ?? choices[0];
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new LabArgumentError(`${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

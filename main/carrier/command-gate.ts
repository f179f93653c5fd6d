import type { z } from 'zod';
import { type CommandName, type Commands, commandInputs } from '../../app/contract/commands.ts';

/** A call that never reached its handler; the message is one sentence for the user. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Calls one command with an input that nobody has checked yet. */
export type CommandGate = (name: string, input: unknown) => Promise<unknown>;

const MOST_FAULTS = 3;

/**
 * The only way from a screen to the handlers. A name that the contract does not list, also one that every
 * object inherits, and an input that its schema refuses, reject with `CommandRefused`.
 */
export function commandGate(commands: Commands): CommandGate {
  return async (name, input) => {
    if (!isCommandName(name)) throw new CommandRefused(`There is no command ${JSON.stringify(name)}.`);
    const parsed = commandInputs[name].safeParse(input);
    if (!parsed.success) throw new CommandRefused(refusal(name, parsed.error));
    // The schema just read is the one of this very name, which the compiler cannot follow.
    const handler = commands[name] as (input: unknown) => Promise<unknown>;
    return handler.call(commands, parsed.data);
  };
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandInputs, name);
}

function refusal(name: CommandName, error: z.ZodError): string {
  const faults = error.issues.slice(0, MOST_FAULTS).map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  const more = error.issues.length - faults.length;
  const rest = more > 0 ? `; and ${more} more` : '';
  return `The command "${name}" was refused. ${faults.join('; ')}${rest}.`;
}

import { z } from 'zod';
import type { Result } from '../base/result.ts';

declare const OUTPUT: unique symbol;

/** The schema of a command's input; its type carries the command's output. */
export type Command<Input extends z.ZodType, Output> = Input & { readonly [OUTPUT]?: Output };

/** Declares a command by the members of its input and the type of its output. */
export function command<Shape extends z.ZodRawShape>(shape: Shape) {
  const input = z.strictObject(shape);
  return {
    /** The value, or a sentence for the user. */
    gives: <Value>(): Command<typeof input, Result<Value>> => input,
    /** For a command that cannot fail. */
    always: <Value>(): Command<typeof input, Value> => input,
  };
}

export type Handlers<Table> = {
  [Name in keyof Table]: (input: InputOf<Table[Name]>) => Promise<OutputOf<Table[Name]>>;
};

export type InputOf<Of> = Of extends z.ZodType ? z.infer<Of> : never;
export type OutputOf<Of> = Of extends { readonly [OUTPUT]?: infer Output } ? Output : never;

export const session = z.string().min(1).max(64);
export const count = z.number().int().min(0);
export const path = z.string().min(1).max(4096);
/** The name of the window that opens a session, so that other windows keep their own tab in front. */
export const windowName = z.string().max(64).optional();

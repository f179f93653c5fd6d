/** Closes an exhaustive `switch`: a new member of the union becomes a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}

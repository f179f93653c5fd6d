/** Ends with the next macrotask, so that input and painting come between two long pieces of work. */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Ends with the next macrotask, so that input and painting come between two long pieces of work. */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * The same for work of a few milliseconds: a message, since timers of a chain wait for four milliseconds each, and for
 * a second in a page that is not seen.
 */
export function yieldShortly(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

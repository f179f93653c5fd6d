/** Ends with the next macrotask, so that input and painting come between two long pieces of work. */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A picture comes within this many milliseconds, or the page is not seen. */
const NO_PICTURE_MS = 100;

/** Ends after the next picture, for pieces of work longer than one; an unseen page goes on without. */
export async function yieldPicture(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function' || document.hidden) return yieldTurn();
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, NO_PICTURE_MS);
  });
  // The callbacks of a picture run before it is painted.
  await yieldTurn();
}

/** `yieldTurn` for work of a few milliseconds: by a message, since timers in a chain wait for longer. */
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

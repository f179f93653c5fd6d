/** Resolves with the next macrotask, so that input and painting happen between two long pieces of work. */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Without a frame for this many milliseconds, the page is hidden. */
const NO_PICTURE_MS = 100;

/** Resolves after the next frame, for pieces of work longer than one; a hidden page continues without. */
export async function yieldFrame(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function' || document.hidden) return yieldTurn();
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, NO_PICTURE_MS);
  });
  // The callbacks of a frame run before it is painted.
  await yieldTurn();
}

/** `yieldTurn` for work of a few milliseconds: uses a message, because chained timers are delayed. */
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

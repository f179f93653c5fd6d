import { page } from 'vitest/browser';

/** Runs in a window of this size, in pixels, then restores the window. */
export async function inWindow(width: number, height: number, run: () => Promise<void>): Promise<void> {
  const { innerWidth, innerHeight } = window;
  await page.viewport(width, height);
  try {
    await run();
  } finally {
    await page.viewport(innerWidth, innerHeight);
  }
}

import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/**
 * The dialog with this name, once it has the focus. A dialog takes the focus a moment after it has appeared; keys
 * pressed before that go elsewhere.
 */
export async function openedDialog(
  screen: Pick<Locator, 'getByRole'>,
  name: string | RegExp,
): Promise<Locator> {
  const dialog = screen.getByRole('dialog', { name });
  await expect.poll(() => dialog.query()?.contains(document.activeElement) ?? false).toBe(true);
  return dialog;
}

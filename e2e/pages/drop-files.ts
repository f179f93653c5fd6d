import type { Page } from 'playwright/test';

type DroppedFile = { readonly name: string; readonly bytes: Uint8Array | string };

/** Drops files onto the window, like a user from the desktop. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of list) {
      const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([content], name));
    }
    return transfer;
  }, sent);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

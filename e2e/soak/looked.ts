import type { Page } from 'playwright';
import { later } from './attack.ts';

export const CLICK_MS = 5000;
/** How long a page may take to show what was clicked, in milliseconds. */
const LOOK_MS = 200;

/** Moves to rows of the log with these keys, and opens every tab of the inspector for each. */
export async function viewRows(page: Page, keys: readonly string[]): Promise<void> {
  const log = page.getByRole('grid', { name: 'Frame log' });
  const tabs = page.getByRole('complementary', { name: 'Inspector' }).getByRole('tab');
  for (const key of keys) {
    const isShown = await log.press(key, { timeout: CLICK_MS }).then(
      () => true,
      () => false,
    );
    if (!isShown) return;
    await later(LOOK_MS);
    for (let index = 0; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click({ timeout: CLICK_MS });
      // Some rows have only one page, and no tab.
      await later(LOOK_MS);
      await viewAllHosts(page);
    }
  }
}

/** Compares the hosts' treatment of an answer, if the open page offers it. */
async function viewAllHosts(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: 'All hosts' });
  if ((await all.count()) === 0) return;
  await all.click({ timeout: CLICK_MS });
  await later(LOOK_MS);
  await page.getByRole('button', { name: 'This host' }).click({ timeout: CLICK_MS });
}

/** Selects the host through which the active session's answers are viewed, by name. */
export async function hostChosen(page: Page, host: string): Promise<void> {
  await page.getByRole('button', { name: /^Host:/ }).click({ timeout: CLICK_MS });
  await page.getByLabel('Host', { exact: true }).selectOption({ label: host }, { timeout: CLICK_MS });
  await page.keyboard.press('Escape');
}

/** Opens a server's lists in the sidebar, and the first entry of each. */
export async function viewLists(page: Page): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Tools, resources and prompts' });
  const tabs = sidebar.getByRole('tab');
  for (let index = 0; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click({ timeout: CLICK_MS });
    await later(LOOK_MS);
    const first = sidebar.getByRole('tabpanel').getByRole('listitem').getByRole('button').first();
    if ((await first.count()) === 0) continue;
    await first.click({ timeout: CLICK_MS });
    await later(LOOK_MS);
  }
}

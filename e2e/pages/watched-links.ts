import type { ElectronApplication, Locator, Page } from 'playwright/test';
import { electronOf } from './running-electron.ts';

/** Links that leave the app for the system's browser. */
export type WatchedLinks = {
  /** The addresses opened so far. */
  visited(): Promise<string[]>;
  /** Clicks a link that should open. */
  follow(link: Locator): Promise<void>;
};

/** Records addresses that `outside` matches instead of loading them, from now on. */
export async function watchLinks(page: Page, outside: RegExp): Promise<WatchedLinks> {
  const electron = electronOf(page);
  if (electron !== undefined) return watchElectron(electron);
  const visited: string[] = [];
  await page.context().route(outside, (route) => {
    visited.push(route.request().url());
    return route.abort();
  });
  const follow = async (link: Locator): Promise<void> => {
    const opened = page.context().waitForEvent('page');
    await link.click();
    await (await opened).close();
  };
  return { visited: async () => visited, follow };
}

/** Electron opens no page for it: it asks the system. */
export async function watchElectron(electron: ElectronApplication): Promise<WatchedLinks> {
  await electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => void opened.push(address);
  });
  return {
    visited: () => electron.evaluate(() => (globalThis as { opened?: string[] }).opened ?? []),
    follow: (link) => link.click(),
  };
}

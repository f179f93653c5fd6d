import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

for (const theme of ['light', 'dark'] as const) {
  test(`the main screen has no accessibility violation, ${theme}`, async ({ start, main }) => {
    const { page } = main;
    await page.emulateMedia({ colorScheme: theme });
    const app = await start();
    await main.open(app.address);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect.poll(() => main.count('transport')).toBe(1);
    for (const tier of ['protocol', 'tool', 'client', 'transport']) {
      await main.rows(`[data-tier="${tier}"]`).first().click();
      expect(await violations(page), tier).toEqual([]);
    }
    await page.keyboard.press('c');
    await expect(main.lookup).toBeVisible();
    expect(await violations(page), 'code lookup').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'connect').toEqual([]);
  });
}

/** The rules of WCAG 2.1 A and AA that axe-core can check, contrast among them. */
async function violations(page: Page): Promise<string[]> {
  // The strict policy of the page forbids injected scripts, so the checker runs in the driver's own world.
  const source = await import('node:fs/promises').then((fs) => fs.readFile(axePath, 'utf8'));
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const expression = `${source};axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((result) =>
    result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(' | ')))`;
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return result.value as string[];
}

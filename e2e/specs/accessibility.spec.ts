import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`the main screen has no accessibility violation, ${theme}`, async ({ open, main }) => {
    const { page } = main;
    await page.emulateMedia({ colorScheme: theme });
    await open();
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

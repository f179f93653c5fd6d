import { expect, test } from '../pages/app-test.ts';
import { violationsInBothThemes } from '../pages/axe.ts';

test('the main screen has no accessibility violation in either theme', { tag: '@core' }, async ({
  openLab,
  main,
}) => {
  const { page } = main;
  await openLab();
  await main.labReady();
  for (const tier of ['protocol', 'tool', 'client', 'transport']) {
    await main.rows(`[data-tier="${tier}"]`).first().click();
    expect(await violationsInBothThemes(page), tier).toEqual([]);
  }
  await main.rows('[data-tier="tool"]').first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await violationsInBothThemes(page), 'menu of a row').toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(main.lookup).toBeVisible();
  expect(await violationsInBothThemes(page), 'code lookup').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInBothThemes(page), 'connect').toEqual([]);
});

import { join } from 'node:path';
import { expect as plainExpect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { packagedServer } from '../servers/server-paths.ts';

const expect = plainExpect.configure({ timeout: 60_000 });

const EVERYTHING = '@modelcontextprotocol/server-everything';

test('a server is probed beside its session; a failed cell leads to its frames, and the result survives', async ({
  openShared,
  main,
}) => {
  test.slow();
  const { page } = main;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openShared();
  await main.connect(packagedServer(EVERYTHING), 'probed');
  await expect(main.tab('probed')).toHaveAttribute('data-session-state', 'ready');
  await page.getByRole('button', { name: 'More to do with the session' }).click();
  await page.getByRole('menuitem', { name: /^Probe this server/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Probe this server' });
  await expect(dialog.getByText(/Every call must fail before its tool/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'echo' }).check();
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: join(test.info().outputDir, 'plan.png') });
  // Enough for every case, however slow the machine is.
  await dialog.getByRole('textbox', { name: /^Time budget/ }).fill('3600');
  await dialog.getByRole('button', { name: 'Probe', exact: true }).click();
  await expect(dialog.getByText(/\d+ of \d+ cases/)).toBeVisible();
  await page.screenshot({ path: join(test.info().outputDir, 'progress.png') });

  const result = page.getByRole('region', { name: 'Probe result' });
  await expect(result).toHaveAttribute('data-grade', /flawed|broken/, { timeout: 300_000 });
  await expect(dialog).toBeHidden();
  await expect(result.getByRole('gridcell', { name: /^echo, missing: passed/ })).toBeVisible();
  await result.getByRole('button', { name: /^failed targets: template variable/ }).click({ timeout: 30_000 });
  const frames = page.getByRole('grid', { name: 'Frame log' });
  const selected = frames.locator('[role="row"][aria-selected="true"]');
  await expect(selected).toHaveAttribute('data-direction', 'client-to-server');
  await expect(selected).toContainText('resources/read');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Unknown resource');
  for (const [width, scheme] of [
    [1440, 'light'],
    [1024, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: join(test.info().outputDir, `result-${width}-${scheme}.png`) });
  }

  const again = result.getByRole('region', { name: 'Cases of the cell' }).getByRole('listitem').first();
  await again.getByRole('button', { name: /^Send again/ }).click();
  await expect(again.getByRole('status')).toContainText('Now failed');
  // The other session is unchanged.
  await expect(main.tab('probed').first()).toHaveAttribute('data-session-state', 'ready');
  await page.reload();
  await page.locator('[role="tab"][data-session-state="recording"]').click();
  await expect(result).toHaveAttribute('data-grade', /flawed|broken/);
});

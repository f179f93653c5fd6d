import { expect as plainExpect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { packagedServer } from '../servers/server-paths.ts';

/** Two runs and their servers take a while on a busy machine. */
const expect = plainExpect.configure({ timeout: 30_000 });

const EVERYTHING = '@modelcontextprotocol/server-everything';

test('a whole session is re-run: a dry run, consent, the run over a reload, and the comparison', async ({
  openShared,
  main,
}) => {
  test.slow();
  const { page } = main;
  await openShared();
  await main.connect(packagedServer(EVERYTHING), 'before');
  await expect(main.tab('before')).toHaveAttribute('data-session-state', 'ready');
  await main.call('echo', { message: 'one' });
  await main.call('get-sum', { a: 'x', b: 2 });
  await main.call('toggle-simulated-logging');
  // Long enough to wait for after the re-run; nothing waits for it here.
  await main.callTool('trigger-long-running-operation', { duration: 8, steps: 2 });
  await main.connect(packagedServer(EVERYTHING), 'after');
  await main.tab('before').click();
  await page.getByRole('button', { name: 'More to do with the session' }).click();
  await page.getByRole('menuitem', { name: /^Re-run/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Re-run requests' });
  await dialog.getByRole('radio', { name: /All requests/ }).check();
  await dialog.getByRole('combobox', { name: 'To' }).selectOption({ label: await optionOf('after') });
  await expect(dialog.getByText('A dry run: no request has been sent.')).toBeVisible();
  const planned = dialog.getByRole('table').getByRole('row').filter({ hasText: 'tools/call' });
  await expect(planned).toHaveCount(4);
  await dialog.getByText(/left out$/).click();
  await expect(dialog.getByText('The session has a handshake of its own.')).toBeVisible();

  // Tools not marked read-only need their own tick.
  const asking = dialog.getByRole('group', { name: /may change something/ });
  const unmarked = asking.getByRole('checkbox', { name: /toggle-simulated-logging/ });
  await expect(unmarked).not.toBeChecked();
  await expect(planned.filter({ hasText: 'toggle-simulated-logging' })).toContainText('not sent');
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await unmarked.check();
  await expect(planned.filter({ hasText: 'toggle-simulated-logging' })).not.toContainText('not sent');
  for (const box of await asking.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: /^Send \d+ requests$/ }).click();
  await expect(dialog.getByText(/Waiting for the answer to tools\/call trigger-long-running/)).toBeVisible();

  // The host continues without the screen.
  await page.reload();
  await expect(main.tab('after')).toBeVisible();
  await main.tab('after').click();
  const banner = page.getByRole('region', { name: 'Re-run' });
  await expect(banner).toContainText(/^Sent (\d+) of \1 requests of before to after again, no tier changed/);
  await banner.getByRole('button', { name: 'Show' }).click();
  const sent = dialog.getByRole('table').getByRole('row').filter({ hasText: 'get-sum' });
  await expect(sent.getByText('tool error')).toHaveCount(2);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Compare with the original' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare two runs' });
  await expect(compare.getByText('Only the re-run requests are compared.')).toBeVisible();
  await expect(compare.getByText(/exchanges before, \d+ after\. No|Nothing changed/)).toBeVisible();
  await expect(compare.getByRole('button', { name: /^0 worse/ })).toBeVisible();

  async function optionOf(label: string): Promise<string> {
    const options = dialog.getByRole('combobox', { name: 'To' }).locator('option');
    await expect(options.filter({ hasText: label })).toHaveCount(1);
    return (await options.filter({ hasText: label }).textContent()) ?? '';
  }
});

test('rows are selected with mouse and keys, sent to the same session, and a run can be stopped', async ({
  openLab,
  main,
}) => {
  test.slow();
  const { page } = main;
  await openLab();
  await main.labReady();
  await main.showFrames();
  await main.callTool('hang');
  const calls = main
    .rows('[data-direction="client-to-server"][data-kind="frame"]')
    .filter({ hasText: 'tools/call' });
  // The app selects the outcome of the call; rows are selected after that.
  await expect(main.inspector).toContainText('timed out after 1 s');
  await calls.first().click();
  await calls.last().click({ modifiers: ['Control'] });
  const selectionBar = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(selectionBar).toContainText('2 rows selected');
  await expect(main.log.locator('[aria-selected="true"]')).toHaveCount(2);
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('K');
  await expect(selectionBar).toContainText('3 rows selected');
  await page.keyboard.press('Escape');
  await expect(selectionBar).toBeHidden();
  await calls.first().click();
  await calls.last().click({ modifiers: ['Shift'] });
  await expect(selectionBar).toContainText(/\d+ rows selected/);
  await selectionBar.getByRole('button', { name: /^Re-run/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Re-run requests' });
  await expect(dialog.getByRole('radio', { name: /Selected rows/ })).toBeChecked();
  const send = dialog.getByRole('button', { name: /^Send \d+ requests$/ });
  await expect(send).toBeEnabled();
  await dialog.getByRole('textbox', { name: 'Seconds to wait for each answer' }).fill('0');
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Seconds to wait for each answer' }).fill('60');
  await send.click();
  // The last one is never answered: the run waits there until the user decides.
  await expect(dialog.getByText(/Waiting for the answer to tools\/call hang/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel this one' }).click();
  await expect(dialog.getByText(/^Sent (\d+) of \1 requests/)).toBeVisible();
  const lab = dialog.getByRole('table').getByRole('row').filter({ hasText: 'hang' });
  await expect(lab.getByText('cancelled')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the dry run' }).click();
  await expect(dialog.getByText('A dry run: no request has been sent.')).toBeVisible();
  await send.click();
  await expect(dialog.getByText(/Waiting for the answer to tools\/call hang/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByText('Stopped by the user.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Compare with the original' }).click();
  await expect(page.getByRole('dialog', { name: 'Compare two runs' })).toBeVisible();
  await expect(page.getByRole('button', { name: /worse$/ })).toBeVisible();
});

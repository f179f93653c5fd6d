import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

test.beforeEach(async ({ openLab, main }) => {
  await openLab();
  await main.labReady();
  await sendCommand(main.page, 'connect', { commandLine: scriptedServer('bookings'), label: 'bookings' });
  await expect(main.tab('bookings')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
});

test('the palette reaches actions, sessions, filters and recordings, and puts the recent ones first', async ({
  main,
}) => {
  const { page } = main;
  const palette = page.getByRole('dialog', { name: 'All actions' });
  const options = palette.getByRole('option');
  const choose = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(text);
    await expect(options.first()).toHaveText(option);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  await choose('error lab', /Go to error lab/);
  await expect(main.tab('error lab')).toHaveAttribute('aria-selected', 'true');
  await choose('errors only', /Filter: Errors only/);
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^tier:/);
  await choose('clear the filter', /Clear the filter/);
  await expect(main.log).toHaveAttribute('data-hidden', '0');
  await choose('in one log', /All sessions in one log/);
  await expect(page.getByRole('tab', { name: 'All sessions' })).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('Control+k');
  await expect(options.first()).toContainText('All sessions in one log');
  await expect(options.nth(1)).toContainText('Clear the filter');
  await palette.getByRole('combobox').fill('open bookings');
  await expect(options.filter({ hasText: /Open .*bookings/ }).first()).toBeVisible();
  await palette.getByRole('combobox').fill('next match');
  await palette.getByRole('combobox').fill('theme');
  expect(await violations(page), 'palette').toEqual([]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  for (const action of [
    'Next row',
    'Next error',
    'Filter',
    'Search the raw text',
    'Saved filters',
    'All actions',
    'All sessions in one log',
  ]) {
    await expect(keys.getByRole('definition').filter({ hasText: new RegExp(`^${action}$`) })).toBeVisible();
  }
  expect(await violations(page), 'keys').toEqual([]);
});

test('what is typed after a click on a tool, or after r, goes into its form and nowhere else', {
  tag: '@core',
}, async ({ main }) => {
  const { page } = main;
  await main.tab('bookings').click();
  await main.chooseTool('book-flight');
  await page.keyboard.type('Paris');
  const form = page.getByRole('form', { name: 'Call book-flight' });
  const date = form.getByLabel('departureDate', { exact: true });
  const isUnchanged = async () => {
    await expect(main.tab('bookings')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await expect(date).toHaveValue('Paris');
  await isUnchanged();

  await date.fill('');
  await page.keyboard.press('Control+Enter');
  await expect(main.rows('[aria-selected="true"]')).toContainText('book-flight');
  await page.keyboard.press('Escape');
  await expect(main.log).toBeFocused();
  await page.keyboard.press('r');
  await expect(date).toBeFocused();
  await page.keyboard.type('bob');
  await expect(date).toHaveValue('bob');
  await isUnchanged();
});

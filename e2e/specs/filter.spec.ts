import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { QUIET, startApp } from '../pages/running-app.ts';

test('every key of the filter completes while it is typed, and a wrong one is explained in a sentence', {
  tag: '@core',
}, async ({ openLab, main }) => {
  const { page } = main;
  await openLab();
  await main.labReady();
  const field = page.getByRole('combobox', { name: 'Filter' });
  const list = page.getByRole('listbox', { name: 'Completions' });
  const completions = {
    'tier:': 'protocol',
    'code:': '-32602',
    'method:tools/c': 'tools/call',
    'tool:ok': 'ok-text',
    'dir:': 'from the server',
    'id:': '5',
    'dur:': '>500ms',
    'size:': '>100kb',
    'rule:': 'here)',
    'rule:E11': 'E11',
    'has:': 'stderr',
    'session:e': 'error lab',
    'outcome:': 'lost',
    'kind:': 'process',
    'text:': 'Unknown tool',
  };
  for (const [typed, offered] of Object.entries(completions)) {
    await field.fill(typed);
    await expect(list, typed).toContainText(offered);
  }
  const counted = { 'rule:E11': 1, 'session:"error lab" tier:tool': 1, 'code:-32602': 1, 'has:stderr': 0 };
  for (const [filter, rows] of Object.entries(counted)) {
    await field.fill(filter);
    await expect(main.log, filter).toHaveAttribute('aria-rowcount', String(rows));
    await expect(page.getByText(`${rows} of ${await main.total()} rows`)).toBeVisible();
  }
  await field.fill('nonsense:1');
  await expect(page.getByRole('alert')).toContainText('There is no “nonsense:”.');
  await expect(main.log).toHaveAttribute('data-hidden', '0');
});

test('filters are named, ordered, renamed, deleted, and there after a restart', async ({ open, main }) => {
  const { page } = main;
  const app = await open();
  await main.labReady();
  const popup = page.getByRole('dialog', { name: 'Saved filters' });

  const save = async (filter: string, name: string) => {
    await page.getByRole('combobox', { name: 'Filter' }).fill(filter);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await popup.getByRole('textbox', { name: 'Name for this filter' }).fill(name);
    await popup.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(popup.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  };
  await save('tier:protocol', 'red');
  await save('tier:tool', 'amber');

  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  expect(await violations(page), 'saved filters').toEqual([]);
  await popup.getByRole('button', { name: 'Move amber up' }).click();
  await popup.getByRole('button', { name: 'Rename red' }).click();
  await popup.getByRole('textbox', { name: 'New name of red' }).fill('AMBER');
  await expect(popup.getByRole('alert')).toHaveText('Another filter has this name.');
  await popup.getByRole('textbox', { name: 'New name of red' }).fill('red ones');
  await page.keyboard.press('Enter');
  await popup.getByRole('button', { name: 'Delete amber' }).click();
  await expect(popup.getByRole('status')).toContainText('“amber” was deleted.');
  await popup.getByRole('button', { name: 'Undo' }).click();
  await popup.getByRole('button', { name: /^red ones/ }).click();
  await expect(main.log).toHaveAttribute('aria-rowcount', '1');

  await app.stop();
  const again = await startApp([...QUIET], app.dataFolder);
  try {
    await main.open(again);
    await main.labReady();
    await page.keyboard.press('s');
    const own = popup.getByRole('button', { name: /^(amber|red ones)/ });
    await expect(own).toHaveText([/^amber/, /^red ones/]);
    await popup.getByRole('button', { name: /^Errors only/ }).click();
    await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(
      'tier:tool,protocol,client,transport',
    );
  } finally {
    await again.stop();
  }
});

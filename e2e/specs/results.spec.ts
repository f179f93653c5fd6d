import type { Page } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { violations, violationsInBothThemes } from '../pages/axe.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { packagedServer } from '../servers/server-paths.ts';

// Several steps each, which take a while on a loaded machine.
test.describe.configure({ timeout: 150_000 });

test('blocks of every kind are shown, and nothing of a server is run or loaded', { tag: '@core' }, async ({
  openLab,
  main,
}) => {
  const { page, inspector } = main;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:')) foreign.push(url);
  });
  page.on('dialog', (dialog) => foreign.push(`dialog: ${dialog.message()}`));
  const app = await openLab();
  await main.labReady();
  await main.call('ok-blocks');
  const blocks = inspector.getByRole('list', { name: 'Content blocks' });
  const report = blocks.locator('[data-block="text"]').first();
  await expect(report).toContainText('# Nightly report');
  await expect(report).toContainText('for user');
  await expect(report).toContainText('priority 0.9');
  await report.getByRole('button', { name: 'Rendered' }).click();
  await expect(report.getByRole('table')).toContainText('1204');
  await expect(report).toContainText('<script>alert(1)</script>');
  await expect(report.getByRole('link')).toHaveCount(1);
  await expect(report.locator('img')).toHaveCount(0);
  await expect(report).toContainText('https://example.com/load.png');
  await expect(blocks.locator('img')).toHaveCount(2);

  await blocks.getByRole('button', { name: 'Read lab://readme' }).click();
  const contents = blocks.getByRole('region', { name: 'Contents of lab://readme' });
  await expect(contents).toContainText('fails on purpose');
  await blocks.getByRole('button', { name: 'Read lab://missing' }).click();
  await expect(blocks.getByRole('alert')).toContainText('not found');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await contents.getByRole('button', { name: 'show it in the log' }).click();
  await expect(main.rows('[aria-selected="true"]')).toContainText('resources/read');
  await expect(inspector.getByRole('list', { name: 'Contents' })).toContainText('fails on purpose');
  expect(foreign.filter((url) => !app.isOwn(url))).toEqual([]);
});

test('records are a table that sorts, pages and copies, with every mismatch marked', async ({
  openLab,
  main,
  carrier,
}) => {
  const { page, inspector } = main;
  await openLab();
  await main.labReady();
  await main.call('records-break-schema');
  const structured = inspector.getByRole('region', { name: 'structuredContent' });
  await expect(structured).toContainText("Does not fit the tool's output schema in 3 places.");
  await expect(structured.locator('td[data-wrong="true"]')).toHaveCount(3);
  await expect(structured.locator('td[data-missing="true"]').first()).toContainText('missing');
  expect(await violations(page)).toEqual([]);
  await structured.getByRole('button', { name: 'Tree' }).click();
  await expect(structured.getByRole('tree')).toContainText('total is required');

  // Electron's window gives its page the right to write; a headless browser would ask somebody for it.
  if (carrier === 'loopback') await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main.call('ok-records', { count: 10_000 });
  await expect(structured).toContainText('1 to 100 of 10,000 rows');
  await expect(structured).toContainText("Fits the tool's output schema.");
  const id = structured.getByRole('columnheader', { name: 'id', exact: true });
  await id.getByRole('button').click();
  await id.getByRole('button').click();
  await expect(id).toHaveAttribute('aria-sort', 'descending');
  await expect(structured.getByRole('row').nth(1)).toContainText('10000');
  await structured.getByRole('button', { name: 'Last' }).click();
  await expect(structured).toContainText('9,901 to 10,000 of 10,000 rows');
  await structured.getByRole('button', { name: 'Copy as CSV' }).click();
  await expect(structured.getByRole('button', { name: 'Copied' })).toBeVisible();
  const csv = await pasted(page);
  expect(csv.split(/\r?\n/).slice(0, 2)).toEqual([
    'id,customer,total,state,lines',
    '10000,Customer 10000,37,paid,',
  ]);
});

test('prompts, resources, completions and lists of server-everything are shown as what they are', async ({
  openShared,
  main,
}) => {
  const { page, inspector } = main;
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  const session = (await main.tab('everything').getAttribute('data-session')) ?? '';
  const newest = async (method: string) => {
    const answers = main.rows('[data-direction="server-to-client"][data-outcome="ok"]');
    const answer = answers.filter({ hasText: method }).last();
    await answer.click();
  };
  await newest('tools/list');
  await expect(inspector.getByRole('list', { name: 'Tools' })).toContainText('echo(message)');
  await sendCommand(page, 'sendRequest', {
    session,
    method: 'prompts/get',
    params: { name: 'simple-prompt' },
  });
  await newest('prompts/get');
  await expect(inspector.getByRole('list', { name: 'Messages' })).toContainText('user');
  const listed = await sendCommand(page, 'listAll', { session, what: 'resources' });
  const first = listed.ok ? (listed.value.items[0] as { uri: string }) : { uri: '' };
  await sendCommand(page, 'sendRequest', { session, method: 'resources/read', params: { uri: first.uri } });
  await newest('resources/read');
  await expect(inspector.getByRole('list', { name: 'Contents' })).toContainText(first.uri);
  const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
  const params = { ref, argument: { name: 'department', value: 'E' } };
  await sendCommand(page, 'sendRequest', { session, method: 'completion/complete', params });
  await newest('completion/complete');
  await expect(inspector.getByRole('list', { name: 'Suggested values' })).toContainText('Engineering');
});

/** The clipboard: pasted by a key, since the page itself must not read it. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.ariaLabel = 'Pasted';
    document.body.append(field);
    field.focus();
  });
  const field = page.getByRole('textbox', { name: 'Pasted' });
  await field.press('Control+V');
  await expect(field).not.toHaveValue('');
  return field.inputValue();
}

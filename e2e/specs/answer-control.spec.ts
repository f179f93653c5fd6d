import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect, test } from '../pages/app-test.ts';
import { PROGRAM } from '../pages/run-program.ts';
import type { RunningApp } from '../pages/running-app.ts';
import { outcomeOf, sdkClient } from '../pages/sdk-client.ts';
import { packagedWords } from '../servers/server-paths.ts';

const EVERYTHING = packagedWords('@modelcontextprotocol/server-everything', 'stdio');

function tappedClient({ dataFolder }: RunningApp): Promise<Client> {
  const tap = [PROGRAM, 'tap', '--data', dataFolder, '--label', 'tapped server', '--', ...EVERYTHING];
  return sdkClient([process.execPath, ...tap]);
}

const echo = (client: Client, message: string) =>
  outcomeOf(client.callTool({ name: 'echo', arguments: { message } }));
const said = (text: string) => ({ result: { content: [{ type: 'text', text: `Echo: ${text}` }] } });

/** The records of all recordings with a change by the tap. */
async function changedRecords({ dataFolder }: RunningApp) {
  const folder = join(dataFolder, 'recordings');
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const lines = files.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line)).filter(({ changed }) => changed !== undefined);
}

const changeKinds = async (app: RunningApp) => (await changedRecords(app)).map(({ changed }) => changed.how);

test('answers to an agent are held, edited, turned into errors and let go, and the recording says so', {
  tag: '@core',
}, async ({ open, main }) => {
  const app = await open();
  const { page, inspector } = main;
  const client = await tappedClient(app);
  await main.tab('tapped server').click();
  expect(await echo(client, 'first')).toEqual(said('first'));

  await page.getByRole('button', { name: 'Answers…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold or change answers' });
  const held = dialog.getByRole('region', { name: 'Held answers' });
  const order = async (what: string) => {
    await dialog.getByLabel('What to do').selectOption(what);
    await dialog.getByRole('button', { name: 'Order this' }).click();
    await expect(dialog.getByRole('list', { name: 'Open orders' })).toContainText('next answer of echo');
  };
  await expect(dialog.getByLabel('Tool')).toHaveValue('echo');

  await order('Hold it');
  const edited = echo(client, 'second');
  await held.getByRole('button', { name: 'Change…' }).click();
  const line = dialog.getByLabel('The line to the client');
  await line.fill((await line.inputValue()).replace('second', 'edited'));
  await dialog.getByRole('button', { name: 'Send this' }).click();
  expect(await edited).toEqual(said('edited'));

  await order('Hold it');
  const turned = echo(client, 'third');
  await held.getByRole('button', { name: 'Change…' }).click();
  await held.getByRole('button', { name: 'Tool error' }).click();
  await held.getByLabel('Text block').fill('Come back later.');
  await dialog.getByRole('button', { name: 'Send this' }).click();
  expect(await turned).toMatchObject({ result: { isError: true, content: [{ text: 'Come back later.' }] } });

  await order('Turn it into a protocol error');
  expect(await echo(client, 'fourth')).toMatchObject({ code: -32603 });

  await order('Delay it');
  expect(await echo(client, 'fifth')).toEqual(said('fifth'));

  await order('Hold it');
  const letGo = echo(client, 'sixth');
  await held.getByRole('button', { name: 'Let go' }).click();
  expect(await letGo).toEqual(said('sixth'));
  await page.keyboard.press('Escape');

  const kinds = ['edited', 'tool-error', 'protocol-error', 'delayed', 'held'];
  await expect.poll(() => changeKinds(app)).toEqual(kinds);
  const [first] = await changedRecords(app);
  expect(first.raw).toContain('Echo: edited');
  expect(first.original).toContain('Echo: second');

  await page.getByRole('combobox', { name: 'Filter' }).fill('is:changed');
  await expect(main.rows()).toHaveCount(kinds.length);
  await main.rows().first().click();
  await expect(inspector.getByRole('region', { name: 'Changed on its way' })).toContainText(
    'held against nobody',
  );
  await main.inspectorTab('Message').click();
  await expect(inspector.getByRole('region', { name: 'Edited on its way' })).toContainText('second');
  // A user's change to an answer is not an error of the server.
  await expect(page.locator('[data-tier-count="protocol"]')).toBeHidden();
  await expect(page.locator('[data-tier-count="tool"]')).toBeHidden();
  await expect(page.getByRole('button', { name: 'expected 2' })).toBeVisible();
  await client.close();
});

for (const [way, endApp] of [
  ['ends', (app: RunningApp) => app.stop()],
  ['is killed', (app: RunningApp) => app.kill()],
] as const)
  test(`every held answer goes as it came when the app ${way}, and no order stays`, async ({
    open,
    main,
  }) => {
    const app = await open();
    const { page } = main;
    const client = await tappedClient(app);
    await main.tab('tapped server').click();
    await echo(client, 'first');
    await page.getByRole('button', { name: 'Answers…' }).click();
    await page.getByLabel('Which').selectOption('every nth answer');
    await page.getByLabel('n', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Order this' }).click();
    await expect(page.getByRole('list', { name: 'Open orders' })).toContainText('Hold every answer of echo');
    await page.keyboard.press('Escape');
    const waiting = [echo(client, 'one'), echo(client, 'two')];
    const banner = page.getByRole('region', { name: 'Held answers and orders' });
    await expect(banner).toContainText('and 1 more; the client waits until you decide.');
    await expect(main.tab('tapped server')).toContainText('held 2');

    await endApp(app);
    expect(await Promise.all(waiting)).toEqual([said('one'), said('two')]);
    expect(await echo(client, 'three')).toEqual(said('three'));
    await expect.poll(() => changeKinds(app)).toEqual(['held', 'held']);
    await client.close();
  });

import type { Locator } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { violations, violationsInBothThemes } from '../pages/axe.ts';
import type { Screen } from '../pages/screen.ts';
import { watchLinks } from '../pages/watched-links.ts';
import { packagedServer, scriptedServer } from '../servers/server-paths.ts';

const EVERYTHING = packagedServer('@modelcontextprotocol/server-everything', 'stdio');

// Each test asks and answers several times, which takes a while on a busy machine.
test.describe.configure({ timeout: 180_000 });

function panelOf({ page }: Screen): Locator {
  return page.getByRole('region', { name: 'Server requests', exact: true });
}

/** Starts a call during which the server sends a request, and waits for that request. */
async function callWithServerRequest(main: Screen, tool: string): Promise<Locator> {
  await main.callTool(tool);
  const panel = panelOf(main);
  await expect(panel).toBeVisible();
  return panel;
}

/** Expects these texts in the result in the inspector. */
async function expectResult(main: Screen, tool: string, ...texts: string[]): Promise<void> {
  await main.callSettled(tool);
  for (const text of texts) await expect(main.inspector).toContainText(text);
}

async function setPolicy(main: Screen, kind: string, policy: string): Promise<void> {
  await main.page.locator('body').press('Q');
  const dialog = main.page.getByRole('dialog', { name: 'Answers and roots' });
  await dialog.getByLabel(kind, { exact: true }).selectOption(policy);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
}

test('values are given in the form of their schema, refused and sent as they are', { tag: '@core' }, async ({
  openShared,
  main,
}) => {
  await openShared();
  await main.connect(EVERYTHING, 'everything');
  const panel = await callWithServerRequest(main, 'trigger-elicitation-request');
  const form = panel.getByRole('form', { name: /^Answer elicitation\/create/ });
  await expect(form.getByLabel('legacyTitledEnum', { exact: true })).toContainText('Reptiles');
  await form.getByLabel('titledSingleSelectEnum', { exact: true }).selectOption('Wonder Woman');
  await form.getByRole('checkbox', { name: 'Salmon' }).check();
  await form.getByLabel('integer', { exact: true }).fill('four');
  await expect(form.getByText('expected integer, received string')).toBeVisible();
  expect(await violationsInBothThemes(main.page)).toEqual([]);

  await form.getByRole('button', { name: 'JSON', exact: true }).click();
  const json = form.getByLabel('Content (JSON)');
  expect(JSON.parse(await json.inputValue())).toMatchObject({
    integer: 'four',
    titledSingleSelectEnum: 'hero-3',
    titledMultipleSelectEnum: ['fish-1', 'fish-2'],
  });
  await json.fill('{ "name": ');
  await expect(form.getByRole('button', { name: 'Accept' })).toBeDisabled();
  await json.fill('{ "name": "Ada", "integer": 7 }');
  await form.getByRole('button', { name: 'Accept' }).click();
  await expectResult(main, 'trigger-elicitation-request', 'Name: Ada', 'Favorite Integer: 7');
  await expect(panel).toBeHidden();
  const elicitations = main.rows('[data-kind="frame"]').filter({ hasText: 'elicitation/create' });
  await main.showFrames();
  await expect(elicitations).toHaveCount(2);
  await expect(elicitations.last()).toHaveAttribute('data-outcome', 'ok');

  await callWithServerRequest(main, 'trigger-elicitation-request');
  await panel.getByRole('button', { name: 'Decline', exact: true }).click();
  await expectResult(main, 'trigger-elicitation-request', 'User declined');
});

test('the user answers as a model, from a canned answer, and with an error, and roots are announced', async ({
  openShared,
  main,
}) => {
  await openShared();
  await main.connect(EVERYTHING, 'everything');
  const panel = await callWithServerRequest(main, 'trigger-sampling-request');
  await expect(panel.getByRole('region', { name: 'System prompt' })).toBeVisible();
  await expect(panel).toContainText('maxTokens');
  // The caller is asked at once: what is typed next is the answer.
  await expect(panel.getByLabel('Text', { exact: true })).toBeFocused();
  await main.page.keyboard.type('Forty-two, of course.');
  await panel.getByText('Canned answers').click();
  await panel.getByLabel('Name for this answer').fill('deep thought');
  await panel.getByRole('button', { name: 'Keep' }).click();
  await panel.getByRole('button', { name: 'Send answer' }).click();
  await expectResult(main, 'trigger-sampling-request', 'Forty-two, of course.');

  await callWithServerRequest(main, 'trigger-sampling-request');
  await panel.getByRole('button', { name: 'Error', exact: true }).click();
  await panel.getByLabel('Code').fill('soon');
  await expect(panel.getByRole('button', { name: 'Send error' })).toBeDisabled();
  await panel.getByLabel('Code').fill('-32099');
  await panel.getByRole('textbox', { name: 'Message' }).fill('the model is asleep');
  await panel.getByLabel('Data').fill('{"until": 7}');
  await panel.getByRole('button', { name: 'Send error' }).click();
  await expectResult(main, 'trigger-sampling-request', '-32099');

  await callWithServerRequest(main, 'trigger-sampling-request');
  await panel.getByText('Canned answers (1)').click();
  await panel.getByRole('button', { name: /^deep thought/ }).click();
  await panel.getByLabel('Always answer sampling this way').check();
  await panel.getByRole('button', { name: 'Send answer' }).click();
  await expectResult(main, 'trigger-sampling-request', 'Forty-two');
  await main.callTool('trigger-sampling-request');
  await expectResult(main, 'trigger-sampling-request', 'Forty-two');
  await expect(panel).toBeHidden();

  // Until then the tool's form keeps the key presses.
  await main.page.keyboard.press('Escape');
  await main.page.keyboard.press('Q');
  const dialog = main.page.getByRole('dialog', { name: 'Answers and roots' });
  await dialog.getByRole('button', { name: 'Add a root' }).click();
  const uri = dialog.getByLabel('URI of root 1');
  await uri.fill('/home/me');
  await expect(dialog.getByText('A folder is written as file:///')).toBeVisible();
  expect(await violations(main.page)).toEqual([]);
  await uri.fill('file:///home/me/project');
  await dialog.getByLabel('Name of root 1').fill('project');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(main.rows().filter({ hasText: 'notifications/roots/list_changed' })).toBeVisible();
  await expect(main.rows().filter({ hasText: '1 root(s) received' })).toBeVisible();
  await main.callTool('get-roots-list');
  await expectResult(main, 'get-roots-list', 'file:///home/me/project');
});

test('an address is shown whole, opened on a click only, and http after leave in a browser alone', async ({
  openShared,
  main,
  carrier,
}) => {
  const { page } = main;
  await openShared();
  const links = await watchLinks(page, /auth\.example|xn--/);
  await main.connect(scriptedServer('asker'), 'asker');
  const panel = await callWithServerRequest(main, 'visit');
  await expect(panel.locator('[data-url]')).toHaveText(
    'http://bank.example@xn--80ak6aa92e.com:8080/login?next=https://evil.example/',
  );
  const warnings = panel.getByRole('list', { name: 'Look at this before you open it' });
  for (const warning of ['not encrypted', 'not a host', 'reads as', 'Port 8080', 'another address']) {
    await expect(warnings).toContainText(warning);
  }
  await expect(panel.getByRole('link')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  if (carrier === 'electron') {
    await expect(panel).toContainText('This window opens https only.');
  } else {
    await panel.getByLabel('Allow this address, for this once').check();
    await expect(panel.getByRole('link', { name: /^Open xn--/ })).toBeVisible();
  }
  await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectResult(main, 'visit', '"action":"cancel"');
  expect(await links.visited()).toEqual([]);

  await callWithServerRequest(main, 'safe-visit');
  await expect(warnings).toBeHidden();
  await links.follow(panel.getByRole('link', { name: 'Open auth.example in the browser' }));
  await expect.poll(links.visited).toEqual(['https://auth.example/a?b=1']);
  await panel.getByRole('button', { name: 'Accept', exact: true }).click();
  await expectResult(main, 'safe-visit', '"action":"accept"');
  await expect(page.getByText('asker says that the visit visit-2 is done.')).toBeVisible();
});

test('after error -32042 the address is shown and the call made again', async ({ openShared, main }) => {
  await openShared();
  await main.connect(EVERYTHING, 'everything');
  await main.call('trigger-url-elicitation', { url: 'https://auth.example/', errorPath: true });
  await expect(main.inspector.locator('[data-url]')).toHaveText('https://modelcontextprotocol.io/');
  await main.inspector.getByRole('button', { name: 'Send the request again' }).click();
  const panel = panelOf(main);
  await expect(panel.locator('[data-url]')).toHaveText('https://auth.example/');
  await panel.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(main.inspector).toContainText('User completed the URL elicitation flow');
});

test('a server request in another tab shows a badge, keeps its draft, and is answered by key', async ({
  openShared,
  main,
}) => {
  const { page } = main;
  await openShared();
  await main.connect(scriptedServer('asker'), 'asker');
  const panel = await callWithServerRequest(main, 'think');
  await expect(panel.getByRole('img')).toBeVisible();
  await panel.getByLabel('Text', { exact: true }).fill('half a sent');
  await main.connect(scriptedServer('echo'), 'echo');
  await expect(panel).toBeHidden();
  await expect(main.tab(/^asker 1 open server request/)).toBeVisible();
  await page.locator('body').press('q');
  await expect(panel.getByLabel('The model answers with')).toBeFocused();
  await expect(panel.getByLabel('Text', { exact: true })).toHaveValue('half a sent');
  await expect(main.rows('[aria-selected="true"]')).toContainText('sampling/createMessage');
  await expect(main.inspector.getByRole('region', { name: 'The server waits for you' })).toBeVisible();
  await panel.getByLabel('The model answers with').selectOption('the use of look');
  await panel.getByLabel('deep', { exact: true }).check();
  await panel.getByLabel('Model', { exact: true }).press('Control+Enter');
  await expectResult(main, 'think', '"type":"tool_use"', '"deep":true', '"stopReason":"toolUse"');

  await setPolicy(main, 'Ping', 'ask');
  await callWithServerRequest(main, 'alive');
  await page.getByRole('button', { name: 'Close the server requests' }).click();
  await page.getByRole('region', { name: 'The server waits for an answer' }).getByRole('button').click();
  await panel.getByRole('button', { name: 'Refuse' }).click();
  await expectResult(main, 'alive', 'Method not found');
  await setPolicy(main, 'Ping', 'canned');

  await callWithServerRequest(main, 'think');
  const call = page.getByRole('form', { name: 'Call think' });
  await call.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(panel).toContainText('The call that this came with is over: it was cancelled.');
  await panel.getByLabel('Text', { exact: true }).fill('too late');
  await page.reload();
  await expect(panel.getByLabel('Text', { exact: true })).toHaveValue('too late');
  await panel.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panel).toBeHidden();

  await main.callTool('who-for-a-while');
  await expect(page.getByText(/asker no longer asks .*the server cancelled it/)).toBeVisible();
  await callWithServerRequest(main, 'think');
  await page.getByRole('button', { name: 'More to do with the session' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await expect(page.getByText(/asker no longer asks .*the session ended/)).toBeVisible();
  await expect(panel).toBeHidden();
});

test('input that a call requires is answered together, and its rounds lead to one another', async ({
  openShared,
  main,
}) => {
  await openShared();
  await main.connect(scriptedServer('rounds'), 'rounds');
  await setPolicy(main, 'Roots list', 'ask');
  await main.callTool('book', { to: 'Rome' });
  const panel = panelOf(main);
  const group = panel.getByRole('region', { name: 'Input for tools/call book' });
  await expect(group).toContainText('2 answers more');
  await expect(main.rows().filter({ hasText: 'needs input: when, folders' })).toBeVisible();
  await group.getByLabel('day', { exact: true }).fill('2026-12-24');
  await group.getByRole('button', { name: 'Add a root' }).click();
  await group.getByLabel('URI of root 1').fill('file:///travel');
  expect(await violations(main.page)).toEqual([]);
  await group.getByRole('button', { name: 'Send all 2 answers as written' }).click();
  await expectResult(main, 'book', 'Rome on 2026-12-24 for 2', 'file:///travel');

  const rounds = main.inspector.getByRole('region', { name: 'Rounds of input' });
  await rounds.getByRole('button', { name: /asked for it/ }).click();
  await expect(rounds).toContainText('when (elicitation/create), folders (roots/list)');
  await rounds.getByRole('button', { name: /repeats the call with the answers/ }).click();
  await expect(rounds).toContainText('This request repeats an earlier one');

  await main.callTool('book', { to: 'Oslo' });
  await group.getByRole('button', { name: 'Never answer' }).first().click();
  await main.callSettled('book');
  await expect(panel).toBeHidden();
  await expect.poll(() => main.count('client')).toBe(1);

  await main.callTool('book', { to: 'Bergen' });
  await expect(group).toBeVisible();
  await main.page.getByRole('form', { name: 'Call book' }).getByRole('button', { name: 'Cancel' }).click();
  await main.callSettled('book');
  await expect(panel).toBeHidden();
  await expect.poll(() => main.count('client')).toBe(2);
});

import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { RawEditor } from '../pages/raw-editor.ts';
import type { Screen } from '../pages/screen.ts';
import { packagedServer, scriptedServer } from '../servers/server-paths.ts';

// Several steps each: a loaded machine takes its time.
test.describe.configure({ timeout: 150_000 });

const TIERS = ['tool', 'protocol', 'client', 'transport'] as const;

/** Connects to a server that answers each mistake as it should, and opens the composer on it. */
async function rawEditorOfStrict(main: Screen): Promise<RawEditor> {
  await main.connect(scriptedServer('strict'), 'strict');
  const composer = new RawEditor(main);
  await composer.open();
  return composer;
}

test('mistakes are sent by hand, judged against what was expected, and counted against nobody', async ({
  open,
  main,
}) => {
  await open();
  const composer = await rawEditorOfStrict(main);

  await composer.choose('Cut off in the middle');
  await composer.send();
  await expect(composer.replies.locator('[data-code="-32700"]')).toContainText('Parse error');
  await expect(composer.verdict()).toHaveText('as a good server does');
  await expect(composer.replies).toContainText('that was no JSON');

  await composer.choose('Wrong jsonrpc version');
  await composer.send();
  await expect(composer.replies.locator('[data-code="-32600"]')).toBeVisible();
  await expect(composer.verdict()).toHaveText('as a good server does');

  await composer.choose('Unknown method');
  await composer.field.fill((await composer.field.inputValue()).replace('no/such/method', 'ping'));
  await composer.send();
  await expect(composer.verdict()).toHaveText('not what a good server does');

  await composer.choose('Bytes that are not UTF-8');
  await expect(composer.field).toHaveValue(/⟨FF⟩⟨FE⟩/);
  await composer.dialog.getByRole('radio', { name: 'Hex' }).check();
  await expect(composer.field).toHaveValue(/ff fe/);
  await composer.send();
  await expect(composer.replies).toContainText('ok');

  await composer.choose('Huge line');
  await expect(composer.dialog).toContainText('One line, 5.0 MB');
  await composer.send();
  await expect(composer.replies.locator('[data-code="-32601"]')).toContainText('50000');

  await composer.dialog.getByText(/Sent by hand in this session/).click();
  const cutOff = composer.dialog.getByRole('listitem').filter({ hasText: '"method":"ping"' }).last();
  await cutOff.getByRole('button', { name: /Edit/ }).click();
  await expect(composer.field).toHaveValue(/"method":"ping"$/);
  await composer.send();
  await expect(composer.replies.locator('[data-code="-32700"]')).toBeVisible();

  await composer.dialog.getByRole('button', { name: 'Show the line in the log' }).click();
  await expect(composer.dialog).toBeHidden();
  const line = main.rows('[aria-selected="true"]');
  await expect(line).toHaveAccessibleName(/by hand/);
  await expect(main.inspector.getByRole('region', { name: 'Written by hand' })).toBeVisible();
  await main.inspector.getByRole('button', { name: 'Select what came back' }).click();
  await expect(main.rows('[aria-selected="true"]')).toHaveAccessibleName(/provoked.*-32700/);
  for (const tier of TIERS) expect(await main.count(tier), tier).toBe(0);
  await expect(main.page.getByRole('button', { name: /findings 0/i })).toBeVisible();
  const provoked = main.page.getByRole('button', { name: /^provoked [1-9]/ });
  await provoked.click();
  await expect(main.page.getByRole('combobox', { name: 'Filter' })).toHaveValue('is:provoked');
  await expect(main.rows('[aria-selected="true"]')).toHaveAccessibleName(/provoked.*-32700/);
  await expect(main.rows('[data-kind="stderr"]')).toHaveCount(0);
  await provoked.click();
  await expect(main.log).toHaveAttribute('data-hidden', '0');
});

test('a server that does not survive a line says so, and the reason stands where nothing can be sent', async ({
  open,
  main,
}) => {
  await open();
  const composer = await rawEditorOfStrict(main);
  await composer.choose('Unknown method');
  await composer.field.fill('{"jsonrpc":"2.0","id":"bye","method":"die"}');
  await composer.send();
  await expect(composer.verdict()).toHaveText('the server did not survive it');
  await expect(composer.dialog).toContainText('The server does not run.');
  await expect(composer.dialog.getByRole('button', { name: /Send as it is/ })).toBeDisabled();
  await composer.dialog.getByRole('button', { name: 'Restart' }).click();
  await expect(composer.dialog.getByRole('button', { name: /Send as it is/ })).toBeEnabled({
    timeout: 20_000,
  });
});

test('a logged request is loaded, changed and sent; both looks are accessible', async ({ open, main }) => {
  const { page } = main;
  await open();
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  await main.callTool('echo', { message: 'from the form' });
  await main.callSettled('echo');
  await main.rows('[data-direction="client-to-server"]').filter({ hasText: 'echo' }).click();
  await main.log.focus();
  await page.keyboard.press('Shift+W');
  const composer = new RawEditor(main);
  await expect(composer.field).toHaveValue(/from the form/);
  const logged = await composer.field.inputValue();
  await composer.field.fill(
    logged.replace('from the form', 'by my own hand').replace(/"id":\d+/, '"id":"mine"'),
  );
  await composer.send();
  await expect(composer.replies).toContainText('by my own hand');
  await composer.choose('tools/call without a name');
  await composer.send();
  await expect(composer.replies.locator('[data-tier="protocol"]')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('raw line to the server');
  await page.keyboard.press('Enter');
  await expect(composer.field).toBeFocused();
});

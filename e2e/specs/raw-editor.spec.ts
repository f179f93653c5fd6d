import { expect, test } from '../pages/app-test.ts';
import { violationsInBothThemes } from '../pages/axe.ts';
import { RawEditor } from '../pages/raw-editor.ts';
import type { Screen } from '../pages/screen.ts';
import { packagedServer, scriptedServer } from '../servers/server-paths.ts';

// Several steps each, which take a while on a loaded machine.
test.describe.configure({ timeout: 150_000 });

const TIERS = ['tool', 'protocol', 'client', 'transport'] as const;

/** Connects to a server that answers each mistake correctly, and opens the raw editor on it. */
async function rawEditorOfStrict(main: Screen): Promise<RawEditor> {
  await main.connect(scriptedServer('strict'), 'strict');
  const editor = new RawEditor(main);
  await editor.open();
  return editor;
}

test('mistakes are sent as raw messages, compared with what a good server does, and counted against nobody', {
  tag: '@core',
}, async ({ openShared, main }) => {
  await openShared();
  const editor = await rawEditorOfStrict(main);

  await editor.choose('Cut off in the middle');
  await editor.send();
  await expect(editor.replies.locator('[data-code="-32700"]')).toContainText('Parse error');
  await expect(editor.verdict()).toHaveText('as a good server does');
  await expect(editor.replies).toContainText('that was no JSON');

  await editor.choose('Wrong jsonrpc version');
  await editor.send();
  await expect(editor.replies.locator('[data-code="-32600"]')).toBeVisible();
  await expect(editor.verdict()).toHaveText('as a good server does');

  await editor.choose('Unknown method');
  await editor.field.fill((await editor.field.inputValue()).replace('no/such/method', 'ping'));
  await editor.send();
  await expect(editor.verdict()).toHaveText('not what a good server does');

  await editor.choose('Bytes that are not UTF-8');
  await expect(editor.field).toHaveValue(/⟨FF⟩⟨FE⟩/);
  await editor.dialog.getByRole('radio', { name: 'Hex' }).check();
  await expect(editor.field).toHaveValue(/ff fe/);
  await editor.send();
  await expect(editor.replies).toContainText('ok');

  await editor.choose('Huge line');
  await expect(editor.dialog).toContainText('One line, 5.0 MB');
  await editor.send();
  await expect(editor.replies.locator('[data-code="-32601"]')).toContainText('50000');

  await editor.dialog.getByText(/Raw messages of this session/).click();
  const cutOff = editor.dialog.getByRole('listitem').filter({ hasText: '"method":"ping"' }).last();
  await cutOff.getByRole('button', { name: /Edit/ }).click();
  await expect(editor.field).toHaveValue(/"method":"ping"$/);
  await editor.send();
  await expect(editor.replies.locator('[data-code="-32700"]')).toBeVisible();

  await editor.dialog.getByRole('button', { name: 'Show the line in the log' }).click();
  await expect(editor.dialog).toBeHidden();
  const line = main.rows('[aria-selected="true"]');
  await expect(line).toHaveAccessibleName(/, raw/);
  await expect(main.inspector.getByRole('region', { name: 'Raw message' })).toBeVisible();
  await main.inspector.getByRole('button', { name: 'Select what came back' }).click();
  await expect(main.rows('[aria-selected="true"]')).toHaveAccessibleName(/expected.*-32700/);
  for (const tier of TIERS) expect(await main.count(tier), tier).toBe(0);
  await expect(main.page.getByRole('button', { name: /^findings \d/i })).toBeHidden();
  const expectedErrors = main.page.getByRole('button', { name: /^expected [1-9]/ });
  await expectedErrors.click();
  await expect(main.page.getByRole('combobox', { name: 'Filter' })).toHaveValue('is:expected');
  await expect(main.rows('[aria-selected="true"]')).toHaveAccessibleName(/expected.*-32700/);
  await expect(main.rows('[data-kind="stderr"]')).toHaveCount(0);
  await expectedErrors.click();
  await expect(main.log).toHaveAttribute('data-hidden', '0');
});

test('a server that does not survive a line says so, and the reason stands where nothing can be sent', async ({
  openShared,
  main,
}) => {
  await openShared();
  const editor = await rawEditorOfStrict(main);
  await editor.choose('Unknown method');
  await editor.field.fill('{"jsonrpc":"2.0","id":"bye","method":"die"}');
  await editor.send();
  await expect(editor.verdict()).toHaveText('the server did not survive it');
  await expect(editor.dialog).toContainText('The server is not running.');
  await expect(editor.dialog.getByRole('button', { name: /Send as it is/ })).toBeDisabled();
  await editor.dialog.getByRole('button', { name: 'Restart' }).click();
  await expect(editor.dialog.getByRole('button', { name: /Send as it is/ })).toBeEnabled({
    timeout: 20_000,
  });
});

test('a logged request is loaded, changed and sent; both looks are accessible', async ({
  openShared,
  main,
}) => {
  const { page } = main;
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  await main.call('echo', { message: 'from the form' });
  await main.showFrames();
  await main.rows('[data-direction="client-to-server"]').filter({ hasText: 'echo' }).click();
  await main.log.focus();
  await page.keyboard.press('Shift+W');
  const editor = new RawEditor(main);
  await expect(editor.field).toHaveValue(/from the form/);
  const logged = await editor.field.inputValue();
  await editor.field.fill(
    logged.replace('from the form', 'by my own hand').replace(/"id":\d+/, '"id":"mine"'),
  );
  await editor.send();
  await expect(editor.replies).toContainText('by my own hand');
  await editor.choose('tools/call without a name');
  await editor.send();
  await expect(editor.replies.locator('[data-tier="protocol"]')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('raw line to the server');
  await page.keyboard.press('Enter');
  await expect(editor.field).toBeFocused();
});

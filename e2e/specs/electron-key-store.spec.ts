import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { test } from '../pages/app-test.ts';
import { ended } from '../pages/run-program.ts';
import { startElectron } from '../pages/running-electron.ts';
import { scriptedServer } from '../servers/server-paths.ts';

// Where the secret of a saved server is stored, with and without a desktop key store.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');
test.skip(process.platform !== 'linux', 'Only there the store is chosen by a switch.');

const KEY_STORE = ['--password-store=gnome-libsecret'];
const NO_KEY_STORE = ['--password-store=basic'];

test('a secret is sealed by the key store, given to the server, and asked for again if it cannot be opened', async ({
  carrier: _,
}, info) => {
  const data = info.outputPath('data');
  const inApp = async (switches: readonly string[], act: (page: Page) => Promise<void>): Promise<void> => {
    const { electron, child } = await startElectron([], data, tmpdir(), { switches });
    try {
      await act(await electron.firstWindow());
    } finally {
      await ended(child, 'SIGTERM');
    }
  };
  await test.step('the file holds it sealed, and the server gets it after a restart', async () => {
    await inApp(KEY_STORE, (page) => save(page, 'hush-hush', "sealed by your desktop's key store"));
    expect(await secretsOf(data)).toEqual([{ kind: 'sealed', text: expect.not.stringContaining('hush') }]);
    await inApp(KEY_STORE, async (page) => {
      await startServer(page);
      await expect(answerOf(page)).toContainText('TOKEN=hush-hush');
    });
  });
  await test.step('where no key store protects it, the value is asked for, and the file says what it is', async () => {
    await inApp(NO_KEY_STORE, async (page) => {
      await startServer(page);
      await expect(page.getByText('The value of TOKEN cannot be read.')).toContainText('Type it again.');
      await expect(answerOf(page)).toContainText('TOKEN=undefined');
      await save(page, 'in-the-open', 'a file that only your user account can read');
    });
    expect(await secretsOf(data)).toContainEqual({ kind: 'plain', text: 'in-the-open' });
  });
  await test.step('what another key sealed is not taken for a value', async () => {
    await rm(join(data, 'electron', 'secret-service'));
    await inApp(KEY_STORE, async (page) => {
      await startServer(page);
      await expect(page.getByText('The value of TOKEN cannot be read.')).toContainText(
        'The system key store cannot open it',
      );
    });
  });
});

/** Saves a server with this secret variable; its dialog says where the value is stored. */
async function save(page: Page, value: string, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Add or share servers' }).click();
  await page.getByRole('menuitem', { name: 'New server…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill(value === 'hush-hush' ? 'vault' : 'open');
  await dialog.getByRole('textbox', { name: 'Command' }).fill(scriptedServer('echo-environment'));
  await dialog.getByRole('button', { name: 'Add a variable' }).click();
  await dialog.getByRole('textbox', { name: 'Variable name' }).fill('TOKEN');
  await dialog.getByLabel('Value of TOKEN').fill(value);
  await expect(dialog).toContainText(note);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function startServer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^vault ?, not connected/ }).click();
  // A start also opens what the previous one has recorded.
  const started = page.getByRole('tab', { name: /vault/ }).and(page.locator('[data-origin="connect"]'));
  await expect(started).toHaveAttribute('data-session-state', 'ready');
  await page.getByRole('navigation', { name: 'Tools' }).getByRole('button', { name: 'tell' }).click();
  await page
    .getByRole('form', { name: 'Call tell' })
    .getByRole('button', { name: 'Call', exact: true })
    .click();
}

const answerOf = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });

type Secret = { readonly kind: string; readonly text: string };

async function secretsOf(data: string): Promise<Secret[]> {
  const { secrets } = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8'));
  return Object.values<Record<string, Secret>>(secrets).flatMap((profile) => Object.values(profile));
}

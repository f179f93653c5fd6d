import { expect, test } from '../pages/app-test.ts';
import { violationsInBothThemes } from '../pages/axe.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { SettingsPage } from '../pages/session-settings.ts';
import { packagedServer } from '../servers/server-paths.ts';

/** Accessibility checks take a while on a busy machine. */
test.describe.configure({ timeout: 150_000 });

test('time-outs are set for a session, late answers are known as late, and a cancel shows what comes after', {
  tag: '@core',
}, async ({ openLab, main }) => {
  await openLab();
  const settings = new SettingsPage(main);
  const lab = main.tab('error lab');
  const session = (await lab.getAttribute('data-session')) ?? '';
  await expect(lab).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  await main.showFrames();

  const dialog = await settings.open();
  await dialog.getByRole('textbox', { name: 'Time-out' }).fill('soon');
  await expect(dialog.getByRole('alert')).toHaveText('Between 0.001 and 3600 seconds.');
  await expect(dialog.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Time-out' }).fill('0.4');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(main.rows('[data-kind="mark"]')).toContainText('settings: time-out 60 s → 0.4 s');

  const name = 'late-answer';
  const late = { session, name, arguments: { delayMs: 1200 } };
  const timedOut = await sendCommand(main.page, 'callTool', late);
  expect(timedOut).toMatchObject({ value: { failure: 'No answer within 400 ms.' } });
  await expect(main.rows('[data-kind="client"][data-tier="client"]').last()).toContainText('after 400 ms');
  await expect(main.rows('[data-outcome="late"][data-direction="server-to-client"]')).toHaveCount(1, {
    timeout: 15_000,
  });

  await sendCommand(main.page, 'configure', { session, settings: { timeoutMs: 60_000 } });
  const cancelled = sendCommand(main.page, 'callTool', { ...late, arguments: { delayMs: 4000 } });
  const row = main.rows('[data-outcome="pending"]').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await sendCommand(main.page, 'cancel', { session, requestSeq: Number(await row.getAttribute('data-seq')) });
  expect(await cancelled).toMatchObject({ value: { failure: 'Cancelled.' } });
  await expect(main.rows().filter({ hasText: 'notifications/cancelled' }).last()).toBeVisible();
  await expect(main.rows('[data-kind="client"]').last()).toContainText('cancelled by the user');
  await expect(main.rows('[data-outcome="late"][data-direction="server-to-client"]')).toHaveCount(2, {
    timeout: 15_000,
  });
});

test('what a client declares is switched, in step with its JSON, from the next start on', async ({
  openShared,
  main,
  page,
}) => {
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-memory'), 'declared');
  await main.showFrames();
  const settings = new SettingsPage(main);
  await page.keyboard.press('Control+,');
  const { dialog } = settings;
  const json = dialog.getByRole('textbox', { name: 'As JSON' });
  await dialog.getByRole('checkbox', { name: 'sampling.tools' }).check();
  await expect(json).toHaveValue(/"sampling": \{\s+"tools": \{\}\s+\}/);
  await dialog.getByRole('checkbox', { name: 'roots', exact: true }).uncheck();
  await json.fill('{ "sampling": { "tools": {} }, "experimental": { "mine": {} } ');
  await expect(dialog.getByRole('alert')).toHaveText('This is not a JSON object.');
  await expect(dialog.getByRole('checkbox', { name: 'tasks', exact: true })).toBeDisabled();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await json.fill('{ "sampling": { "tools": {} }, "experimental": { "mine": {} } }');
  await expect(dialog.getByRole('checkbox', { name: 'tasks', exact: true })).not.toBeChecked();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply and restart now' }).click();
  await expect(main.rows('[data-kind="mark"]')).toContainText('capability experimental on (mine)');
  await main.showFrames();
  const handshake = main.rows('[data-direction="client-to-server"]').filter({
    hasText: 'initialize',
    hasNotText: 'notifications',
  });
  await expect(main.tab('declared')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  // The row of the new handshake appears a moment after the state.
  await expect(async () => {
    await handshake.last().click();
    await main.inspectorTab('Message').click();
    await expect(main.inspector).toContainText('"experimental"', { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
});

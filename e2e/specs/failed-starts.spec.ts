import { expect, test } from '../pages/app-test.ts';
import { inlineServer } from '../servers/server-paths.ts';

test('a command that does not exist says so and the app goes on', { tag: '@core' }, async ({
  openLab,
  main,
}) => {
  await openLab();
  await main.connect('no-such-command --flag', 'missing');
  await expect(main.tab('missing')).toHaveAttribute('data-session-state', 'failed');
  await expect(main.rows('[data-kind="process"][data-tier="transport"]')).toContainText('was not found');
  await expect(main.page.getByText(/"no-such-command" was not found\. Check/).first()).toBeVisible();
  await main.tab('error lab').click();
  await main.call('ok-text');
});

test('a server that prints garbage and exits shows its lines, its last stderr and its code', async ({
  openShared,
  main,
}) => {
  await openShared();
  // It exits after reading the request: a server that exits earlier is not restarted.
  const script = `process.stdin.once('data', () => {
    console.log('Usage: server <folder>'); console.error('missing folder');
    process.exitCode = 64; process.stdin.destroy();
  })`;
  await main.connect(inlineServer(script), 'usage');
  await expect(main.tab('usage')).toHaveAttribute('data-session-state', 'failed');
  await expect(main.tab('usage')).toContainText('exit 64');
  // It is restarted, since the era probe may have ended it.
  await expect(main.rows('[data-outcome="malformed"]').last()).toContainText('Usage: server <folder>');
  await expect(main.rows('[data-kind="stderr"]').last()).toContainText('missing folder');
  await expect(main.rows('[data-kind="mark"]')).toContainText('It was started again');
  await expect(
    main.page.getByText(/The server exited with code 64 before the handshake/).first(),
  ).toBeVisible();
});

test('an unclosed quote is explained in the dialog and nothing typed is lost', async ({
  openShared,
  main,
}) => {
  await openShared();
  await main.page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  const dialog = main.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Command' }).fill(`node "server.js`);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toContainText(/quote/i);
  await expect(dialog.getByRole('textbox', { name: 'Command' })).toHaveValue(`node "server.js`);
});

test('a failed start names its cause, and offers the doctor and the dialog', { tag: '@core' }, async ({
  openShared,
  main,
}) => {
  await openShared();
  const script = `throw new Error('WEATHER_KEY environment variable is required')`;
  await main.connect(inlineServer(script), 'weather');
  await expect(main.tab('weather')).toHaveAttribute('data-session-state', 'failed');
  const banner = main.page.getByRole('region', { name: 'How the session ended' });
  await expect(banner).toContainText('Error: WEATHER_KEY environment variable is required');
  await expect(main.rows('[aria-selected="true"]')).toContainText('server exited: code 1');
  await banner.getByRole('button', { name: 'Doctor' }).click();
  const dialog = main.page.getByRole('dialog', { name: 'Doctor: weather' });
  const first = dialog.getByRole('region', { name: 'Failed first' });
  await expect(first).toContainText('the environment variable WEATHER_KEY is missing');
  await expect(first).toContainText('What to do: Set WEATHER_KEY');
  await expect(dialog.getByRole('listitem')).toHaveCount(13);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await banner.getByRole('button', { name: 'Add variable WEATHER_KEY' }).click();
  const variables = main.page.getByRole('textbox', { name: 'Environment variables' });
  await expect(variables).toBeFocused();
  await expect(variables).toHaveValue('WEATHER_KEY=');
});

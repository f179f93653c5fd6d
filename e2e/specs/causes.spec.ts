import { expect, test } from '../pages/app-test.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

test('each failure is explained from its own evidence: the file and line, whose time ran out, silence before an exit', async ({
  openShared,
  main,
}) => {
  await openShared();
  const { inspector, page } = main;
  await main.connect(scriptedServer('stumbler'), 'stumbler');

  await test.step('an exception names the line of the server that threw it', async () => {
    await main.call('weather');
    await main.rows('[data-tier="tool"]').last().click();
    const cause = inspector.getByRole('region').filter({ hasText: 'Copy path:line' }).first();
    await expect(cause).toContainText("TypeError: Cannot read properties of undefined (reading 'celsius')");
    await expect(cause).toContainText(/stumbler\.js:\d+ in weatherIn/);
  });

  await test.step('a request of the server that nobody answered is the reason, not the text of its SDK', async () => {
    await main.callTool('ask');
    await expect(main.rows('[data-tier="tool"]')).toHaveCount(2, { timeout: 20_000 });
    await main.rows('[data-tier="tool"]').last().click();
    await expect(inspector).toContainText(/You answered nothing to .+, and the server.s SDK stopped waiting/);
  });

  await test.step('an exit without a word is not laid to the exception of a call before', async () => {
    await main.callTool('leave');
    const banner = page.getByRole('region', { name: 'How the session ended' });
    await expect(banner).toContainText('code 3');
    await expect(banner).not.toContainText('celsius');
    await expect(banner).not.toContainText('weatherIn');
  });
});

test('with nothing selected, the legend has the counts of all sessions that it stands beside', async ({
  openShared,
  main,
}) => {
  await openShared();
  const { inspector, page } = main;
  for (const label of ['one', 'other']) {
    await main.connect(scriptedServer('stumbler'), label);
    const session = (await main.tab(label).getAttribute('data-session')) ?? '';
    await sendCommand(page, 'callTool', { session, name: 'weather', arguments: {} });
  }
  await page.getByRole('tab', { name: 'All sessions' }).click();
  await expect.poll(() => main.count('tool')).toBe(2);
  await expect(main.rows('[aria-selected="true"]')).toHaveCount(0);
  await expect(inspector).toContainText('Show the first of 2');
  await expect(inspector.getByText('None yet.')).toHaveCount(3);
});

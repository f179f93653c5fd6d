import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import type { Screen } from '../pages/screen.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { SettingsPage } from '../pages/session-settings.ts';
import { inlineServer, packagedServer, scriptedServer, scriptedWords } from '../servers/server-paths.ts';

/** Accessibility checks take a while on a busy machine. */
test.describe.configure({ timeout: 150_000 });

/** Connects with a probe timeout so long that a busy machine does not change the era. */
async function connectSlowly(main: Screen, commandLine: string, label: string, probeTimeoutMs = 60_000) {
  await sendCommand(main.page, 'connect', { commandLine, label, settings: { probeTimeoutMs } });
  const tab = main.tab(new RegExp(`^${label}`));
  await tab.click();
  await expect(tab).toHaveAttribute('data-session-state', 'ready', { timeout: 40_000 });
}

test('a server of SDK 2 is spoken to in both eras, each with its reason and its frames', {
  tag: '@core',
}, async ({ openShared, main }) => {
  await openShared();
  const settings = new SettingsPage(main);
  await connectSlowly(main, scriptedServer('recorded/server-v2'), 'both');
  await expect(settings.chip).toHaveAccessibleName('Protocol revision 2026-07-28 modern era');
  await main.call('add', { a: 2, b: 3 });
  await expect(main.inspector).toContainText('5');

  const modern = await settings.openEra();
  await expect(modern).toContainText('The server answered server/discover and offers 2026-07-28.');
  expect(await violations(main.page)).toEqual([]);
  await modern.getByRole('button', { name: /^Row / }).first().click();
  await expect(main.log.locator('[role="row"][aria-selected="true"]')).toContainText('server/discover');

  const box = await settings.openEra();
  await box.getByRole('combobox', { name: 'Era' }).selectOption('initialize');
  await box.getByRole('combobox', { name: 'Revision' }).fill('2025-06-18');
  await box.getByRole('button', { name: 'Restart with this' }).click();
  await expect(settings.chip).toHaveAccessibleName('Protocol revision 2025-06-18 initialize era');
  await expect(main.tab('both')).toHaveAttribute('data-session-state', 'ready');
  await expect(main.rows('[data-kind="mark"]')).toContainText('era auto → initialize');
  await expect(main.rows('[data-kind="process"]').filter({ hasText: 'start' })).toHaveCount(2);
  await main.call('add', { a: 4, b: 5 });
  await expect(main.inspector).toContainText('9');
});

const WAYS = [
  ['-32601', 'error -32601'],
  ['-32602', 'error -32602'],
  ['0', 'error 0'],
  ['wrong-id', 'the id "err_1"'],
  ['silent', 'did not answer server/discover within 1000 ms'],
  ['exits', 'ended with code 101 when it was asked server/discover. It was started again'],
  ['late', 'did not answer server/discover within 1000 ms'],
] as const;

test('older servers are spoken to by initialize, however they meet the probe', async ({
  openShared,
  main,
}) => {
  test.setTimeout(240_000);
  await openShared();
  const settings = new SettingsPage(main);
  for (const [way, reason] of WAYS) {
    await test.step(way, async () => {
      const probeTimeoutMs = way === 'late' || way === 'silent' ? 1000 : 60_000;
      await connectSlowly(main, scriptedServer('negotiator', way), way, probeTimeoutMs);
      await expect(await settings.openEra()).toContainText(reason);
      await main.page.keyboard.press('Escape');
      const starts = main.rows('[data-kind="process"]').filter({ hasText: 'start' });
      await expect(starts).toHaveCount(way === 'exits' ? 2 : 1);
      await main.call('way');
      await expect(main.inspector).toContainText(`probe met: ${way}`);
      // A refused probe is not an error, even under an id of the server's own: the probe was the only open request.
      await expect.poll(() => main.count('protocol')).toBe(0);
      // Neither is silence.
      await expect.poll(() => main.count('client')).toBe(0);
    });
  }
});

test('what -32022 and -32021 offer is one click away', async ({ openShared, main }) => {
  await openShared();
  const { page } = main;
  await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Command' }).fill(scriptedServer('wants-sampling'));
  await dialog.getByRole('textbox', { name: 'Label' }).fill('wants');
  await dialog.getByText('Era, time-outs, capabilities, watch').click();
  await dialog.getByRole('combobox', { name: 'Era' }).selectOption('initialize');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(main.tab('wants')).toHaveAttribute('data-session-state', 'failed', { timeout: 30_000 });

  const suggestions = page.getByRole('region', { name: 'Other ways to connect' });
  await expect(suggestions).toContainText('(error -32022). It supports 2026-07-28.');
  await suggestions.getByRole('button', { name: 'Reconnect with 2026-07-28 (modern)' }).click();
  await expect(main.tab('wants')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  await expect(suggestions).toBeHidden();

  await main.call('think');
  await expect(suggestions).toContainText('sampling.tools');
  expect(await violations(page)).toEqual([]);
  await suggestions.getByRole('button', { name: 'Declare it and reconnect' }).click();
  await expect(suggestions).toBeHidden();
  await expect(main.tab('wants')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  await main.call('think');
  await expect(main.inspector).toContainText('thought');
});

test('a server of SDK 1 refuses the probe, which counts as no error', async ({ openShared, main }) => {
  const server = packagedServer('@modelcontextprotocol/server-memory');
  await openShared();
  await connectSlowly(main, server, 'memory');
  const box = await new SettingsPage(main).openEra();
  await expect(box).toContainText('The server answered server/discover with error -32601.');
  expect(await main.count('protocol')).toBe(0);
  await main.page.keyboard.press('Escape');
  await main.rows().filter({ hasText: 'server/discover' }).first().click();
  await expect(main.inspector).toContainText('as expected: this server speaks 2025-11-25.');
  await expect(main.inspector).not.toContainText('succeeded');
});

test('a server that starts slowly is waited for, and offers the era that most hosts speak', async ({
  openShared,
  main,
}) => {
  await openShared();
  const server = JSON.stringify(scriptedWords('recorded/server-v2').at(-1));
  const script = `const lines = setInterval(() => console.error('loading'), 100);
    setTimeout(() => { clearInterval(lines); import(${server}); }, 3000)`;
  await connectSlowly(main, inlineServer(script), 'slow', 1000);
  await expect(main.rows().filter({ hasText: 'initialize' })).toHaveCount(0);
  expect(await main.count('protocol')).toBe(0);
  await main.page.getByRole('button', { name: 'try 2025-11-25' }).click();
  await expect(new SettingsPage(main).chip).toHaveAccessibleName(
    'Protocol revision 2025-11-25 initialize era',
  );
});

test('the hosts that connect to a server, and what changes with 2026-07-28, are a click away', async ({
  openShared,
  main,
}) => {
  await openShared();
  await connectSlowly(main, scriptedServer('recorded/mcp-server-v1'), 'legacy');
  await main.page.keyboard.press('ControlOrMeta+k');
  await main.page.keyboard.type('Eras');
  await main.page.keyboard.press('Enter');
  const dialog = main.page.getByRole('dialog', { name: 'Eras: legacy' });
  await expect(dialog.getByText('Only clients that begin with initialize connect')).toBeVisible({
    timeout: 60_000,
  });
  const revisions = dialog.getByRole('table', { name: 'Revisions' });
  await expect(revisions.getByRole('row', { name: /^2025-11-25 opens/ })).toBeVisible();
  await expect(revisions.getByRole('row', { name: /^2026-07-28 fails The era/ })).toBeVisible();
  const hosts = dialog.getByRole('table', { name: 'Hosts' });
  await expect(hosts.getByRole('row', { name: /^Claude Code/ })).toContainText('2025-11-25');
  await dialog.getByText('initialize', { exact: true }).click();
  await expect(dialog.getByText('"method":"server/discover"')).toBeVisible();
});

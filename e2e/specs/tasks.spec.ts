import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import type { Screen } from '../pages/screen.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { SidebarPage } from '../pages/sidebar.ts';
import { scriptedServer } from '../servers/server-paths.ts';

/** A busy machine takes a while. */
test.describe.configure({ timeout: 150_000 });

async function connected(main: Screen, name: string): Promise<void> {
  const settings = { era: 'modern' } as const;
  await sendCommand(main.page, 'connect', { commandLine: scriptedServer(name), label: name, settings });
  await expect(main.tab(name)).toHaveAttribute('data-session-state', 'ready');
}

test('a server of 2026-07-28 makes tasks of calls, which are followed, fed, cancelled and read', {
  tag: '@core',
}, async ({ openShared, main }) => {
  await openShared();
  await connected(main, 'errands');
  const sidebar = new SidebarPage(main.page);
  const task = (id: string) => sidebar.root.getByRole('region', { name: `Task ${id}` });

  await test.step('one asks for input on the way and ends in a result', async () => {
    await main.callTool('greet');
    const panel = main.page.getByRole('region', { name: 'Server requests', exact: true });
    await panel.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await panel.getByRole('button', { name: 'Accept' }).click();
    await sidebar.show('Tasks');
    await sidebar.root.getByRole('button', { name: /greet/ }).click();
    await task('greet-1').getByRole('button', { name: 'Show result' }).click();
    await expect(main.inspector).toContainText('hello Ada');
  });

  await test.step('one is a tool error in the end', async () => {
    await sidebar.show('Tools');
    await main.callTool('burn');
    await expect.poll(() => main.count('tool')).toBe(1);
    await sidebar.show('Tasks');
    await sidebar.root.getByRole('button', { name: /burn/ }).click();
    await task('burn-2').getByRole('button', { name: 'Show result' }).click();
    await expect(main.amberPanel).toContainText('the bread is burnt');
  });

  await test.step('one works until it is cancelled, and can be listened to meanwhile', async () => {
    await sidebar.show('Tools');
    await main.callTool('wait');
    await sidebar.running.getByRole('button', { name: /^task wait/ }).click();
    await task('wait-3').getByRole('button', { name: 'Listen', exact: true }).click();
    await expect(task('wait-3').getByRole('button', { name: 'Stop listening' })).toBeVisible();
    expect(await violations(main.page)).toEqual([]);
    await sidebar.running.getByRole('button', { name: 'Cancel task wait' }).click();
    await expect(task('wait-3')).toContainText('cancelled');
  });

  expect(await main.count('client')).toBe(0);
  await expect(main.page.getByRole('button', { name: /^findings \d/i })).toBeHidden();
});

test('a server of SDK 2 reports its changes while somebody listens', async ({ openShared, main }) => {
  await openShared();
  await connected(main, 'notebook');
  const sidebar = new SidebarPage(main.page);
  await sidebar.show('Resources');
  await sidebar.item('one').click();
  await sidebar.root.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(main.rows('[data-outcome="pending"]').filter({ hasText: 'listening' })).toHaveCount(2);
  await sidebar.call('edit');
  await sidebar.call('add');
  await sidebar.show('Resources');
  await expect(sidebar.root).toContainText('1 update');
  await expect(sidebar.item('two')).toBeVisible();
  await sidebar.root.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(sidebar.root.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
  expect(await main.count('client')).toBe(0);
  expect(await main.count('transport')).toBe(0);
});

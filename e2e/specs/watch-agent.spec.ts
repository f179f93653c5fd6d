import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { sdkClient } from '../pages/sdk-client.ts';
import { packagedWords } from '../servers/server-paths.ts';

test.describe.configure({ timeout: 150_000 });

/** Its own home, so that the hosts of this machine do not affect the test. */
let home: string;
const { HOME, XDG_CONFIG_HOME } = process.env;

test.beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tierscope-home-'));
  Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: join(home, '.config') });
});
test.afterEach(async () => {
  Object.assign(process.env, { HOME });
  if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
  await rm(home, { recursive: true, force: true });
});

test('an agent is watched from the window: in front, its calls as they come, and out again', {
  tag: '@core',
}, async ({ open, main }) => {
  const [command = '', ...args] = packagedWords('@modelcontextprotocol/server-everything', 'stdio');
  const claude = join(home, '.claude.json');
  const remote = { type: 'http', url: 'https://far.example/mcp' };
  const claudeText = JSON.stringify({ mcpServers: { notes: { command, args }, far: remote } }, null, 2);
  await writeFile(claude, claudeText);
  const cursor = join(home, '.cursor', 'mcp.json');
  await mkdir(join(home, '.cursor'));
  const cursorText =
    '{\n  // mine\n  "mcpServers": { "search": { "command": "npx", "args": ["-y", "search-mcp"] } }\n}\n';
  await writeFile(cursor, cursorText);
  const { page } = main;
  const app = await open();
  const dialog = page.getByRole('dialog', { name: 'Watch what an agent sends' });

  await test.step('the palette finds it, and the lines are shown before anything is written', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tap');
    await page.getByRole('option', { name: /Watch what an agent sends/ }).click();
    await dialog.getByRole('checkbox', { name: 'notes' }).check();
    const lines = dialog.getByRole('list', { name: 'Change of notes' });
    await expect(lines).toContainText(`tap --label notes --data ${app.dataFolder} -- ${command}`);
    await expect(dialog.getByRole('checkbox', { name: 'far' })).toBeEnabled();
    await expect(dialog).toContainText('https://far.example/mcp');
    expect(await violations(page)).toEqual([]);
    expect(await readFile(claude, 'utf8')).toBe(claudeText);
  });
  await test.step('the entry starts a tap that this app sees', async () => {
    await dialog.getByRole('button', { name: 'Put in front of 1' }).click();
    await expect(dialog.getByRole('status')).toContainText('Restart Claude Code; its calls appear here.');
    await expect(dialog).toContainText('in front, waiting for Claude Code');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('button', { name: /notes\s*waiting for Claude Code/ })).toBeVisible();
    const { mcpServers } = JSON.parse(await readFile(claude, 'utf8'));
    const agent = await sdkClient([mcpServers.notes.command, ...mcpServers.notes.args]);
    await agent.callTool({ name: 'echo', arguments: { message: 'seen by the window' } });
    await main.tab('notes').click();
    await expect(main.rows('[data-direction="server-to-client"]').filter({ hasText: 'echo' })).toContainText(
      'seen by the window',
    );
    await expect(page.getByRole('button', { name: /waiting for Claude Code/ })).toHaveCount(0);
    await agent.close();
  });
  await test.step("the menu of the tapped tab leads back, and the agent's file is what it was", async () => {
    await main.tab('notes').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Take out again…' }).click();
    await dialog.getByRole('button', { name: 'Take out again: notes' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'notes' })).toBeEnabled();
    expect(await readFile(claude, 'utf8')).toBe(claudeText);
    expect(await readFile(cursor, 'utf8')).toBe(cursorText);
  });
});

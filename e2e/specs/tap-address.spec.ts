import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { type ListeningServer, listeningEverything } from '../pages/listening-server.ts';
import { RunningProgram } from '../pages/run-program.ts';

test.describe.configure({ timeout: 150_000 });

let home: string;
let server: ListeningServer | undefined;
let tap: RunningProgram | undefined;
const { HOME, XDG_CONFIG_HOME } = process.env;

test.beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tierscope-home-'));
  Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: join(home, '.config') });
});
test.afterEach(async () => {
  Object.assign(process.env, { HOME });
  if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
  server?.child.kill('SIGKILL');
  tap?.child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

test('a server at an address goes behind a tap from the window, and its calls come with their tiers', {
  tag: '@core',
}, async ({ open, main }) => {
  server = await listeningEverything('streamableHttp');
  const own = `${server.origin}/mcp`;
  const claude = join(home, '.claude.json');
  const before = JSON.stringify({ mcpServers: { far: { type: 'http', url: own } } }, null, 2);
  await writeFile(claude, before);
  const { page } = main;
  await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tap');
  await page.getByRole('option', { name: /Watch what an agent sends/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch what an agent sends' });
  await dialog.getByRole('checkbox', { name: 'far' }).check();
  await dialog.getByRole('button', { name: 'Put in front of 1' }).click();
  await expect(dialog).toContainText('in front, waiting for Claude Code');
  const start = dialog.locator('code', { hasText: `--url ${own}` });
  await expect(start).toContainText('tap --label far');
  expect(await violations(page)).toEqual([]);
  const { url } = JSON.parse(await readFile(claude, 'utf8')).mcpServers.far;
  expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/t/[\\w-]{22}/mcp#${own}$`));

  const [program = '', ...args] = ((await start.textContent()) ?? '').split(' ');
  tap = new RunningProgram(args, {}, [program]);
  await expect.poll(() => tap?.stdout).toContain(new URL(url).pathname);
  const agent = new Client({ name: 'agent', version: '1' });
  await agent.connect(new StreamableHTTPClientTransport(new URL(url)));
  await agent.callTool({ name: 'echo', arguments: { message: 'seen at its address' } });
  await agent.callTool({ name: 'no-such-tool', arguments: {} }).catch(() => undefined);
  await expect(dialog).toContainText('in front, live');
  await dialog.getByRole('button', { name: 'Show' }).click();
  const answers = main.rows('[data-direction="server-to-client"]');
  await expect(answers.filter({ hasText: 'echo' })).toContainText('seen at its address');
  await expect(main.rows('[data-tier="tool"], [data-tier="protocol"]')).toContainText('no-such-tool');
  server.child.kill('SIGKILL');
  await agent.callTool({ name: 'echo', arguments: { message: 'nobody' } }).catch(() => undefined);
  await expect(main.rows('[data-tier="transport"]').filter({ hasText: 'tools/call' })).toContainText(
    'network',
  );

  await main.tab('far').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Take out again…' }).click();
  await dialog.getByRole('button', { name: 'Take out again: far' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'far' })).toBeEnabled();
  expect(await readFile(claude, 'utf8')).toBe(before);
});

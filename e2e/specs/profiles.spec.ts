import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { QUIET, type RunningApp, startApp } from '../pages/running-app.ts';
import { SettingsPage } from '../pages/session-settings.ts';
import { packagedServer, packagedWords, scriptedWords } from '../servers/server-paths.ts';

/** Accessibility checks take a while on a busy machine. */
test.describe.configure({ timeout: 150_000 });

const EVERYTHING = '@modelcontextprotocol/server-everything';

/** Its own home, so that the hosts of this machine do not affect the test. */
let home: string;
const real = { HOME: process.env.HOME, XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME };

test.beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tierscope-home-'));
  process.env.HOME = home;
  process.env.XDG_CONFIG_HOME = join(home, '.config');
});
test.afterEach(async () => {
  Object.assign(process.env, real);
  if (real.XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
  await rm(home, { recursive: true, force: true });
});

async function cursorFile(): Promise<string> {
  const path = join(home, '.cursor', 'mcp.json');
  const [command, ...args] = packagedWords(EVERYTHING, 'stdio');
  const near = { command, args, env: { API_TOKEN: 'hush-hush' } };
  await mkdir(join(home, '.cursor'));
  const text = `{\n  // kept\n  "mcpServers": {\n    "near": ${JSON.stringify(near)},\n    "far": { "type": "ws", "url": "wss://far.example/ws" }\n  }\n}\n`;
  await writeFile(path, text);
  return path;
}

test('a server of another host is looked at, taken over, started, and copied to a third', async ({
  open,
  main,
}) => {
  const path = await cursorFile();
  const { page } = main;
  const app = await open();
  const servers = page.getByRole('navigation', { name: 'Servers' });
  const dialog = page.getByRole('dialog');

  await test.step('the whole command is shown, a remote server says why it stays', async () => {
    await servers.getByRole('button', { name: /^Import from/ }).click();
    await expect(dialog).toContainText(path);
    await expect(dialog).toContainText(packagedWords(EVERYTHING)[1] ?? '');
    await expect(dialog).toContainText('remote server (ws) at wss://far.example/ws');
    await expect(dialog.getByRole('checkbox', { name: 'far' })).toBeDisabled();
    await expect(dialog).not.toContainText('hush-hush');
    expect(await violations(page)).toEqual([]);
  });
  await test.step('taking it over starts nothing', async () => {
    await dialog.getByRole('checkbox', { name: 'near' }).check();
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await expect(servers.getByRole('button', { name: /^near ?, not connected/ })).toBeVisible();
    await expect(main.tab('near')).toHaveCount(0);
    const saved = await readFile(join(app.dataFolder, 'profiles.json'), 'utf8');
    expect(saved).not.toContain('hush-hush');
  });
  await test.step('the first start shows the whole command, the next click brings its tab back', async () => {
    await servers.getByRole('button', { name: /^near ?, not connected/ }).click();
    await expect(dialog).toContainText('This server came out of a file.');
    await expect(dialog).toContainText(packagedWords(EVERYTHING)[1] ?? '');
    await expect(dialog).toContainText('API_TOKEN (secret)');
    await expect(dialog).not.toContainText('hush-hush');
    expect(await violations(page)).toEqual([]);
    await expect(main.tab('near')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(main.tab('near')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
    await main.tab('error lab').click();
    await servers.getByRole('button', { name: /^near ?, connected/ }).click();
    await expect(main.tab('near')).toHaveAttribute('aria-selected', 'true');
    await expect(main.tab('near')).toHaveCount(1);
  });
  await test.step('the change of a file is shown before it is written', async () => {
    await servers.getByRole('button', { name: 'More for near' }).click();
    await page.getByRole('menuitem', { name: 'Copy as…' }).click();
    const file = join(home, '.codeium', 'windsurf', 'mcp_config.json');
    await dialog.getByRole('combobox', { name: 'File' }).selectOption(file);
    await expect(dialog.getByRole('list', { name: 'Change of the file' })).toContainText('"near"');
    expect(await violations(page)).toEqual([]);
    await expect(access(file)).rejects.toThrow();
    await dialog.getByRole('button', { name: 'Write the file' }).click();
    await expect(dialog).toBeHidden();
    expect(await readFile(file, 'utf8')).not.toContain('hush-hush');
  });
});

test('servers are made, edited, ordered, deleted and brought back; they are there after a restart', {
  tag: '@core',
}, async ({ main }) => {
  const { page } = main;
  const data = await mkdtemp(join(tmpdir(), 'tierscope-data-'));
  let app: RunningApp = await startApp([...QUIET], data);
  await main.open(app);
  const servers = page.getByRole('navigation', { name: 'Servers' });
  const names = (): Promise<string[]> =>
    servers
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.map((row) => row.querySelector('span + span, svg + span')?.textContent ?? ''),
      );
  const dialog = page.getByRole('dialog');
  for (const name of ['one', 'two']) {
    await servers.getByRole('button', { name: 'Add or share servers' }).click();
    await page.getByRole('menuitem', { name: 'New server…' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('textbox', { name: 'Command' }).fill(packagedServer(EVERYTHING, 'stdio'));
    await dialog.getByRole('button', { name: 'Add a variable' }).click();
    await dialog.getByRole('textbox', { name: 'Variable name' }).fill('API_KEY');
    await expect(dialog.getByRole('checkbox', { name: 'secret' })).toBeChecked();
    await dialog.getByLabel('Value of API_KEY').fill('hush-hush');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  await expect.poll(names).toEqual(['one', 'two']);
  await servers.getByRole('button', { name: /^two ?, not connected/ }).press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['two', 'one']);
  await servers.getByRole('button', { name: /^one ?, not connected/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(names).toEqual(['two']);
  await servers.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['two', 'one']);

  await app.stop();
  app = await startApp([...QUIET], data);
  await main.open(app);
  await expect.poll(names).toEqual(['two', 'one']);
  await expect(page.getByRole('heading', { name: 'No session is open' })).toBeVisible();
  await expect(main.tab(/./)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Start the error lab' }).click();
  await expect(main.tab('error lab')).toBeVisible();
  await app.stop();
  await app.remove();
});

test("VS Code's inputs are asked for before the start, a password unseen, and not kept", async ({
  open,
  main,
}) => {
  const { page } = main;
  const folder = join(home, '.config', 'Code', 'User');
  const [command, ...args] = scriptedWords('echo-environment', `--level=\${input:level}`);
  const env = { TOKEN: `\${input:token}`, PLACE: `\${env:TIERSCOPE_NO_SUCH}` };
  const inputs = [
    { id: 'token', type: 'promptString', description: 'API token', password: true },
    { id: 'level', type: 'promptString', description: 'Log level', default: 'info' },
  ];
  await mkdir(folder, { recursive: true });
  const text = `// mine\n${JSON.stringify({ inputs, servers: { asks: { command, args, env } } })}`;
  await writeFile(join(folder, 'mcp.json'), text);
  const app = await open();
  const servers = page.getByRole('navigation', { name: 'Servers' });
  const dialog = page.getByRole('dialog');
  await servers.getByRole('button', { name: /^Import from/ }).click();
  await dialog.getByRole('checkbox', { name: 'asks' }).check();
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await servers.getByRole('button', { name: /^asks ?, not connected/ }).click();
  await expect(dialog.getByLabel('token')).toHaveAttribute('type', 'password');
  await dialog.getByLabel('token').fill('hush-hush');
  await dialog.getByLabel('TIERSCOPE_NO_SUCH').fill('here');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(main.tab('asks')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  await main.call('tell');
  await expect(main.inspector).toContainText('--level=info TOKEN=hush-hush PLACE=here');
  expect(await readFile(join(app.dataFolder, 'profiles.json'), 'utf8')).not.toContain('hush-hush');
  expect(await readFile(join(folder, 'mcp.json'), 'utf8')).toBe(text);
});

test('a live session is saved as a profile with its settings, which its next start has', async ({
  open,
  main,
}) => {
  await open();
  const { page } = main;
  await main.connect(packagedServer(EVERYTHING, 'stdio'), 'mine');
  const settings = await new SettingsPage(main).open();
  await settings.getByRole('textbox', { name: 'Time-out' }).fill('7.5');
  await settings.getByRole('checkbox', { name: 'sampling', exact: true }).uncheck();
  await expect(settings.getByRole('textbox', { name: 'As JSON' })).not.toHaveValue(/sampling": \{\}/);
  await settings.getByRole('textbox', { name: 'Watch' }).fill('src');
  await settings.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByRole('button', { name: 'Save as profile' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('mine');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: /^mine ?, connected/ })).toBeVisible();
  await page.getByRole('button', { name: 'Close session' }).click();
  await page.getByRole('button', { name: /^mine ?, not connected/ }).click();
  await expect(main.tab('mine')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  const again = await new SettingsPage(main).open();
  await expect(again.getByRole('textbox', { name: 'Time-out' })).toHaveValue('7.5');
  await expect(again.getByRole('checkbox', { name: 'sampling', exact: true })).not.toBeChecked();
  await expect(again.getByRole('textbox', { name: 'Watch' })).toHaveValue('src');
});

test("a change of the project's file is reported, and its servers are looked at before they are taken over", async ({
  main,
}) => {
  const { page } = main;
  const project = join(home, 'shop');
  await mkdir(project);
  const app = await startApp([...QUIET], undefined, project);
  await main.open(app);
  const server = { command: 'node', args: ['shop-server.js'] };
  await writeFile(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { shop: server } }));
  const banner = page.getByRole('status', { name: "The project's servers" });
  await expect(banner).toContainText('new: shop');
  expect(await violations(page)).toEqual([]);
  await banner.getByRole('button', { name: 'Reload…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: 'shop' })).toBeChecked();
  await expect(dialog).toContainText('node shop-server.js');
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByRole('button', { name: /^shop ?, not connected/ })).toBeVisible();
  await app.stop();
  await app.remove();
});

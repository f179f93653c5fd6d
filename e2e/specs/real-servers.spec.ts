import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { packagedServer } from '../servers/server-paths.ts';

test('server-everything connects, lists, calls, and fails at the tiers it should', async ({
  start,
  main,
}) => {
  const app = await start();
  await main.open(app.address);
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  await expect(main.tab('everything')).toHaveAttribute('data-session-state', 'ready');
  await main.callTool('echo', { message: 'hello tiers' });
  const echoed = main
    .rows('[data-outcome="ok"][data-direction="server-to-client"]')
    .filter({ hasText: 'echo' });
  await expect(echoed).toContainText('hello tiers');

  const session = await main.tab('everything').getAttribute('data-session');
  await sendCommand(main.page, 'callTool', { session: session ?? '', name: 'no-such-tool', arguments: {} });
  const unknown = main.rows('[data-direction="server-to-client"]').filter({ hasText: 'no-such-tool' });
  await expect(unknown).toHaveAttribute('data-tier', 'tool');
  await unknown.click();
  await expect(main.amberPanel).toContainText('MCP error -32602: Tool no-such-tool not found');

  await sendCommand(main.page, 'sendRequest', { session: session ?? '', method: 'no/such/method' });
  const refused = main
    .rows('[data-tier="protocol"][data-code="-32601"]')
    .filter({ hasText: 'no/such/method' });
  await expect(refused).toHaveAccessibleName(/protocol error.*-32601.*Method not found/);
});

test('server-filesystem reads a file, and a missing one is a tool error', async ({ start, main }) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-files-')));
  await writeFile(join(folder, 'here.txt'), 'the content of the file');
  const app = await start();
  await main.open(app.address);
  await main.connect(packagedServer('@modelcontextprotocol/server-filesystem', folder), 'files');
  await main.callTool('read_text_file', { path: join(folder, 'here.txt') });
  await main.callSettled('read_text_file');
  await expect(main.inspector).toContainText('the content of the file');

  await main.callTool('read_text_file', { path: join(folder, 'missing.txt') });
  await main.callSettled('read_text_file');
  const missing = main.rows('[data-tier="tool"]');
  await expect(missing).toContainText('ENOENT');
  await expect(main.amberPanel).toContainText('no such file or directory');
  await expect.poll(() => main.count('tool')).toBe(1);
  await rm(folder, { recursive: true });
});

test('a crash mid-call leaves the other session alive', async ({ start, main }) => {
  const app = await start();
  await main.open(app.address);
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  await main.tab('error lab').click();
  await main.callTool('crash-exit');
  await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'failed');
  await expect(main.tab('error lab')).toContainText('exit 3');
  await expect(main.rows('[data-kind="process"][data-tier="transport"]')).toContainText('code 3');
  await expect(main.rows('[data-outcome="lost"]')).toContainText('crash-exit');

  await main.tab('everything').click();
  await expect(main.tab('everything')).toHaveAttribute('data-session-state', 'ready');
  await main.callTool('echo', { message: 'still here' });
  const echoed = main
    .rows('[data-outcome="ok"][data-direction="server-to-client"]')
    .filter({ hasText: 'echo' });
  await expect(echoed).toContainText('still here');
});

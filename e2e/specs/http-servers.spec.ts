import type { ChildProcess } from 'node:child_process';
import { expect, test } from '../pages/app-test.ts';
import { listeningEverything } from '../pages/listening-server.ts';

let server: ChildProcess | undefined;

test.afterEach(() => {
  server?.kill('SIGKILL');
});

async function everything(transport: 'streamableHttp' | 'sse'): Promise<string> {
  const listening = await listeningEverything(transport);
  server = listening.child;
  return listening.origin;
}

test('server-everything is used at its address: called, its HTTP shown, and gone when it ends', async ({
  main,
  open,
}) => {
  const origin = await everything('streamableHttp');
  await open();
  await main.connect(`${origin}/mcp`, 'far');
  await expect(main.tab('far')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  const { page } = main;
  await page.getByRole('button', { name: /^HTTP, session/ }).click();
  await expect(page.getByRole('dialog')).toContainText('open');
  await page.keyboard.press('Escape');

  await main.callTool('echo', { message: 'hello far' });
  const echoed = main
    .rows('[data-outcome="ok"][data-direction="server-to-client"]')
    .filter({ hasText: 'hello far' });
  await echoed.click();
  await main.inspector.getByRole('tab', { name: 'HTTP' }).click();
  await expect(main.inspector).toContainText('text/event-stream');
  await expect(main.inspector).toContainText('sid-1');
  await expect(main.inspector.getByRole('region', { name: 'Timing' })).toContainText('First byte');

  await main.log.focus();
  await page.keyboard.press('w');
  const editor = page.getByRole('dialog', { name: 'Write a raw HTTP request' });
  await editor.getByRole('combobox', { name: 'Method' }).fill('PUT');
  await expect(editor.getByRole('textbox', { name: 'Headers' })).toHaveValue(/Mcp-Session-Id: sid-1/);
  await editor.getByRole('button', { name: /^Send as it is/ }).click();
  await expect(editor.getByRole('region', { name: 'What came back' })).toContainText('404 Not Found');
  await page.keyboard.press('Escape');

  server?.kill('SIGKILL');
  await main.callTool('echo', { message: 'nobody' });
  const lost = main.rows('[data-tier="transport"]').filter({ hasText: 'tools/call' });
  await expect(lost).toContainText('network');
  await lost.click();
  await main.inspector.getByRole('tab', { name: 'Explain' }).click();
  await expect(
    main.inspector.getByRole('region', { name: 'What official clients make of it' }),
  ).toContainText('ECONNREFUSED');
});

test('server-everything is called over HTTP+SSE, found behind a refused POST', async ({ main, open }) => {
  const origin = await everything('sse');
  await open();
  await main.connect(`${origin}/sse`, 'old');
  await expect(main.tab('old')).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  const { page } = main;
  await page.getByRole('button', { name: /^HTTP\+SSE/ }).click();
  await expect(page.getByRole('list', { name: 'Tried' })).toContainText('POST initialize: 404');
  await page.keyboard.press('Escape');
  await main.callTool('echo', { message: 'hello old' });
  await expect(
    main.rows('[data-outcome="ok"][data-direction="server-to-client"]').filter({ hasText: 'hello old' }),
  ).toBeVisible();
});

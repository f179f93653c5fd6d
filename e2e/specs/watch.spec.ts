import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';

/** Four starts take a while on a busy machine. */
test.describe.configure({ timeout: 150_000 });

/** A small server whose one tool reports its version, in a text that a test can change. */
function source(version: string): string {
  return `
import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const say = (member) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...member }));
  const serverInfo = { name: 'edited', version: '1' };
  if (method === 'initialize') say({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  else if (method === 'tools/list') say({ result: { tools: ['version', 'only-${version}'].map((name) => ({ name, inputSchema: { type: 'object' } })) } });
  else if (method === 'tools/call') say({ result: { content: [{ type: 'text', text: '${version} ' + params.arguments.of }] } });
  else say({ error: { code: -32601, message: 'Method not found' } });
});
`;
}

let folder: string;
/** Replaces a file as editors do: a watcher never meets half of it. */
async function save(file: string, text: string): Promise<void> {
  const written = join(folder, 'written');
  await writeFile(written, text);
  await rename(written, file);
}
test.beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-watch-')));
  await mkdir(join(folder, 'src'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test('an edited server is restarted in the same log, and the last call is made again', {
  tag: '@core',
}, async ({ start, main }) => {
  const file = join(folder, 'src', 'server.mjs');
  await writeFile(file, source('first'));
  const options = ['--label', 'edited', '--cwd', folder, '--watch', 'src', '--repeat-last-call'];
  const app = await start('connect', ...options, '--', process.execPath, 'src/server.mjs');
  await main.open(app);
  const tab = main.tab('edited');
  await expect(tab).toHaveAttribute('data-session-state', 'ready', { timeout: 30_000 });
  // The word is seen at any width.
  const chip = main.page.getByRole('button', { name: 'watching src' });
  await expect(chip).toHaveText('watching', { useInnerText: true });
  await main.call('version', { of: 'the tool' });
  const answers = main.rows('[data-direction="server-to-client"]').filter({ hasText: 'the tool' });
  await expect(answers).toHaveText([/first the tool/]);

  await save(file, source('second'));
  await expect(answers).toHaveText([/first the tool/, /second the tool/], { timeout: 30_000 });
  await expect(main.rows('[data-kind="mark"]')).toHaveText([/restarted: src\/server\.mjs changed/]);
  await expect(main.rows('[data-kind="process"]').filter({ hasText: 'start' })).toHaveCount(2);
  expect(await main.count('transport')).toBe(0);
  const tools = main.page.getByRole('navigation', { name: 'Tools' });
  await expect(tools).toContainText('added only-second; removed only-first.');

  await test.step('a broken edit fails visibly, and the next one fixes it', async () => {
    await save(file, 'const = nothing');
    // Each restart switches to the problems once; the banner of a failed one is above the log too.
    const problems = main.page.getByRole('tab', { name: /^Problems/ });
    await expect(problems).toHaveAttribute('aria-selected', 'true', { timeout: 30_000 });
    await expect(tab).toHaveAttribute('data-session-state', 'failed');
    const log = main.page.getByRole('tab', { name: 'Log', exact: true });
    await log.click();
    await expect(main.log).toHaveAttribute('data-following', 'true');

    await save(file, source('third'));
    // What was resolved since the broken run is shown first.
    await expect(problems).toHaveAttribute('aria-selected', 'true', { timeout: 30_000 });
    await expect(main.page.getByText(/^The server was restarted: these are its problems/)).toBeVisible();
    await log.click();
    await expect(answers.last()).toContainText('third the tool');
    await expect(main.rows('[aria-selected="true"]')).toContainText('third the tool');
    await expect(main.log).toHaveAttribute('data-following', 'true');
    await expect(tab).toHaveAttribute('data-session-state', 'ready');
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { PROGRAM } from '../pages/run-program.ts';
import { sdkClient } from '../pages/sdk-client.ts';
import { packagedWords } from '../servers/server-paths.ts';

const EVERYTHING = packagedWords('@modelcontextprotocol/server-everything', 'stdio');

/** How a user's file describes the client of `sdkClient`: a host that passes on only an error's message. */
const ACME = {
  hosts: [
    {
      ...{ id: 'acme', name: 'Acme' },
      clients: [{ name: 'agent', ownVersion: true, source: 'acme/acme#1', asOf: '2026-11' }],
    },
  ],
  rows: [
    {
      ...{ host: 'acme', when: { answer: 'protocol-error', method: 'resources/read' } },
      gets: [{ part: 'words', text: 'MCP failed: ' }, { part: 'message' }],
      ...{ evidence: 'measured', source: 'acme/acme#1', asOf: '2026-11-01' },
    },
  ],
};

test('a tapped session is seen through the host that its client says it is, by rows of your own', async ({
  open,
  main,
}) => {
  const app = await open();
  const folder = join(app.dataFolder, 'hosts');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'acme.json'), JSON.stringify(ACME));
  await writeFile(join(folder, 'wrong.json'), '{"rows":[{"host":"nobody"}]}');
  const { page, inspector } = main;
  const tap = [PROGRAM, 'tap', '--data', app.dataFolder, '--label', 'tapped server', '--', ...EVERYTHING];
  const client = await sdkClient([process.execPath, ...tap]);
  await main.tab('tapped server').click();
  await client.readResource({ uri: 'nowhere://x' }).catch(() => undefined);
  await main.rows('[data-tier="protocol"]').first().click();

  await page.getByRole('button', { name: /^Host:/ }).click();
  await expect(page.getByRole('region', { name: 'Rows of your own' })).toContainText('1 row');
  await expect(page.getByRole('alert').first()).toContainText('wrong.json: At rows[0]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Host: Acme 1' })).toBeVisible();
  await expect(inspector.getByRole('region', { name: "In the model's context" })).toContainText(
    'Acme 1 passes on the message, but not the code.',
  );
  await main.inspectorTab("Model's view").click();
  const got = inspector.getByRole('region', { name: /^What the model gets in Acme 1, as the client says/ });
  await expect(got).toContainText('MCP failed: ');
  await expect(inspector.locator('del')).toContainText(['-32602']);
  await expect(inspector.getByRole('region', { name: 'Source' })).toContainText('Acme, measured 2026-11-01');
  await client.close();
});

test('a result above a limit of the host says so at the call, in the lens and in statistics', async ({
  open,
  main,
}) => {
  const app = await open();
  const folder = join(app.dataFolder, 'hosts');
  await mkdir(folder, { recursive: true });
  const [acme] = ACME.hosts;
  const source = { evidence: 'documented', source: 'acme/acme#2', asOf: '2026-11-02' };
  const limit = { most: 200, unit: 'characters', beyond: 'file', words: 'Saved to {file}.', ...source };
  const row = { host: 'acme', when: { answer: 'success' }, gets: [{ part: 'content' }], ...source };
  const file = { hosts: [{ ...acme, limits: [limit] }], rows: [row] };
  await writeFile(join(folder, 'acme.json'), JSON.stringify(file));
  const { page, inspector } = main;
  const tap = [PROGRAM, 'tap', '--data', app.dataFolder, '--label', 'large', '--', ...EVERYTHING];
  const client = await sdkClient([process.execPath, ...tap]);
  await main.tab('large').click();
  await client.callTool({ name: 'echo', arguments: { message: 'x'.repeat(300) } });
  await client.callTool({ name: 'echo', arguments: { message: 'short' } });
  await client.close();
  await page.getByRole('button', { name: /^Host:/ }).click();
  await expect(page.getByRole('region', { name: 'Rows of your own' })).toContainText('1 row');
  await page.keyboard.press('Escape');
  await main.rows().filter({ hasText: 'xxxx' }).last().click();
  await expect(inspector.getByRole('region', { name: 'Finding L05' })).toContainText(
    'Acme takes at most 200 characters of a result by default',
  );
  await main.inspectorTab("Model's view").click();
  const got = inspector.getByRole('region', { name: /^What the model gets in Acme 1/ });
  await expect(got).toContainText('Saved to {file}.');
  await page.getByRole('tab', { name: 'Statistics' }).click();
  const table = page.getByRole('table', { name: 'Calls by tool and method' });
  await expect(table.getByRole('columnheader', { name: 'Fits Acme' })).toBeVisible();
  await expect(table.getByRole('row', { name: /^echo/ })).toContainText('1 too large');
});

test('a host is chosen for a server, and remembered', { tag: '@core' }, async ({ open, main }) => {
  await open();
  await expect.poll(() => main.count('tool')).toBeGreaterThan(0);
  const { page, inspector } = main;
  await main.rows('[data-tier="tool"]').first().click();
  await main.inspectorTab("Model's view").click();
  await expect(inspector).toContainText('Clients SHOULD give a tool error to the model');
  await page.getByRole('button', { name: 'Host: any host' }).click();
  await page.getByLabel('Host', { exact: true }).selectOption({ label: 'Claude Code' });
  await page.getByLabel('Version').fill('2.1.250');
  await page.keyboard.press('Escape');
  const got = inspector.getByRole('region', { name: /^What the model gets in Claude Code 2\.1\.250/ });
  await expect(got).toContainText('Error: No city is named "Olso".');
  const lost = inspector.getByRole('region', { name: 'What does not arrive' });
  await expect(lost.locator('del')).toContainText('{"error":{"code":-32001');
  await inspector.getByRole('button', { name: 'All hosts' }).click();
  await expect(inspector.getByRole('table').getByRole('row', { name: /^Claude Code/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Host: Claude Code 2.1.250' })).toBeVisible();
});

test('a survey that an agent took without reporting is measured from its pasted answer', async ({
  open,
  main,
}) => {
  const app = await open();
  const { page } = main;
  const lab = [process.execPath, PROGRAM, 'lab', '--survey', '--data', app.dataFolder];
  const tap = [PROGRAM, 'tap', '--data', app.dataFolder, '--label', 'survey', '--', ...lab];
  const client = await sdkClient([process.execPath, ...tap]);
  await main.tab('survey').click();
  const answer = await client.callTool({ name: 'survey-tool-error-text' });
  await client.close();
  await page.getByRole('button', { name: /^Host:/ }).click();
  await page.getByLabel("The agent's answer").fill(`It said: ${JSON.stringify(answer.content)}`);
  await page.getByRole('button', { name: 'Measure the host' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Understood' })).toContainText(
    'Saved 1 row for agent 1',
  );
  await expect(page.getByRole('region', { name: 'Rows of your own' })).toContainText('1 row');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Host: agent 1' })).toBeVisible();
});

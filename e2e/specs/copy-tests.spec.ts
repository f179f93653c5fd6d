import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../pages/app-test.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url);

test('a session is copied as tests, and the suite that is saved holds on its server', async ({
  openLab,
  main,
  page,
}) => {
  const app = await openLab();
  await main.labReady();
  for (const tool of ['custom-code', 'tool-error-thrown']) {
    await main.callTool(tool);
    await main.callSettled(tool);
  }
  await page.getByRole('button', { name: 'More to do with the session' }).click();
  await page.getByRole('menuitem', { name: 'Copy as tests…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy as tests' });
  const file = dialog.getByRole('region', { name: 'The file' });
  await expect(file).toContainText('tools/call tool-error-thrown ends in a tool error');
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('Suite file');
  await expect(file).toContainText('"tool": "custom-code"');
  await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
  await expect(dialog).toBeHidden();

  const exports = join(app.dataFolder, 'exports');
  const suites = (await readdir(exports)).filter((file) => file.endsWith('.suite.json'));
  expect(suites).toHaveLength(1);
  const [name = ''] = suites;
  const lab = [process.execPath, 'dist/main/error-lab.js'];
  const args = ['main/bin/tierscope.js', 'probe', '--suite', join(exports, name), '--format', 'json'];
  const { stdout } = await run(process.execPath, [...args, '--data', app.dataFolder, '--', ...lab], {
    cwd: root,
  });
  const { counts } = JSON.parse(stdout);
  expect(counts).toMatchObject({ failed: 0, inconclusive: 0 });
  expect(counts.passed).toBeGreaterThan(2);
});

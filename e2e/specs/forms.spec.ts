import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { violations, violationsInBothThemes } from '../pages/axe.ts';
import { packagedServer } from '../servers/server-paths.ts';

test('a form made from the schema and the JSON beside it edit one value', { tag: '@core' }, async ({
  openShared,
  main,
}) => {
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  await main.chooseTool('get-sum');
  const form = main.page.getByRole('form', { name: 'Call get-sum' });
  await form.getByLabel('a', { exact: true }).fill('2');
  await form.getByLabel('b', { exact: true }).fill('forty');
  await expect(form.getByText('expected number, received string')).toBeVisible();

  await form.getByRole('button', { name: 'JSON', exact: true }).click();
  const json = form.getByLabel('Arguments (JSON)');
  expect(JSON.parse(await json.inputValue())).toEqual({ a: 2, b: 'forty' });
  await json.fill('{"a": 2, "b": 40, "unknown": [true]');
  await form.getByRole('button', { name: 'Form', exact: true }).click();
  await expect(form.getByLabel('b', { exact: true })).toBeDisabled();
  await expect(form.getByLabel('b', { exact: true })).toHaveValue('forty');
  await expect(form.getByRole('button', { name: 'Call', exact: true })).toBeDisabled();

  await form.getByRole('button', { name: 'JSON', exact: true }).click();
  await json.fill('{"a": 2, "b": 40, "unknown": [true]}');
  await form.getByRole('button', { name: 'Form', exact: true }).click();
  await form.getByLabel('a', { exact: true }).fill('3');
  await form.getByLabel('a', { exact: true }).press('Enter');
  await main.callSettled('get-sum');
  const answer = main.rows('[data-outcome="ok"][data-direction="server-to-client"]');
  await expect(answer.filter({ hasText: 'get-sum' })).toContainText('43');
  await form.getByRole('button', { name: 'JSON', exact: true }).click();
  expect(JSON.parse(await json.inputValue())).toEqual({ a: 3, b: 40, unknown: [true] });
});

test('earlier, saved and logged calls are loaded to be edited and re-run', async ({ openShared, main }) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-files-')));
  const path = join(folder, 'here.txt');
  await writeFile(path, 'the content of the file');
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-filesystem', folder), 'files');
  await main.chooseTool('read_text_file');
  const form = main.page.getByRole('form', { name: 'Call read_text_file' });
  const pathField = form.getByLabel('path', { exact: true });
  await pathField.fill(join(folder, 'missing.txt'));
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await expect.poll(() => main.count('tool')).toBe(1);
  await pathField.fill(path);
  await form.getByLabel('head', { exact: true }).fill('1');
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(main.inspector).toContainText('the content of the file');

  await form.getByText('Saved and earlier calls').click();
  const earlier = form.getByRole('list', { name: 'Earlier calls of read_text_file' });
  await expect(earlier.getByRole('button')).toHaveCount(2);
  await form.getByLabel('Name for this call').fill('first line');
  await form.getByRole('button', { name: 'Save' }).click();
  expect(await violations(main.page)).toEqual([]);
  await earlier.getByRole('button').filter({ hasText: 'missing.txt' }).click();
  await expect(pathField).toHaveValue(join(folder, 'missing.txt'));
  await expect(form.getByLabel('head', { exact: true })).toHaveValue('');

  const saved = form.getByRole('button', { name: /^first line/ });
  await form.getByRole('button', { name: 'Delete first line' }).click();
  await expect(saved).toHaveCount(0);
  await form.getByRole('button', { name: 'Undo' }).click();
  await saved.click();
  await expect(pathField).toHaveValue(path);

  await main.chooseTool('list_directory');
  await main.rows('[data-tier="tool"]').click();
  await main.page.keyboard.press('r');
  await expect(pathField).toHaveValue(join(folder, 'missing.txt'));
  await rm(folder, { recursive: true });
});

test('a form with lists and groups has no accessibility violation in either theme', async ({
  openShared,
  main,
}) => {
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-filesystem', tmpdir()), 'files');
  await main.chooseTool('edit_file');
  const form = main.page.getByRole('form', { name: 'Call edit_file' });
  await form.getByRole('button', { name: 'Add to edits' }).click();
  await form.getByRole('button', { name: 'Add to edits' }).click();
  await form.getByLabel('oldText', { exact: true }).first().fill('one');
  await form.getByRole('button', { name: 'Move edits 1 down' }).click();
  await expect(form.getByLabel('oldText', { exact: true }).last()).toHaveValue('one');
  await form.getByRole('button', { name: 'Leave out path' }).click();
  await expect(form.getByText('is required')).toBeVisible();
  expect(await violationsInBothThemes(main.page)).toEqual([]);
  await form.getByRole('button', { name: 'JSON', exact: true }).click();
  await expect(form.getByLabel('Arguments (JSON)')).not.toHaveValue(/"path"/);
  expect(await violationsInBothThemes(main.page), 'JSON').toEqual([]);
});

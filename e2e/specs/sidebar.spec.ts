import { fileURLToPath } from 'node:url';
import { expect, test } from '../pages/app-test.ts';
import { violations, violationsInBothThemes } from '../pages/axe.ts';
import type { Screen } from '../pages/screen.ts';
import { SidebarPage } from '../pages/sidebar.ts';
import { scriptedServer } from '../servers/server-paths.ts';

test.describe.configure({ timeout: 150_000 });

const library = scriptedServer('library');
const recording = fileURLToPath(
  new URL('../corpus/typescript-sdk-v1-everything.tierscope.jsonl', import.meta.url),
);

/** Connects to the library server, which has a list of every kind. */
async function librarySidebar(main: Screen): Promise<SidebarPage> {
  await main.connect(library, 'library');
  await main.showFrames();
  return new SidebarPage(main.page);
}

test('lists come whole in their pages, a torn page keeps what came, and a changed list says what is new', {
  tag: '@core',
}, async ({ openShared, main }) => {
  await openShared();
  const sidebar = await librarySidebar(main);
  await expect(sidebar.root.getByText('In 3 pages.')).toBeVisible();
  expect(await sidebar.items('All tools')).toHaveLength(3);

  await sidebar.show('Prompts');
  await expect(sidebar.root.getByRole('alert')).toContainText('Page 2: MCP error -32603: the index is torn');
  await expect(sidebar.root.getByRole('alert')).toContainText('1 prompts of the pages before are kept');
  await expect(sidebar.item('review')).toBeVisible();

  await sidebar.show('Resources');
  await expect(sidebar.item('two')).toBeVisible();
  await sidebar.call('add_book');
  const tab = sidebar.root.getByRole('tab', { name: 'Resources' });
  await expect(tab.getByRole('img', { name: /changed its resources/ })).toBeVisible();
  await tab.click();
  await expect(sidebar.root.getByText('read again: added book://3.')).toBeVisible();
  await expect(sidebar.item('3')).toBeVisible();
  expect(await violations(main.page)).toEqual([]);
  await sidebar.root.getByRole('button', { name: 'Dismiss the news about resources' }).click();
  await expect(tab.getByRole('img')).toHaveCount(0);
});

test('a resource is read with a click, followed while it changes, and a template is completed as one types', async ({
  openShared,
  main,
}) => {
  await openShared();
  const sidebar = await librarySidebar(main);
  await sidebar.show('Resources');
  await sidebar.item('one').click();
  const answers = main.rows('[data-direction="server-to-client"][data-outcome="ok"]');
  const reads = answers.filter({ hasText: 'book://one' }).filter({ hasText: 'resources/read' });
  await expect(reads).toHaveCount(1);
  const form = sidebar.form('Read one');
  await form.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await form.getByLabel('Read again at each update').check();
  await sidebar.call('touch');
  await sidebar.show('Resources');
  await expect(form.getByText('1 update', { exact: true })).toBeVisible();
  await expect(reads).toHaveCount(2);
  await form.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(form.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();

  await sidebar.item('shelf').click();
  const template = sidebar.form('Read shelf');
  const shelf = template.getByRole('combobox', { name: 'shelf', exact: true });
  await shelf.pressSequentially('no');
  const values = template.getByRole('listbox', { name: 'Values for shelf' });
  await expect(values.getByRole('option')).toHaveText(['north']);
  await expect(template.getByText('1 value of 41; type on to narrow them down')).toBeVisible();
  expect(await violations(main.page)).toEqual([]);
  await shelf.press('ArrowDown');
  await shelf.press('Enter');
  await expect(shelf).toHaveValue('north');
  await template.getByRole('combobox', { name: 'path', exact: true }).fill('a/b c');
  await expect(template.getByText('shelf://north/a/b%20c')).toBeVisible();
  await template.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(answers.filter({ hasText: 'shelf://north/a/b%20c' })).toHaveCount(1);
});

test('a running call is cancelled from the strip, which shows that the answer came anyway', async ({
  openShared,
  main,
}) => {
  await openShared();
  const sidebar = await librarySidebar(main);
  await main.callTool('slow');
  await sidebar.running.getByRole('button', { name: 'Cancel tools/call slow' }).click();
  await expect(sidebar.running).toContainText('Cancelled, and answered anyway', {
    timeout: 20_000,
  });
  await sidebar.running.getByRole('button', { name: 'Show' }).click();
  await expect(main.rows('[data-outcome="late"][aria-selected="true"]')).toHaveCount(1);

  const form = sidebar.form('Call slow');
  await expect(form.getByText('60 s (session)')).toBeVisible();
  await form.getByText('Limits').click();
  await form.getByLabel('time-out', { exact: true }).fill('none');
  await expect(form.getByText('The time-out is a whole number')).toBeVisible();
  await form.getByLabel('time-out', { exact: true }).fill('100');
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(main.rows('[data-kind="client"]').filter({ hasText: 'timed out after 100 ms' })).toHaveCount(
    1,
  );
});

test('any logged request is loaded to be edited and re-run, and any method can be sent', async ({
  openShared,
  main,
}) => {
  await openShared();
  const sidebar = await librarySidebar(main);
  await sidebar.root.getByLabel('Log level').selectOption('warning');
  await main.showFrames();
  const setLevel = main.rows('[data-direction="client-to-server"]').filter({ hasText: 'logging/setLevel' });
  await setLevel.click();
  await main.page.keyboard.press('r');
  const form = sidebar.form('Send a request');
  await expect(form.getByLabel('Method')).toHaveValue('logging/setLevel');
  await form.getByLabel('Arguments (JSON)').fill('{"level": "debug"}');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(setLevel).toHaveCount(2);
  await form.getByLabel('Method').fill('no/such');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(main.rows('[data-tier="protocol"][data-code="-32601"]')).toContainText('no/such');

  await sidebar.show('Resources');
  await sidebar.item('one').click();
  const read = main.rows('[data-direction="client-to-server"]').filter({ hasText: 'resources/read' });
  await expect(read).toHaveCount(1);
  await sidebar.show('Tools');
  await read.click();
  await main.page.keyboard.press('r');
  await sidebar.form('Read one').getByLabel('uri', { exact: true }).fill('book://elsewhere');
  await sidebar.form('Read one').getByRole('button', { name: 'Read', exact: true }).click();
  await expect(read).toHaveCount(2);
  await expect(read.last()).toContainText('book://elsewhere');
});

test('a recording shows what was listed and says why nothing can be sent', async ({ start, main }) => {
  const sidebar = new SidebarPage(main.page);
  const app = await start('open', recording);
  await main.open(app);
  await expect(sidebar.item('echo')).toBeVisible();
  // A narrow window has no room for the sidebar, nor keys for its content; it returns when there is room.
  await main.page.setViewportSize({ width: 700, height: 700 });
  await expect(sidebar.item('echo')).not.toBeVisible();
  await main.page.keyboard.press('F6');
  await main.page.keyboard.press('F6');
  await expect(main.page.locator('#center :focus')).toBeVisible();
  // At a zoom of 200 % the panes share what room there is.
  await main.page.setViewportSize({ width: 640, height: 400 });
  const inspector = main.page.getByRole('complementary', { name: 'Inspector' });
  await expect.poll(async () => (await inspector.boundingBox())?.width).toBeLessThanOrEqual(320);
  await expect(main.page.getByRole('tab', { name: 'Health' })).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await main.log.boundingBox())?.height).toBeGreaterThan(90);
  await main.page.keyboard.press('T');
  await expect(sidebar.item('echo')).toBeInViewport({ ratio: 1 });
  await expect(inspector).toBeInViewport({ ratio: 0.9 });
  await main.page.setViewportSize({ width: 1024, height: 700 });
  await sidebar.item('echo').click();
  const form = sidebar.form('Call echo');
  await expect(form.getByText('This is a recording: there is no server to call.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Call', exact: true })).toBeDisabled();
  await sidebar.show('Resources');
  await expect(sidebar.root.getByText('This recording holds no list of resources.')).toBeVisible();
  await expect(sidebar.root.getByRole('button', { name: 'Refresh resources' })).toBeDisabled();
  for (const page of ['Resources', 'Prompts', 'Tasks', 'Request'] as const) {
    await sidebar.show(page);
    expect(await violationsInBothThemes(main.page), page).toEqual([]);
  }
});

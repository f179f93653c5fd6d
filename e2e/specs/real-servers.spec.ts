import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { SidebarPage } from '../pages/sidebar.ts';
import { packagedServer, scriptedServer } from '../servers/server-paths.ts';

test('server-everything connects, lists, calls, and fails at the tiers it should', { tag: '@core' }, async ({
  openShared,
  main,
}) => {
  await openShared();
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

test('server-filesystem reads a file, and a missing one is a tool error', async ({ openShared, main }) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-files-')));
  await writeFile(join(folder, 'here.txt'), 'the content of the file');
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-filesystem', folder), 'files');
  await main.call('read_text_file', { path: join(folder, 'here.txt') });
  await expect(main.inspector).toContainText('the content of the file');

  await main.call('read_text_file', { path: join(folder, 'missing.txt') });
  const missing = main.rows('[data-tier="tool"]');
  await expect(missing).toContainText('ENOENT');
  await expect(main.amberPanel).toContainText('no such file or directory');
  await expect.poll(() => main.count('tool')).toBe(1);
  await rm(folder, { recursive: true });
});

test('a crash mid-call leaves the other session alive', { tag: '@core' }, async ({ open, main }) => {
  await open();
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

/** Arguments for tools whose form defaults would use the network or take long. */
const GIVEN: { readonly [tool: string]: object } = {
  echo: { message: 'hello' },
  'gzip-file-as-resource': { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resourceLink' },
  'trigger-long-running-operation': { duration: 1, steps: 2 },
  'trigger-sampling-request': { prompt: 'Say hello', maxTokens: 10 },
  'trigger-sampling-request-async': { prompt: 'Say hello', maxTokens: 10 },
};

test('every tool of server-everything answers, and one runs as a task to its result', async ({
  openShared,
  main,
}) => {
  test.setTimeout(240_000);
  const sidebar = new SidebarPage(main.page);
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  const session = (await main.tab('everything').getAttribute('data-session')) ?? '';
  const message = { model: 'hand', role: 'assistant', content: { type: 'text', text: 'hello' } };
  const answers = {
    sampling: { kind: 'canned', result: message },
    elicitation: { kind: 'canned', result: { action: 'decline' } },
  } as const;
  await sendCommand(main.page, 'configure', { session, settings: { answers } });
  await expect(sidebar.item('echo')).toBeVisible();
  const tools = (await sidebar.items('All tools')).map((text) => text.split('\n')[0] ?? '');
  expect(tools.length).toBeGreaterThan(14);
  for (const tool of tools.filter((name) => name !== 'simulate-research-query')) {
    await main.call(tool, GIVEN[tool]);
  }
  const called = main.page.getByRole('region', { name: 'All tools' }).getByTitle('1 call');
  await expect(called).toHaveCount(tools.length - 1);
  await expect.poll(() => main.count('transport')).toBe(0);

  await main.chooseTool('simulate-research-query');
  const form = sidebar.form('Call simulate-research-query');
  await form.getByLabel('topic', { exact: true }).fill('tiers');
  await expect(form.getByLabel(/Run as a task/)).toBeChecked();
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  const task = sidebar.root.getByRole('region', { name: /^Task / });
  await expect(task.getByText('completed')).toBeVisible({ timeout: 30_000 });
  await task.getByRole('button', { name: 'Result' }).click();
  await expect(main.inspector).toContainText('Research Report: tiers');
});

test('every resource, template and prompt of server-everything is got, with completions and progress', async ({
  openShared,
  main,
}) => {
  test.setTimeout(240_000);
  const sidebar = new SidebarPage(main.page);
  await openShared();
  await main.connect(packagedServer('@modelcontextprotocol/server-everything', 'stdio'), 'everything');
  await main.showFrames();
  const answers = (method: string) =>
    main.rows('[data-direction="server-to-client"][data-outcome="ok"]').filter({ hasText: method });
  await sidebar.show('Resources');
  await expect(sidebar.item('architecture.md')).toBeVisible();
  const resources = await sidebar.items('Resources');
  for (const name of resources) await sidebar.item(name).click();
  await expect(answers('resources/read')).toHaveCount(resources.length);
  for (const kind of ['Text', 'Blob']) {
    await sidebar.item(`Dynamic ${kind} Resource`).click();
    const form = sidebar.form(`Read Dynamic ${kind} Resource`);
    await form.getByRole('combobox', { name: 'resourceId' }).pressSequentially('7');
    await form.getByRole('option', { name: '7' }).click();
    await form.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(answers(`demo://resource/dynamic/${kind.toLowerCase()}/7`)).toHaveCount(1);
  }

  await sidebar.show('Prompts');
  const got = async (name: string, args: { readonly [argument: string]: string }) => {
    await sidebar.item(name).click();
    const form = sidebar.form(`Get ${name}`);
    for (const [argument, value] of Object.entries(args)) {
      await form.getByLabel(argument, { exact: true }).fill(value);
    }
    await form.getByRole('button', { name: 'Get', exact: true }).click();
    await expect(answers('prompts/get').filter({ hasText: name })).toHaveCount(1);
  };
  await got('simple-prompt', {});
  await got('args-prompt', { city: 'Graz', state: '' });
  await got('resource-prompt', { resourceType: 'Text', resourceId: '1' });
  await sidebar.item('completable-prompt').click();
  const form = sidebar.form('Get completable-prompt');
  await form.getByRole('combobox', { name: 'department' }).press('ArrowDown');
  await form.getByRole('option', { name: 'Sales' }).click();
  await form.getByRole('combobox', { name: 'name', exact: true }).press('ArrowDown');
  const names = form.getByRole('listbox', { name: 'Values for name' });
  await expect(names.getByRole('option')).toHaveText(['David', 'Eve', 'Frank']);
  await form.getByRole('option', { name: 'Eve' }).click();
  await form.getByRole('button', { name: 'Get', exact: true }).click();
  await expect(main.inspector).toContainText('completable-prompt');

  await sidebar.show('Tools');
  await main.chooseTool('trigger-long-running-operation');
  const call = sidebar.form('Call trigger-long-running-operation');
  await call.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(sidebar.running.getByRole('progressbar')).toHaveAttribute('value', '1', { timeout: 20_000 });
  await expect(sidebar.running).toContainText('1 of 5');
  await sidebar.running.getByRole('button', { name: /^Cancel/ }).click();
  await expect(main.rows('[data-kind="client"][data-outcome="cancelled"]')).toHaveCount(1);
  await sidebar.root.getByLabel('Log level').selectOption('error');
  await expect(answers('logging/setLevel')).toHaveCount(1);
});

const FAMILIES = [
  ['fastmcp', scriptedServer('recorded/fastmcp'), 'welcome'],
  ['mcp-ts-core', scriptedServer('recorded/mcp-ts-core'), ''],
  ['server 2.x', scriptedServer('recorded/server-v2'), 'welcome'],
] as const;

for (const [label, command, resource] of FAMILIES) {
  test(`the tools, resources and prompts of a server on ${label} are asked for`, async ({
    openShared,
    main,
  }) => {
    const sidebar = new SidebarPage(main.page);
    await openShared();
    await main.connect(command, 'notes');
    await main.showFrames();
    await main.call('add', { a: 2, b: 3 });
    await expect(main.inspector).toContainText('5');
    await sidebar.show('Resources');
    const read = main.rows('[data-direction="server-to-client"][data-outcome="ok"]').filter({
      hasText: 'note://welcome',
    });
    if (resource === '') {
      await sidebar.root.getByRole('list', { name: 'Templates' }).getByRole('button').first().click();
      await sidebar.root.getByLabel('id', { exact: true }).fill('welcome');
      await sidebar.root.getByRole('button', { name: 'Read', exact: true }).click();
    } else await sidebar.item(resource).click();
    await expect(read).toHaveCount(1);
    await sidebar.show('Prompts');
    await sidebar.item('greet').click();
    await sidebar.form('Get greet').getByLabel('name', { exact: true }).fill('Ada');
    await sidebar.form('Get greet').getByRole('button', { name: 'Get', exact: true }).click();
    const got = main.rows('[data-direction="server-to-client"][data-outcome="ok"]');
    await expect(got.filter({ hasText: 'prompts/get' })).toHaveCount(1);
  });
}

test('server-memory keeps entities that a form of lists and groups makes', async ({ openShared, main }) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tierscope-memory-')));
  const sidebar = new SidebarPage(main.page);
  await openShared();
  const memory = packagedServer('@modelcontextprotocol/server-memory');
  await main.connect(`env MEMORY_FILE_PATH=${join(folder, 'memory.jsonl')} ${memory}`, 'memory');
  await main.chooseTool('create_entities');
  const form = sidebar.form('Call create_entities');
  await form.getByRole('button', { name: 'Add to entities' }).click();
  await form.getByLabel('name', { exact: true }).fill('Ada');
  await form.getByLabel('entityType', { exact: true }).fill('person');
  await form.getByRole('button', { name: 'Add to observations' }).click();
  await form.getByLabel('observations 1', { exact: true }).fill('writes programs');
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await main.callSettled('create_entities');
  await main.call('read_graph');
  await expect(main.inspector).toContainText('writes programs');
  await rm(folder, { recursive: true });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import type { ToolInfo } from '../../app/contract/commands.ts';
import { resultsTable, type ScenarioResult, serverTable } from '../conformance/results-table.ts';
import { runScenario, runServerScenario } from '../conformance/run-scenario.ts';
import { SCENARIOS, type Scenario, SERVER_SCENARIOS } from '../conformance/scenarios.ts';
import { expect, test } from '../pages/app-test.ts';
import { PROGRAM } from '../pages/run-program.ts';
import type { Screen } from '../pages/screen.ts';
import { sendCommand } from '../pages/second-screen.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

test('the official conformance suite finds in a session what its document says', async ({
  openShared,
  main,
}) => {
  // Each scenario is the suite, a session and its server: half a minute, or many on a loaded machine.
  test.setTimeout(600_000);
  await openShared();
  const results: ScenarioResult[] = [];
  for (const scenario of SCENARIOS) {
    const checks = await runScenario(scenario, (command) => act(main, scenario, command));
    results.push({ scenario, checks });
  }
  const table = resultsTable(results);
  if (process.env.TIERSCOPE_WRITE_DOCS === '1') await writeTable(table);
  const document = await readFile(DOCUMENT, 'utf8');
  expect(document, table).toContain(table);
  const failed = results.flatMap(({ checks }) => checks.filter(({ status }) => status === 'FAILURE'));
  expect(failed).toEqual([]);
});

test('the official suite finds in the lab and in serve, over HTTP, what its document says', async () => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-conformance-'));
  const servers: { name: string; results: ScenarioResult[] }[] = [];
  for (const words of [['lab'], ['serve', '--data', folder]]) {
    const results: ScenarioResult[] = [];
    await withServer([...words, '--http'], async (url) => {
      for (const scenario of SERVER_SCENARIOS)
        results.push({ scenario, checks: await runServerScenario(scenario, url) });
    });
    servers.push({ name: `${words[0]} --http`, results });
  }
  await rm(folder, { recursive: true, force: true });
  const table = serverTable(servers);
  if (process.env.TIERSCOPE_WRITE_DOCS === '1') await writeTable(table);
  expect(await readFile(DOCUMENT, 'utf8'), table).toContain(table);
});

/** Runs a command that serves over HTTP while `use` needs its address. */
async function withServer(words: readonly string[], use: (url: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(server.stdout, 'data');
    await use(String(line).trim());
  } finally {
    server.kill();
  }
}

/** Plays the client in one session of the app as the scenario requires, then ends the session. */
async function act(main: Screen, scenario: Scenario, command: string): Promise<void> {
  const { page } = main;
  const label = `${scenario.name} ${scenario.revision}`;
  await main.connect(command, label);
  await expect(main.tab(label)).toHaveAttribute('data-session-state', 'ready');
  const session = (await main.tab(label).getAttribute('data-session')) ?? '';
  const schema = await listedSchema(page, session);
  const calls = (async () => {
    for (const { tool, arguments: given } of scenario.calls) {
      const args = tool === 'json_schema_echo' ? { schema } : given;
      await sendCommand(page, 'callTool', { session, name: tool, arguments: args });
    }
  })();
  for (let elicitation = 0; elicitation < scenario.elicitations; elicitation += 1)
    await acceptAsItBegins(page, elicitation);
  await calls;
  for (const request of scenario.requests ?? [])
    await sendCommand(page, 'sendRequest', { session, ...request });
  await sendCommand(page, 'close', { session });
}

/** The first listed tool's schema, as the window's sidebar and forms get it. */
async function listedSchema(page: Page, session: string): Promise<unknown> {
  const listed = await sendCommand(page, 'listAll', { session, what: 'tools' });
  const [first] = listed.ok ? listed.value.items : [];
  return (first as ToolInfo | undefined)?.inputSchema;
}

async function acceptAsItBegins(page: Page, elicitation: number): Promise<void> {
  const panel = page.getByRole('region', { name: 'Server requests', exact: true });
  if (elicitation === 0) {
    const banner = page.getByRole('region', { name: 'The server waits for an answer' });
    await banner.or(panel).first().waitFor();
    if (!(await panel.isVisible())) await banner.getByRole('button').first().click();
  }
  const form = panel.getByRole('form', { name: /^Answer elicitation\/create/ }).first();
  const name = (await form.getAttribute('aria-label')) ?? '';
  await form.getByRole('button', { name: 'Accept' }).click();
  await expect(panel.getByRole('form', { name, exact: true })).toBeHidden();
}

async function writeTable(table: string): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [head = ''] = table.split(' |', 1);
  const start = text.indexOf(head);
  const end = text.indexOf('\n\n', start);
  await writeFile(DOCUMENT, `${text.slice(0, start)}${table}${text.slice(end)}`);
}

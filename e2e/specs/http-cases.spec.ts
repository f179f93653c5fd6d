import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { ACTOR_LABELS, type Actor } from '../../app/protocol/actor.ts';
import {
  type CaseAddresses,
  CONNECTION_CASES,
  silentHost,
} from '../../main/checks/lab/testing/connection-cases.ts';
import { FINE_CASES } from '../../main/checks/lab/testing/fine-cases.ts';
import { MESSAGE_CASES } from '../../main/checks/lab/testing/message-cases.ts';
import { RawClient } from '../../main/checks/lab/testing/raw-client.ts';
import { REFUSAL_CASES } from '../../main/checks/lab/testing/refusal-cases.ts';
import { expect, test } from '../pages/app-test.ts';
import { listeningEverything } from '../pages/listening-server.ts';
import { ended, RunningProgram } from '../pages/run-program.ts';
import type { Screen } from '../pages/screen.ts';
import { sendCommand } from '../pages/second-screen.ts';

const ADDRESS = /https?:\/\/127\.0\.0\.1:\d+\S*/g;

let lab: RunningProgram;
let addresses: CaseAddresses;
let silent: Awaited<ReturnType<typeof silentHost>>;

test.beforeAll(async () => {
  silent = await silentHost();
  lab = new RunningProgram(['lab', '--http']);
  const said = () => (lab.stdout + lab.stderr).match(ADDRESS) ?? [];
  await expect.poll(() => said().length).toBe(4);
  const [plain = '', selfSigned = '', expired = '', other = ''] = said();
  addresses = { plain, 'self-signed': selfSigned, expired, 'other-name': other, silent: silent.address };
});
test.afterAll(async () => {
  silent.end();
  await ended(lab.child, 'SIGTERM');
});

/** The last row like this of any open session, whose tab is then shown. */
async function shownRow(main: Screen, selector: string, text: string | RegExp): Promise<Locator> {
  const row = main.rows(selector).filter({ hasText: text }).last();
  const tabs = main.page.getByRole('tab').and(main.page.locator('[data-session]'));
  await expect(async () => {
    for (const tab of await tabs.all()) {
      await tab.click();
      if (await row.isVisible()) return;
    }
    await expect(row).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000 });
  return row;
}

/** Selects a row, and expects this sentence and whom it names to act. */
async function explained(main: Screen, row: Locator, says: string | RegExp, actor: string): Promise<void> {
  await row.click();
  await main.inspectorTab('Explain').click();
  const sentence = typeof says === 'string' ? says : new RegExp(says.source.replaceAll(/^\^|\$$/g, ''));
  await expect(main.inspector).toContainText(sentence);
  const label = ACTOR_LABELS[actor as Actor];
  await expect(main.inspector.getByRole('region', { name: 'What to change' })).toContainText(`${label}:`);
}

test('each case that the lab provokes has its row and its explanation', async ({ open, main }) => {
  test.setTimeout(300_000);
  const app = await open();
  const tap = new RunningProgram(['tap', '--url', addresses.plain, '--data', app.dataFolder]);
  await expect.poll(() => tap.stdout).toMatch(ADDRESS);
  const at = (path: string) => tap.stdout.trim().replace(/\/mcp$/, path);
  for (const [number, { at: path, drive, is, says }] of Object.entries({
    ...REFUSAL_CASES,
    ...MESSAGE_CASES,
  }))
    await test.step(`case ${number}`, async () => {
      await main.closeSessions();
      await drive(new RawClient(at(path), `case-${number}`));
      const [tier, where, status, code, actor] = is;
      const selector = `[data-tier="${tier}"]${code === null ? '' : `[data-code="${code}"]`}`;
      const row = await shownRow(main, selector, where === '' ? '' : where);
      if (status !== 200 || tier === 'transport') await expect(row).toContainText(String(status));
      await explained(main, row, says, actor);
    });
  for (const [number, { at: path, drive, shows }] of Object.entries(FINE_CASES))
    await test.step(`case ${number}`, async () => {
      await main.closeSessions();
      await drive(new RawClient(at(path), `case-${number}`));
      await shownRow(main, '', shows);
      await expect(main.rows('[data-tier="transport"], [data-tier="protocol"]')).toHaveCount(0);
    });
  await ended(tap.child, 'SIGTERM');
});

test('each connection that fails has its row and its explanation', async ({ open, main }) => {
  test.setTimeout(300_000);
  const app = await open();
  const caFile = join(app.dataFolder, 'lab-ca.pem');
  await writeFile(caFile, await (await fetch(addresses.plain.replace(/mcp$/, 'ca.pem'))).text());
  for (const [number, { address, where, codes, says, actor }] of Object.entries(CONNECTION_CASES))
    await test.step(`case ${number}`, async () => {
      await main.closeSessions();
      const commandLine = address(addresses);
      await sendCommand(main.page, 'connect', { commandLine, label: number, settings: { caFile } });
      if (number === '9') await main.callTool('ok-text');
      const name = new RegExp(`(?:${codes}) · ${where}`);
      const row = await shownRow(main, '[data-tier="transport"]', name);
      await explained(main, row, says, actor);
    });
});

// The gate of the lab refuses foreign origins, so a server without one stands in its place.
test('case 29: a server that serves the page of another origin gets H09', async ({ start, main }) => {
  const server = await listeningEverything('streamableHttp');
  const header = ['--header', 'Origin: https://evil.example'];
  await main.open(await start('connect', '--url', `${server.origin}/mcp`, ...header));
  await shownRow(main, '', 'H09');
  await expect(main.rows('[data-tier="transport"], [data-tier="protocol"]')).toHaveCount(0);
  await ended(server.child, 'SIGKILL');
});

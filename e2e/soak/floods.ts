import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright';
import { NOT_TAKEN } from '../../app/frame/record.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { launchBrowser } from '../run/bench-app.js';
import { scriptedServer, scriptedWords } from '../servers/server-paths.ts';
import { type Attack, chosen, later, type Outcome, type SoakRun } from './attack.ts';
import type { HostClient } from './host-client.ts';
import { hostChosen, viewLists, viewRows } from './looked.ts';
import { harmed } from './pulse.ts';

const LIMIT_MS = 40_000;
/** How long rows may take to appear in the log, in milliseconds. */
const ROWS_MS = 200;

/** The host that passes on the most: the whole result as JSON. */
const WORDIEST = 'Cline';

type Kind = { readonly name: string; readonly listing: string; readonly call: string };

/** Servers that answer too much, too deep, too often: neither the host nor the page blocks for long. */
export const floods: Attack = {
  run: flooded,
  planted: [
    {
      fault: 'a host that stops for 300 ms',
      plant: 'blocked-host',
      args: ['--kind', 'roots requests'],
      found: /roots requests: host [3-9]\d\d ms/,
    },
    {
      fault: 'a page that stops for two seconds',
      plant: 'blocked-page',
      args: ['--kind', 'roots requests'],
      found: /roots requests: host \d+ ms, page ([5-9]\d\d|\d,\d{3}) ms/,
    },
  ],
};

async function flooded(run: SoakRun): Promise<Outcome> {
  const browser = await launchBrowser();
  try {
    const kinds = chosen(run, allKinds()).map(({ name, listing, call }) => ({
      name,
      harm: (page: Page, client: HostClient) => {
        const words = listing === '' ? [] : [listing];
        return attacked(page, client, scriptedServer('attacker', ...words), call);
      },
    }));
    return { count: `${kinds.length} kinds`, ...(await harmed(browser, kinds, run.note)) };
  } finally {
    await browser.close();
  }
}

/** The server lists its attacks; the start of a session is a separate kind. */
function allKinds(): Kind[] {
  const [program = '', ...words] = scriptedWords('attacker', 'names');
  const { calls, lists } = JSON.parse(spawnSync(program, words, { encoding: 'utf8' }).stdout);
  return [
    ...calls.map((call: string) => ({ name: call, listing: '', call })),
    ...lists.map((listing: string) => ({ name: `tools/list, ${listing}`, listing, call: 'ok' })),
  ];
}

/**
 * Connects, shows the session, calls, and views the results in every tab. A refused attack is no failure of the app.
 */
async function attacked(page: Page, client: HostClient, commandLine: string, call: string): Promise<void> {
  const session = await client.connectTo(commandLine);
  await client.until(session, ({ state }) => state !== 'starting', LIMIT_MS);
  await page.locator(`[role="tab"][data-session="${session}"]`).click();
  await hostChosen(page, WORDIEST);
  await client.call('listAll', { session, what: 'tools' }, LIMIT_MS).catch(() => undefined);
  const input = { session, name: call, arguments: {}, timeoutMs: LIMIT_MS / 2 };
  await client.call('callTool', input, LIMIT_MS).catch((error) => {
    // The screen's gate refuses the same size, which is an answer.
    if (String(error).includes('within')) throw error;
  });
  // The answer is the last row, or the one before the client's record about it.
  await later(ROWS_MS);
  await viewRows(page, ['End', 'ArrowUp', 'ArrowUp']);
  await viewLists(page);
  await lostNothing(client, session);
  await client.call('disconnect', { session }, LIMIT_MS);
}

const LAST_ROWS = 2000;

/** A burst waits in memory until the disk has it; the end of a line over 64 MB is dropped. */
async function lostNothing(client: HostClient, session: string): Promise<void> {
  const rowsFrom = (from: number) =>
    client.call('readRows', { session, from, patchesFrom: 0, limit: LAST_ROWS }, LIMIT_MS);
  const first = await rowsFrom(0);
  const last = first.ok ? await rowsFrom(Math.max(0, first.value.length - LAST_ROWS)) : first;
  if (!last.ok) throw new Error(last.error);
  const table = new RowTable();
  table.append(last.value.rows);
  for (let index = 0; index < table.length; index += 1) {
    const text = table.row(index)?.text ?? '';
    if (text.endsWith(NOT_TAKEN)) throw new Error(text);
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { RunningProgram } from '../pages/run-program.ts';
import { launchBrowser } from '../run/bench-app.js';
import { type Attack, chosen, later, type Outcome, type SoakRun } from './attack.ts';
import type { HostClient } from './host-client.ts';
import { hostileFiles } from './hostile-files.ts';
import { CLICK_MS, viewRows } from './looked.ts';
import { harmed } from './pulse.ts';

const LIMIT_MS = 60_000;

/** Files that are too deep, too long, too many in one, or not files: the app and `report` open or refuse each. */
export const files: Attack = {
  run: openedAll,
  planted: [],
};

async function openedAll(run: SoakRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-files-'));
  const browser = await launchBrowser();
  try {
    const kinds = chosen(run, hostileFiles()).map((file, index) => ({
      name: file.name,
      harm: async (page: Page, client: HostClient) => {
        const path = join(folder, `file-${index}${file.ending}`);
        file.make(path);
        await opened(page, client, path);
        await reported(path);
        await rm(path, { recursive: true, force: true });
      },
    }));
    return { count: `${kinds.length} kinds`, ...(await harmed(browser, kinds, run.note)) };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a file and views its first and last row in every tab of the inspector. */
async function opened(page: Page, client: HostClient, path: string): Promise<void> {
  const result = await client.call('openRecording', { path }, LIMIT_MS);
  if (!result.ok) {
    if (result.error.includes('\n    at ')) throw new Error(`refused with a stack: ${result.error}`);
    return;
  }
  const [session = ''] = result.value.sessions;
  await client.until(session, (info) => info.kind !== 'file' || info.opening === undefined, LIMIT_MS);
  await (await tabOf(page, session)).click({ timeout: CLICK_MS });
  await viewRows(page, ['Home', 'End']);
}

/** The tab of a session; of many sessions only one page of tabs is rendered, which includes the active one. */
async function tabOf(page: Page, session: string): Promise<Locator> {
  const front = page.getByRole('tablist', { name: 'Sessions' }).getByRole('tab', { selected: true });
  const own = page.locator(`[role="tab"][data-session="${session}"]`);
  await own.or(front).first().waitFor({ timeout: CLICK_MS });
  return (await own.count()) > 0 ? own : front;
}

/** The same file on the command line: read or refused (exit code 3) within its time, without a stack trace. */
async function reported(path: string): Promise<void> {
  const program = new RunningProgram(['report', path]);
  program.child.stdin.end();
  const end = await Promise.race([program.end(), later(LIMIT_MS).then(() => undefined)]);
  if (end === undefined) {
    program.child.kill('SIGKILL');
    throw new Error(`report has not ended within ${LIMIT_MS} ms`);
  }
  const { exitCode, signal, stderr } = end;
  if (exitCode === null || ![0, 1, 3].includes(exitCode) || stderr.includes('\n    at '))
    throw new Error(`report ended with ${signal ?? exitCode}: ${stderr.slice(0, 300)}`);
}

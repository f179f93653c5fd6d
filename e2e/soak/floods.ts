import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright';
import type { RunningApp } from '../pages/running-app.ts';
import { launchBrowser } from '../run/bench-app.js';
import { scriptedServer, scriptedWords } from '../servers/server-paths.ts';
import { type Attack, later, number, ROOT, type SoakRun } from './attack.ts';
import { HostClient, isAnswering, placeOf, startHost } from './host-client.ts';

const HOST_MS = 200;
const PAGE_MS = 500;
const LIMIT_MS = 40_000;
/** What comes after the answer: rows are drawn, sessions sent. */
const REST_MS = 500;

type Kind = { readonly name: string; readonly listing: string; readonly call: string };
type Block = { readonly longest: number; readonly wall: number; readonly lost: number };
type Figures = { readonly hostMs: number; readonly pageMs: number; readonly fault: string };

/** Servers that answer too much, too deep, too often: neither the host nor the page stops for long. */
export const floods: Attack = async (run) => {
  const browser = await launchBrowser();
  const failures: string[] = [];
  const worst = { hostMs: 0, pageMs: 0 };
  const kinds = chosen(run, allKinds());
  try {
    for (const kind of kinds) {
      const { hostMs, pageMs, fault } = await flooded(browser, kind);
      worst.hostMs = Math.max(worst.hostMs, hostMs);
      worst.pageMs = Math.max(worst.pageMs, pageMs);
      const held = fault === '' && hostMs <= HOST_MS && pageMs <= PAGE_MS;
      const figures = `host ${number(hostMs)} ms, page ${number(pageMs)} ms${fault === '' ? '' : `, ${fault}`}`;
      run.note(`${held ? '  ' : '✗ '}${kind.name}: ${figures}`);
      if (!held) failures.push(`${kind.name}: ${figures}`);
    }
  } finally {
    await browser.close();
  }
  const figure = `host ${number(worst.hostMs)} ms, page ${number(worst.pageMs)} ms`;
  return { count: `${kinds.length} kinds`, worst: figure, failures };
};

/** The server names what it can do; what a session begins with is a kind of its own. */
function allKinds(): Kind[] {
  const [program = '', ...words] = scriptedWords('attacker', 'names');
  const { calls, lists } = JSON.parse(spawnSync(program, words, { encoding: 'utf8' }).stdout);
  return [
    ...calls.map((call: string) => ({ name: call, listing: '', call })),
    ...lists.map((listing: string) => ({ name: `tools/list, ${listing}`, listing, call: 'ok' })),
  ];
}

/** A smaller run takes every second, tenth, … kind, beginning where the seed says. */
function chosen({ scale, seed }: SoakRun, kinds: readonly Kind[]): readonly Kind[] {
  const every = Math.min(kinds.length, Math.max(1, Math.round(1 / scale)));
  return kinds.filter((_, index) => (index + seed) % every === 0);
}

/** One kind against an app of its own, whose page is open and shows the session. */
async function flooded(browser: Browser, { listing, call }: Kind): Promise<Figures> {
  const app = await startHost();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  let fault = '';
  let pulse: Pulse | undefined;
  let hostMs = 0;
  let pageMs = 0;
  try {
    const client = await HostClient.connect(app);
    await page.goto(app.address);
    await page.locator('[data-tier-count="transport"]', { hasText: '1' }).waitFor();
    pulse = new Pulse(app);
    await pulse.block();
    await watchTasks(page);
    const words = listing === '' ? [] : [listing];
    fault = await attacked(page, client, scriptedServer('attacker', ...words), call);
    await later(REST_MS);
    const block = await pulse.block();
    hostMs = block.longest;
    pageMs = await longestTask(page);
    if (!(await isAnswering(app))) fault = 'the app answers nobody afterwards';
    client.close();
  } catch (error) {
    fault = error instanceof Error ? error.message.split('\n', 1).join() : String(error);
    hostMs = Math.max(hostMs, (await pulse?.block().catch(() => undefined))?.longest ?? 0);
  } finally {
    pulse?.end();
    await page.close().catch(() => undefined);
    const gone = await Promise.race([app.stop().then(() => true), later(10_000).then(() => false)]);
    if (!gone) {
      fault ||= 'SIGTERM does not end the app';
      await app.kill();
    }
    await app.remove();
  }
  return { hostMs, pageMs, fault };
}

/** Connects, calls, and says what went wrong with the app; a refusal of what the server did is no fault. */
async function attacked(page: Page, client: HostClient, commandLine: string, call: string): Promise<string> {
  const session = await client.connectTo(commandLine);
  await client.until(session, ({ state }) => state !== 'starting', LIMIT_MS);
  await page.locator(`[role="tab"][data-session="${session}"]`).click();
  await client.call('listAll', { session, what: 'tools' }, LIMIT_MS).catch(() => undefined);
  const input = { session, name: call, arguments: {}, timeoutMs: LIMIT_MS / 2 };
  await client.call('callTool', input, LIMIT_MS).catch((error) => {
    // The same size is refused by the gate of the screen, which is an answer.
    if (String(error).includes('within')) throw error;
  });
  await client.call('disconnect', { session }, LIMIT_MS);
  return '';
}

/** Asks the host all the time from a thread of its own, since this one reads what the flood brings. */
class Pulse {
  readonly #worker: Worker;

  constructor(app: RunningApp) {
    const script = join(ROOT, 'e2e/soak/heartbeat.js');
    this.#worker = new Worker(script, { workerData: { port: placeOf(app).port, pid: app.pid } });
    this.#worker.on('error', () => undefined);
  }

  /** The longest that the host took for an answer since the last time this was asked. */
  block(): Promise<Block> {
    return new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage('block');
    });
  }

  end(): void {
    void this.#worker.terminate();
  }
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = { longest: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration);
    }).observe({ type: 'longtask' });
    Object.assign(globalThis, { tierscopeSoakTasks: watch });
  });
}

/** In milliseconds; a page that does not answer has stopped for at least as long as is waited. */
async function longestTask(page: Page): Promise<number> {
  const read = page.evaluate(() => Number(Reflect.get(globalThis, 'tierscopeSoakTasks').longest));
  return Promise.race([read, later(15_000).then(() => 15_000)]);
}

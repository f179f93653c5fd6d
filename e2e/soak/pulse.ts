import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright';
import type { RunningApp } from '../pages/running-app.ts';
import { later, number, ROOT } from './attack.ts';
import { HostClient, isAnswering, placeOf, startHost } from './host-client.ts';

/** How long the host may block, in milliseconds. */
const HOST_MS = 200;
/** How long the page may block, in milliseconds. */
const PAGE_MS = 500;
/** Time after the answer for rendering rows and sending sessions, in milliseconds. */
const REST_MS = 500;

type Use = readonly [when: number, used: number];
type Task = { readonly start: number; readonly duration: number };
type Block = { readonly longest: number; readonly wall: number; readonly lost: number };
/** The longest blocks of host and page, in milliseconds, and any other failure; empty for none. */
export type Figures = { readonly hostMs: number; readonly pageMs: number; readonly fault: string };
/** Runs an attack, and returns once it is done; throws if the app does not answer as it should. */
export type Harm = (page: Page, client: HostClient) => Promise<void>;

/** Runs each attack against its own app; returns one figure for all, and a failure for each that blocked the app. */
export async function harmed(
  browser: Browser,
  kinds: readonly { readonly name: string; readonly harm: Harm }[],
  note: (text: string) => void,
): Promise<{ readonly worst: string; readonly failures: readonly string[] }> {
  const failures: string[] = [];
  const worst = { hostMs: 0, pageMs: 0 };
  for (const { name, harm } of kinds) {
    const { hostMs, pageMs, fault } = await stopped(browser, harm);
    worst.hostMs = Math.max(worst.hostMs, hostMs);
    worst.pageMs = Math.max(worst.pageMs, pageMs);
    const held = fault === '' && hostMs <= HOST_MS && pageMs <= PAGE_MS;
    const figures = `host ${number(hostMs)} ms, page ${number(pageMs)} ms${fault === '' ? '' : `, ${fault}`}`;
    note(`${held ? '  ' : '✗ '}${name}: ${figures}`);
    if (!held) failures.push(`${name}: ${figures}`);
  }
  return { worst: `host ${number(worst.hostMs)} ms, page ${number(worst.pageMs)} ms`, failures };
}

/** Runs one attack against its own app, with its page open. */
async function stopped(browser: Browser, harm: Harm): Promise<Figures> {
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
    pulse = new Pulse(app, await pageProcesses(browser));
    await pulse.block();
    await watchTasks(page);
    await harm(page, client);
    await later(REST_MS);
    const block = await pulse.block();
    hostMs = block.longest;
    pageMs = await longestTask(page, pulse);
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

/** Polls the host from its own thread, since this one is busy reading what the host sends. */
class Pulse {
  readonly #worker: Worker;

  constructor(app: RunningApp, pagePids: readonly number[]) {
    const script = join(ROOT, 'e2e/soak/heartbeat.js');
    this.#worker = new Worker(script, { workerData: { port: placeOf(app).port, pid: app.pid, pagePids } });
    this.#worker.on('error', () => undefined);
  }

  /** The host's longest answer time since the last call. */
  block(): Promise<Block> {
    return new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage('block');
    });
  }

  /** The CPU time of the page's main thread, in milliseconds, each time that it increased. */
  pageUse(): Promise<readonly Use[]> {
    return new Promise((resolve) => {
      this.#worker.once('message', ({ pageUse }) => resolve(pageUse));
      this.#worker.postMessage('page');
    });
  }

  end(): void {
    void this.#worker.terminate();
  }
}

/** The renderer processes of a browser; empty if it does not report them. */
async function pageProcesses(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: Task[] = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        tasks.push({ start: performance.timeOrigin + startTime, duration });
      }
    }).observe({ type: 'longtask' });
    Object.assign(globalThis, { tierscopeSoakTasks: tasks });
  });
}

/** In milliseconds; an unresponsive page has blocked for at least as long as the wait. */
async function longestTask(page: Page, pulse: Pulse): Promise<number> {
  const read = page.evaluate((): Task[] => Reflect.get(globalThis, 'tierscopeSoakTasks'));
  const tasks = await Promise.race([read, later(15_000).then(() => undefined)]);
  if (tasks === undefined) return 15_000;
  const use = await pulse.pageUse();
  return Math.round(Math.max(0, ...tasks.map((task) => ownTime(task, use))));
}

/** Other load makes a page wait without a turn: its own part is at most its CPU time. */
export function ownTime({ start, duration }: Task, use: readonly Use[]): number {
  if (use.length < 2) return duration;
  const before = use.findLast(([when]) => when <= start)?.[1] ?? 0;
  const after =
    (use.find(([when]) => when >= start + duration) ?? use.at(-1))?.[1] ?? Number.POSITIVE_INFINITY;
  return Math.min(duration, after - before);
}

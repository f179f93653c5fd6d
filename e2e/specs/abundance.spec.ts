import type { Page } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import type { Screen } from '../pages/screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

/** What the page may draw at most, whatever a server sends: the screen itself has some hundred elements. */
const MOST_ELEMENTS = 8000;
/** The page must not stall for longer, in milliseconds, on a machine that does nothing else. */
const MOST_STALL_MS = 500;

/** Watches the page for tasks that hold it, from before its first script. */
async function watchStalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

async function longestStall(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { longTasks } = window as unknown as { longTasks: number[] };
    return Math.max(0, ...longTasks.splice(0));
  });
}

/** How long a fixed piece of work takes here beside what it takes on a machine at rest: at least 1. */
async function slowness(page: Page): Promise<number> {
  const ms = await page.evaluate(() => {
    const before = performance.now();
    let sum = 0;
    for (let index = 0; index < 30_000_000; index += 1) sum = (sum * 31 + index) | 0;
    return performance.now() - before + (sum === 1 ? 1 : 0);
  });
  return Math.max(1, ms / 100);
}

/** Nothing that stands on the screen grows with what the server sent, and nothing held the page for long. */
async function expectLight(main: Screen, name: string): Promise<void> {
  const elements = await main.page.locator('*').count();
  const stall = await longestStall(main.page);
  const factor = await slowness(main.page);
  console.log(
    `${name}: longest task ${Math.round(stall)} ms at ${factor.toFixed(1)} × rest, ${elements} elements`,
  );
  expect(elements, name).toBeLessThan(MOST_ELEMENTS);
  expect(stall / factor, name).toBeLessThan(MOST_STALL_MS);
}

/** What the tool answers with, and how the screen says how much of it there is. */
const RESULTS = [
  ['blocks', 50_000, /1 to 50 of 50,000 blocks/],
  ['error-blocks', 50_000, /1 to 50 of 50,000 blocks/],
  ['unknown', 5000, /1 to 50 of 5,000 blocks/],
  ['error-data', 20_000, /1 to 100 of 20,000 issues/],
  ['sampling', 50_000, /1 to 30 of 50,000 messages/],
  ['asks', 10_000, /1 to 50 of 10,000 requests/],
] as const;

for (const [what, count, says] of RESULTS) {
  test(`${what}: ${count.toLocaleString('en')} are told, and a page of them is drawn`, async ({
    open,
    main,
  }) => {
    await watchStalls(main.page);
    await open();
    await main.connect(scriptedServer('abundant', what, String(count)), 'abundant');
    await longestStall(main.page);
    await main.callTool('use');
    await expect(main.page.getByRole('status').filter({ hasText: says })).toBeVisible();
    await expectLight(main, what);
    await main.page
      .getByRole('navigation', { name: /^Pages of the/ })
      .getByRole('button', { name: 'Last' })
      .click();
    const end = new RegExp(`to ${count.toLocaleString('en')} of ${count.toLocaleString('en')} `);
    await expect(main.page.getByRole('status').filter({ hasText: end })).toBeVisible();
    await expectLight(main, `${what}, last page`);
  });
}

/** What the tool's schema asks for, and how the form says how much of it there is. */
const FORMS = [
  ['properties', 5000, /1 to 50 of 5,000 fields/],
  ['ticks', 50_000, /1 to 50 of 50,000 choices/],
  ['enum', 50_000, /200 of 50,000 choices offered/],
  ['branches', 2000, /200 of 2,000 shapes listed/],
  ['default-list', 20_000, /1 to 50 of 20,000 items/],
  ['default-members', 20_000, /1 to 50 of 20,000 other members/],
] as const;

for (const [what, count, says] of FORMS) {
  test(`a form of ${count.toLocaleString('en')} ${what} shows a part of them`, async ({ open, main }) => {
    await watchStalls(main.page);
    await open();
    await main.connect(scriptedServer('abundant', what, String(count)), 'abundant');
    await longestStall(main.page);
    await main.chooseTool('use');
    await expect(main.page.getByText(says)).toBeVisible();
    await expectLight(main, what);
  });
}

/** What shows that a text was read as Markdown, or that it cannot be. */
const MARKDOWN = [
  ['markdown', 'em'],
  ['markdown-list', 'ol ul > li'],
  ['markdown-quotes', 'text=nested too deeply'],
] as const;

for (const [what, sign] of MARKDOWN) {
  test(`${what}: very much of it is read in parts`, async ({ open, main }) => {
    await watchStalls(main.page);
    await open();
    await main.connect(scriptedServer('abundant', what, '40000'), 'abundant');
    await main.callTool('use');
    await longestStall(main.page);
    await main.inspector.getByRole('button', { name: 'Markdown' }).click();
    await expect(main.page.getByRole('status').filter({ hasText: /1 of \d+ parts/ })).toBeVisible();
    await expect(main.inspector.locator(sign).first()).toBeVisible();
    await expectLight(main, what);
  });
}

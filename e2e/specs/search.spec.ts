import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import type { Screen } from '../pages/screen.ts';

const status = ({ page }: Screen) =>
  page.getByRole('search', { name: 'Search the raw text' }).getByRole('status');

/** How many text ranges are marked on the page. */
const marks = ({ page }: Screen) => page.evaluate(() => CSS.highlights.get('tierscope-found')?.size ?? 0);

test('text is found in whole frames, counted, stepped through and marked', { tag: '@core' }, async ({
  openLab,
  main,
}) => {
  const { page } = main;
  await openLab();
  await main.labReady();

  await page.keyboard.press('Control+f');
  await page.keyboard.type('protocolversion');
  const searchStatus = status(main);
  await expect(searchStatus, 'it goes to the first one while it is typed').toHaveText('1 of 2');
  const shown = async () => Number(await main.log.getAttribute('aria-rowcount'));
  await expect.poll(async () => (await main.total()) - (await shown()), 'a search hides nothing').toBe(0);
  await expect(main.rows('[data-match="true"]')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(searchStatus).toHaveText('2 of 2');
  await expect(main.inspectorTab('Message')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => marks(main)).toBe(1);
  await expect(main.inspector).toContainText('1 match in this record');
  await page.keyboard.press('F3');
  await expect(searchStatus, 'around the end').toHaveText('1 of 2');
  await page.keyboard.press('Shift+F3');
  await expect(searchStatus).toHaveText('2 of 2');

  await test.step('the case can matter, and expressions work', async () => {
    await page.getByRole('button', { name: 'Match case' }).click();
    await expect(searchStatus).toHaveText('nothing found');
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await page.getByRole('textbox', { name: 'Text to find' }).fill('protocol[V]ersion":"2025-\\d\\d');
    await expect(searchStatus).toHaveText(/^(2 found|\d of 2)$/);
    await page.getByRole('textbox', { name: 'Text to find' }).fill('protocol(');
    await expect(page.getByRole('alert').filter({ hasText: 'This expression cannot be read' })).toBeVisible();
    expect(await violations(page), 'find bar').toEqual([]);
  });
  await test.step('what the filter hides is said and left out', async () => {
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await page.getByRole('textbox', { name: 'Text to find' }).fill('jsonrpc');
    await main.counter('tool').click();
    await expect(searchStatus).toHaveText(/ · \d+ hidden by filter$/);
    await page.getByRole('textbox', { name: 'Text to find' }).press('Enter');
    await expect(main.rows('[aria-selected="true"]')).toHaveAttribute('data-tier', 'tool');
    await main.counter('tool').click();
  });
  await test.step('what comes later is found too', async () => {
    await page.getByRole('textbox', { name: 'Text to find' }).fill('"ok-text"');
    await expect(searchStatus).toHaveText(/^\d+ found$|^\d+ of \d+$/);
    const before = Number(/(\d+)( found)?$/.exec((await searchStatus.textContent()) ?? '')?.[1]);
    await main.callTool('ok-text');
    await expect
      .poll(async () => Number(/(\d+)( found)?$/.exec((await searchStatus.textContent()) ?? '')?.[1]))
      .toBeGreaterThan(before);
  });
  await page.getByRole('textbox', { name: 'Text to find' }).press('Escape');
  await expect(page.getByRole('search', { name: 'Search the raw text' })).toBeHidden();
  await expect(main.rows('[data-match="true"]')).toHaveCount(0);
});

test('an expression that would take forever is ended, and the host goes on', async ({ start, main }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-search-'));
  const file = join(folder, 'long.tierscope.jsonl');
  const of = { session: 's1' };
  const frame = (seq: number, method: string) => ({
    type: 'frame',
    seq,
    at: seq,
    ...of,
    direction: 'client-to-server',
    raw: JSON.stringify({ jsonrpc: '2.0', method, params: { text: 'x'.repeat(4000) } }),
  });
  const records = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-01-01T00:00:00.000Z' },
    { type: 'session', seq: 0, at: 0, ...of, label: 'long', origin: 'connect' },
    frame(1, 'one'),
    frame(2, 'two'),
  ];
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const app = await start('open', file);
  await main.open(app);
  const { page } = main;
  await expect(main.rows()).toHaveCount(2);
  await page.keyboard.press('Control+f');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByRole('textbox', { name: 'Text to find' }).fill('(x+x+)+y');
  await expect(page.getByRole('alert')).toContainText('takes longer than 2 s on #1', { timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Text to find' }).fill('"two"');
  await expect(status(main)).toHaveText('1 of 1');
  await rm(folder, { recursive: true });
});

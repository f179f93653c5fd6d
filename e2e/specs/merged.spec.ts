import type { Page } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { violations, violationsInBothThemes } from '../pages/axe.ts';
import type { Screen } from '../pages/screen.ts';
import { sendCommand } from '../pages/second-screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

test.setTimeout(120_000);

/** The error lab and nine other servers, all connected. */
async function tenSessions({ page }: Screen): Promise<void> {
  for (let number = 1; number <= 9; number += 1) {
    const label = number === 9 ? 'bookings 1' : `bookings ${number}`;
    const settings = { era: 'initialize' } as const;
    await sendCommand(page, 'connect', { commandLine: scriptedServer('bookings'), label, settings });
  }
  await expect(page.locator('[data-session]')).toHaveCount(10);
  await expect(page.locator('[data-session][data-session-state="ready"]')).toHaveCount(10, {
    timeout: 60_000,
  });
}

/** The visible rows as `session seq`, and their displayed times. */
async function drawn(page: Page): Promise<{ keys: string[]; times: string[] }> {
  const rows = page.getByRole('grid', { name: 'Frame log' }).locator('[data-seq]');
  return rows.evaluateAll((elements) => {
    const placed = elements
      .map((row) => ({
        at: Number(row.getAttribute('aria-rowindex')),
        key: `${row.getAttribute('data-row-session')} ${row.getAttribute('data-seq')}`,
        time: row.querySelector('[role="gridcell"]')?.textContent ?? '',
      }))
      .sort((one, other) => one.at - other.at);
    return { keys: placed.map(({ key }) => key), times: placed.map(({ time }) => time) };
  });
}

test('ten sessions stand in one log, each with its name, its inspector and a way to its own tab', async ({
  open,
  main,
}) => {
  const { page } = main;
  await open();
  await main.labReady();
  await tenSessions(main);

  await test.step('the tabs that are out of sight are counted and listed', async () => {
    const list = page.getByRole('button', { name: /^List of sessions, \d+ not in sight$/ });
    await list.click();
    await expect(page.getByRole('menuitem')).toHaveCount(12);
    await page.getByRole('menuitem', { name: /^bookings 8/ }).click();
    await expect(main.tab(/^bookings 8/)).toHaveAttribute('aria-selected', 'true');
  });

  const merged = page.getByRole('tab', { name: 'All sessions' });
  await test.step('the keyboard goes around the tabs, and to the merged log', async () => {
    await page.keyboard.press(']');
    await expect(page.locator('[role=tab][data-session=s10]')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press(']');
    await expect(merged).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('[');
    await expect(merged).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('a');
    await expect(merged).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('rows stand by time, counted over all sessions', async () => {
    await main.showFrames();
    await expect
      .poll(async () => new Set((await drawn(page)).keys.map((key) => key.split(' ')[0])).size)
      .toBeGreaterThan(1);
    const { keys, times } = await drawn(page);
    expect(times).toEqual([...times].sort());
    expect(new Set(keys).size).toBe(keys.length);
    for (const tier of ['tool', 'protocol', 'client', 'transport'] as const) {
      await expect.poll(() => main.count(tier)).toBe(1);
    }
    await expect.poll(() => main.total()).toBeGreaterThan(50);
    await expect(main.log).toHaveAttribute('data-following', 'true');
  });

  const selected = main.rows('[aria-selected="true"]');
  await test.step('the next error of whatever session is selected and explained', async () => {
    await page.keyboard.press('e');
    await expect(selected).toHaveAttribute('data-row-session', 's1');
    await expect(selected).not.toHaveAttribute('data-tier', 'ok');
    await expect(selected).toHaveAccessibleName(/^error lab, /);
    await main.counter('protocol').click();
    await page.keyboard.press('e');
    await expect(selected).toHaveAttribute('data-code', '-32602');
    await expect(main.inspector).toContainText('-32602');
    await main.counter('protocol').click();
  });
  await test.step('a filter by session, and hidden rows said', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('session:"bookings 3"');
    await expect
      .poll(async () => [...new Set((await drawn(page)).keys.map((key) => key.split(' ')[0]))])
      .toEqual(['s4']);
    const hidden = Number(await main.log.getAttribute('data-hidden'));
    const rows = Number(await main.log.getAttribute('aria-rowcount'));
    expect(hidden + rows).toBe(await main.total());
    const number = (count: number) => count.toLocaleString('en');
    await expect(page.getByText(`${number(rows)} of ${number(rows + hidden)} rows`)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(main.log).toHaveAttribute('data-hidden', '0');
  });
  await test.step('sessions can be left out', async () => {
    const sidebar = page.getByRole('navigation', { name: 'Sessions of the merged log' });
    await sidebar.getByRole('button', { name: 'Only bookings 2', exact: true }).click();
    await expect
      .poll(async () => [...new Set((await drawn(page)).keys.map((key) => key.split(' ')[0]))])
      .toEqual(['s3']);
    expect(await violations(page), 'choice of sessions').toEqual([]);
    await page.getByRole('button', { name: '1 of 10 sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'All', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: '10 of 10 sessions' })).toBeVisible();
  });
  await test.step('a row leads to its own tab and is selected there', async () => {
    // Any visible one: which rows come last depends on the machine.
    const row = main.rows(':not([data-row-session="s1"])').first();
    await row.click();
    const seq = await selected.getAttribute('data-seq');
    const session = (await selected.getAttribute('data-row-session')) ?? '';
    await page.keyboard.press('g');
    const tab = page.locator(`[role="tab"][data-session="${session}"]`);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(selected).toHaveAttribute('data-seq', seq ?? '');
    await page.keyboard.press('a');
    await expect(merged).toHaveAttribute('aria-selected', 'true');
    await expect(selected).toHaveAttribute('data-row-session', session);
  });
  await test.step('rows of two sessions are selected, exported in turn, and compared', async () => {
    // Each frame is a row: the request and its answer.
    await main.showFrames();
    await page.keyboard.press('/');
    await page.keyboard.type('method:initialize');
    await page.keyboard.press('Enter');
    const ofLab = main.rows('[data-row-session="s1"]');
    const ofOther = main.rows('[data-row-session="s5"]');
    await expect(ofLab).toHaveCount(2);
    await expect(ofOther).toHaveCount(2);
    await ofLab.first().click();
    await ofOther.first().click({ modifiers: ['Control'] });
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    await expect(bar).toContainText('2 rows selected in 2 sessions');
    await expect(bar.getByRole('button', { name: 'Compare…' })).toBeEnabled();
    await bar.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await expect(dialog.getByRole('radio', { name: 'Selected rows 1 row' })).toBeChecked();
    await expect(dialog.getByRole('combobox', { name: /^From/ }).locator('option')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect(dialog.getByRole('combobox', { name: /^From/ })).toHaveValue('s1');
    await dialog.getByRole('button', { name: 'Save to the exports folder' }).click();
    await expect(dialog).toBeHidden();
    await main.log.focus();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(main.log).toHaveAttribute('data-hidden', '0');
  });
  await test.step('a session that begins or ends leaves the merged log in front', async () => {
    const before = await main.total();
    await sendCommand(page, 'close', { session: 's10' });
    await expect(page.locator('[data-session]')).toHaveCount(9);
    await expect(merged).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => main.total()).toBeLessThan(before);
    expect(await violationsInBothThemes(page), 'merged log').toEqual([]);
  });
});

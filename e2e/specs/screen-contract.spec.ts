import type { Locator } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';

const OUTCOMES = [
  'pending',
  'ok',
  'tool error',
  'protocol error',
  'timed out',
  'cancelled',
  'late',
  'rejected by the client',
  'lost',
  'orphan',
  'duplicate',
  'malformed',
];

test('the page keeps the screen contract', { tag: '@core' }, async ({ openLab, main, carrier }) => {
  await openLab();
  const { page } = main;
  await main.labReady();

  await test.step('root', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-theme', /^(light|dark)$/);
    await expect(page.locator('main')).toHaveAttribute('data-host', carrier);
  });
  await test.step('session tab', async () => {
    await expect(page.getByRole('tab', { name: /^error lab/ })).toHaveAttribute('data-session', /^s\d+$/);
    await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'ready');
  });
  await test.step('tier counters', async () => {
    for (const tier of ['tool', 'protocol', 'client', 'transport'] as const) {
      const counter = page.getByRole('button').and(main.counter(tier));
      await expect(counter).toContainText('1');
      await expect(counter).toHaveAttribute('aria-pressed', 'false');
    }
  });
  await test.step('frame log', async () => {
    const total = await main.total();
    await expect(main.log).toHaveAttribute('aria-rowcount', String(total));
    await expect(main.log).toHaveAttribute('data-hidden', '0');
    await expect(main.log).toHaveAttribute('data-dropped', '0');
    await expect(main.log).toHaveAttribute('data-following', 'true');
  });
  await test.step('rows', async () => {
    for (const row of await main.rows().all()) await keepsRowContract(row);
    const red = main.rows('[data-tier="protocol"]');
    await expect(red).toHaveAttribute('data-code', '-32602');
    await expect(red).toHaveAccessibleName(/protocol error.*-32602.*Invalid params/);
    await red.click();
    await expect(red).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('inspector and amber panel', async () => {
    for (const name of ['Explain', 'Message', 'Exchange', "Model's view"]) {
      await expect(main.inspectorTab(name)).toBeVisible();
    }
    await main.rows('[data-tier="tool"]').click();
    await expect(main.amberPanel).toHaveAttribute('data-tier', 'tool');
  });
  await test.step('code lookup', async () => {
    await main.rows('[data-tier="protocol"]').click();
    await page.keyboard.press('c');
    const meanings = main.lookup.getByRole('listitem').and(page.locator('[data-code="-32602"]'));
    await expect(meanings.first()).toHaveAttribute('data-vocabulary', /.+/);
    await page.keyboard.press('Escape');
  });
  await test.step('a counter filters its tier', async () => {
    await main.counter('protocol').click();
    await expect(main.counter('protocol')).toHaveAttribute('aria-pressed', 'true');
    await expect(main.log).toHaveAttribute('aria-rowcount', '1');
    const hidden = Number(await main.log.getAttribute('data-hidden'));
    expect(hidden).toBe((await main.total()) - 1);
    await main.counter('protocol').click();
    await expect(main.log).toHaveAttribute('data-hidden', '0');
  });
  await test.step('connect', async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await expect(page.getByRole('textbox', { name: 'Command' })).toBeFocused();
    await page.keyboard.press('Escape');
  });
});

test('the keys of the contract work', { tag: '@core' }, async ({ openLab, main }) => {
  await openLab();
  const { page } = main;
  await main.labReady();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText(/next error/i);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  const selected = main.rows('[aria-selected="true"]');
  const seq = () => main.selectedSeq();
  const before = await seq();
  await page.keyboard.press('e');
  await expect.poll(seq).not.toBe(before);
  const first = await seq();
  await expect(selected).not.toHaveAttribute('data-tier', 'ok');
  await page.keyboard.press('e');
  await expect(selected).not.toHaveAttribute('data-seq', String(first));
  await page.keyboard.press('Shift+E');
  await expect(selected).toHaveAttribute('data-seq', String(first));
  await page.keyboard.press('j');
  await expect(selected).not.toHaveAttribute('data-seq', String(first));
  await page.keyboard.press('k');
  await expect(selected).toHaveAttribute('data-seq', String(first));
  // A call opens to show its request, and rows can be single frames instead.
  await main.log.focus();
  await page.keyboard.press('ArrowRight');
  await expect(main.row(first - 1)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(main.row(first - 1)).toBeHidden();
  await page.keyboard.press('v');
  await expect(main.row(first - 1)).toBeVisible();
  await page.keyboard.press('v');
  await page.keyboard.press('/');
  await page.keyboard.type('tier:tool');
  await expect(main.log).toHaveAttribute('aria-rowcount', '1');
});

async function keepsRowContract(row: Locator): Promise<void> {
  await expect(row).toHaveAttribute('data-seq', /^\d+$/);
  await expect(row).toHaveAttribute('data-kind', /^(frame|stderr|process|client|mark|dropped)$/);
  await expect(row).toHaveAttribute('data-tier', /^(ok|tool|protocol|client|transport)$/);
  await expect(row).toHaveAttribute('aria-selected', /^(true|false)$/);
  const outcome = await row.getAttribute('data-outcome');
  if (outcome !== null) expect(OUTCOMES).toContain(outcome);
  if ((await row.getAttribute('data-kind')) === 'frame') {
    await expect(row).toHaveAttribute('data-direction', /^(client-to-server|server-to-client)$/);
  }
}

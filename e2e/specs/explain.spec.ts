import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import type { Screen } from '../pages/screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

/** Connects to the server that rejects arguments at the wrong tier, and makes it do so. */
async function rejected(main: Screen): Promise<void> {
  await main.connect(scriptedServer('bookings'), 'bookings');
  await main.showFrames();
  await main.call('book-flight', { seats: 'two' });
  await expect(main.rows('[data-code="-32602"]')).toHaveCount(1);
  await expect(main.rows('[data-kind="stderr"]').first()).toBeVisible();
}

test('from a red row to its meaning, its stderr lines and the fix by keyboard alone', {
  tag: '@core',
}, async ({ openShared, main }) => {
  await openShared();
  await rejected(main);
  const { page, inspector, lookup } = main;
  await main.log.focus();
  await page.keyboard.press('Escape');
  // Backwards from nowhere is the latest error.
  await page.keyboard.press('Shift+E');
  const red = main.rows('[aria-selected="true"]');
  await expect(red).toHaveAttribute('data-code', '-32602');
  await expect(red).toHaveAccessibleName(/protocol error -32602 Invalid params.*finding.*T01/);

  await page.keyboard.press('Enter');
  await expect(inspector.getByRole('tab', { name: 'Explain' })).toBeFocused();
  const finding = inspector.getByRole('region', { name: 'Finding T01' });
  await expect(finding).toContainText('Violation since 2025-11-25');
  const right = inspector.getByRole('region', { name: 'What to send instead T01' });
  await expect(right.locator('del', { hasText: '-32602' })).toBeVisible();
  await expect(right.locator('ins', { hasText: '"isError": true' })).toBeVisible();

  const comparison = inspector.getByRole('region', { name: 'Arguments against the input schema' });
  await expect(comparison.locator('[data-path="$.departureDate"]')).toHaveAttribute('data-wrong', 'true');
  await expect(comparison.locator('[data-path="$.seats"]')).toContainText('"two"');
  await expect(comparison).toContainText('expected integer, received string');

  const named = inspector.getByRole('region', { name: 'Lines: names the request id' });
  await expect(named).toContainText('rejected: departureDate');
  await expect(named).toContainText('at validate');
  await expect(inspector.getByRole('region', { name: /Log messages/ })).toContainText('no departure date');

  await page.keyboard.press('c');
  await expect(lookup.getByRole('searchbox')).toHaveValue('-32602');
  await expect(lookup.locator('[data-code="-32602"]').first()).toBeVisible();
  await page.keyboard.press('p');
  await expect(lookup.getByRole('button', { name: /Pinned/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('4');
  await expect(inspector).toContainText('Clients MAY give a protocol error to the model');
});

test('the findings of a session are listed by rule, and the filter asks for a rule', async ({
  openShared,
  main,
}) => {
  await openShared();
  await rejected(main);
  const { page } = main;
  await main.log.focus();
  await page.keyboard.press('Shift+F');
  const list = page.getByRole('region', { name: 'Findings', exact: true });
  await expect(list.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('T01');
  const group = list.locator('[data-rule="T01"]');
  await expect(group).toContainText('Tool input validation reported as a protocol error');
  await expect(list.locator('[data-rule]')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(main.rows('[aria-selected="true"]')).toHaveAttribute('data-code', '-32602');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(main.log).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('rule:T01');
  await expect(main.rows()).toHaveCount(1);
  await expect(main.rows('[data-code="-32602"]')).toHaveCount(1);
});

test('a tool error shows its statement and its parity', { tag: '@core' }, async ({ openLab, main }) => {
  await openLab();
  await expect.poll(() => main.count('tool')).toBeGreaterThan(0);
  await main.rows('[data-tier="tool"]').first().click();
  await expect(main.amberPanel).toHaveAttribute('data-tier', 'tool');
  await expect(main.amberPanel).toContainText('-32001 Not found');
  await expect(main.amberPanel).toContainText('Recovery hint:');
  await expect(main.amberPanel).toContainText('tell the same story');
});

test('a vocabulary is chosen, and an own one is found and explained', async ({ start, main }) => {
  const app = await start();
  const folder = join(app.dataFolder, 'vocabularies');
  await mkdir(folder, { recursive: true });
  const code = { code: -32602, name: 'NoSeats', meaning: 'No seat is left on this flight.' };
  await writeFile(
    join(folder, 'bookings.json'),
    JSON.stringify({ id: 'bookings', name: 'Our bookings', codes: [code] }),
  );
  await writeFile(join(folder, 'wrong.json'), '{"id":"wrong"}');
  await main.open(app);
  await rejected(main);
  const { page, inspector, lookup } = main;
  await page.getByRole('button', { name: /^Vocabulary/ }).click();
  await page.getByLabel('Vocabulary to use').selectOption({ label: 'Our bookings' });
  await page.keyboard.press('Escape');
  const vocabulary = page.getByRole('button', { name: /^Vocabulary: Our bookings/ });
  await expect(vocabulary).toHaveAttribute('title', /Our bookings: chosen/);
  await main.rows('[data-code="-32602"]').click();
  const meanings = inspector.getByRole('region', { name: /What -32602 means/ });
  await expect(meanings.locator('[data-here="true"]')).toContainText('No seat is left on this flight.');

  await page.keyboard.press('c');
  await lookup.getByRole('tab', { name: 'Your codes' }).click();
  await expect(lookup.getByRole('region', { name: 'What is wrong' })).toContainText('wrong.json');
  await writeFile(join(folder, 'wrong.json'), JSON.stringify({ id: 'wrong', name: 'Mended', codes: [code] }));
  await lookup.getByRole('tab', { name: 'Meanings' }).click();
  await lookup.getByRole('tab', { name: 'Your codes' }).click();
  await expect(lookup.getByRole('region', { name: 'Mended' })).toBeVisible();
  await lookup.getByRole('searchbox').fill('no seats');
  await expect(lookup.locator('[data-vocabulary="bookings"]')).toHaveCount(1);

  await page.reload();
  await main.tab('bookings').click();
  await expect(vocabulary).toHaveAttribute('title', /Our bookings: chosen/);
});

test('pasted log lines are classified each by itself', async ({ openShared, main }) => {
  await openShared();
  const { page, lookup } = main;
  await page.keyboard.press('c');
  await lookup.getByRole('tab', { name: 'Classify' }).click();
  const lines = ['10:00 INFO ready', '10:01 ERROR:RATE_LIMIT — slow down', '10:02 AbortError: aborted'];
  await lookup.getByRole('textbox', { name: 'Error text or log lines' }).fill(lines.join('\n'));
  await expect(lookup.getByRole('status')).toHaveText('2 errors; 1 line names none');
  await expect(lookup.getByRole('listitem').first()).toContainText('RateLimited');
  await expect(lookup.getByRole('listitem').first()).toContainText('Retry later.');
});

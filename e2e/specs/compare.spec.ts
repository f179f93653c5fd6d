import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { expect as plainExpect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';

/** Two runs and their servers take a while on a busy machine. */
const expect = plainExpect.configure({ timeout: 30_000 });

const STARTED = '2026-11-21T09:30:00.000Z';

type Call = {
  readonly tool: string;
  readonly args: object;
  readonly answer: object;
  readonly tookMs?: number;
};

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const booking = (id: string, at: string, seats: number) =>
  text(JSON.stringify({ id, at, seats, room: 'Blue', notes: ['window', 'projector'] }));

const BEFORE: readonly Call[] = [
  { tool: 'list_rooms', args: {}, answer: { result: text('Blue, Red') } },
  {
    tool: 'book_room',
    args: { room: 'Red' },
    answer: { result: { ...text('The room Red is taken. Try another one.'), isError: true } },
  },
  {
    tool: 'book_room',
    args: { room: 'Blue' },
    answer: { result: booking('3f2b8c1e-0000-4000-8000-000000000001', '2026-11-21T10:00:00Z', 12) },
  },
  { tool: 'clock', args: {}, answer: { result: text('build-17 at 2026-11-21T10:00:00Z') } },
  { tool: 'cancel', args: { id: 'b1' }, answer: { error: { code: -32603, message: 'no such booking' } } },
  { tool: 'gone', args: {}, answer: { result: text('bye') } },
];
const AFTER: readonly Call[] = [
  { tool: 'list_rooms', args: {}, answer: { result: text('Blue, Red') } },
  {
    tool: 'book_room',
    args: { room: 'Red' },
    answer: {
      error: { code: -32603, message: 'room Red: TypeError in bookRoom', data: { stack: 'at bookRoom' } },
    },
  },
  {
    tool: 'book_room',
    args: { room: 'Blue' },
    answer: { result: booking('9a1d7e40-0000-4000-8000-000000000002', '2026-11-22T11:30:00Z', 10) },
    tookMs: 950,
  },
  { tool: 'clock', args: {}, answer: { result: text('build-18 at 2026-11-22T11:30:00Z') } },
  { tool: 'cancel', args: { id: 'b1' }, answer: { result: text('cancelled') } },
];

function recording(label: string, calls: readonly Call[]): string {
  const records: object[] = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: STARTED, redaction: 'none' },
    {
      type: 'session',
      seq: 1,
      at: 0,
      session: 's1',
      label,
      origin: 'connect',
      command: 'node',
      args: ['bookings.js'],
    },
  ];
  let at = 1;
  for (const [index, { tool, args, answer, tookMs = 20 }] of calls.entries()) {
    const params = { name: tool, arguments: args, _meta: { progressToken: index } };
    const asked = { jsonrpc: '2.0', id: index, method: 'tools/call', params };
    for (const [direction, message, after] of [
      ['client-to-server', asked, tookMs],
      ['server-to-client', { jsonrpc: '2.0', id: index, ...answer }, 3],
    ] as const) {
      const frame = { type: 'frame', seq: records.length, at, session: 's1', direction };
      records.push({ ...frame, raw: JSON.stringify(message) });
      at += after;
    }
  }
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

test('two recordings side by side: the tier first, both sides in full, and noise by rules that one can change', async ({
  start,
  main,
}) => {
  test.slow();
  const { page } = main;
  const folder = test.info().outputDir;
  await mkdir(folder, { recursive: true });
  const old = join(folder, 'build-17.tierscope.jsonl');
  const fresh = join(folder, 'build-18.tierscope.jsonl');
  await writeFile(old, recording('build-17', BEFORE));
  await writeFile(fresh, recording('build-18', AFTER));
  const app = await start('open', old, fresh);
  await main.open(app);
  await expect(main.tab('build-18')).toBeVisible();
  await main.tab('build-18').click();
  await main.log.focus();
  await page.keyboard.press('C');
  const dialog = page.getByRole('dialog', { name: 'Compare two runs' });
  const rows = dialog.getByRole('list', { name: 'Compared exchanges' }).getByRole('listitem');
  await expect(rows.first()).toContainText('worse');
  await expect(rows).toHaveText([
    /^worse.*book_room.*tool error.*protocol error.*-32603/,
    /^better.*cancel.*protocol error.*ok/,
    /^changed.*book_room.*result, 20 ms → 950 ms/,
    /^changed.*clock.*result/,
    /^only before.*gone.*not made/,
  ]);
  await expect(dialog.getByText('6 exchanges before, 5 after. 1 got worse.')).toBeVisible();

  // By keyboard: down to the first row, open it, and on to the next one.
  await rows.first().getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'After' })).toContainText(
    'room Red: TypeError in bookRoom',
  );
  await expect(dialog.getByRole('region', { name: 'Before' })).toContainText('The room Red is taken');
  const answer = dialog.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('"code": -32603');
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: join(folder, 'compare-light.png') });
  await page.keyboard.press('Enter');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(answer.locator('del')).toHaveText(['2']);
  await expect(answer.locator('ins')).toHaveText(['0']);
  await expect(answer.getByTitle('Ignored difference').first()).toBeVisible();

  await rulesOf(dialog, async (panel) => {
    // A custom expression makes the clocks equal; an invalid one is refused with a sentence and changes nothing.
    await panel.getByRole('textbox', { name: 'Pattern' }).fill('build-(');
    await panel.getByRole('button', { name: 'Add' }).click();
    await expect(panel.getByRole('alert')).toContainText('This is not a regular expression');
    await panel.getByRole('textbox', { name: 'Pattern' }).fill('build-\\d+');
    await panel.getByRole('textbox', { name: 'Pattern' }).press('Enter');
    await expect(rows.filter({ hasText: 'clock' })).toHaveCount(0);
    await panel.getByLabel('Kind of rule').selectOption('path');
    await panel.getByRole('textbox', { name: 'Pattern' }).fill('content[*].text.seats');
    await panel.getByRole('button', { name: 'Add' }).click();
    // All that is left of the booking's change is its latency.
    await expect(rows.filter({ hasText: 'book_room' }).last()).not.toContainText('result');
    await expect(rows.filter({ hasText: 'book_room' }).last()).toContainText(/20 ms → 950 ms/);
    await panel.getByRole('checkbox', { name: 'iso-times' }).uncheck();
    await expect(rows.filter({ hasText: 'clock' })).toHaveCount(1);
    await panel.getByRole('checkbox', { name: 'iso-times' }).check();
  });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: join(folder, 'compare-dark.png') });

  // The rules are remembered, classes can be hidden, the sides swap, and a row is found in its tab.
  await page.reload();
  await expect(main.tab('build-18')).toBeVisible();
  await main.tab('build-18').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog.getByText('10 of 10 rules and 2 of your own')).toBeVisible();
  await dialog.getByRole('button', { name: /the same$/ }).click();
  await expect(rows.filter({ hasText: /the same/ })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Swap the sides' }).click();
  await expect(rows.first()).toContainText(/worse.*cancel/);
  await rows.first().getByRole('button').first().click();
  await dialog
    .getByRole('region', { name: 'Before' })
    .getByRole('button', { name: /Go to the answer/ })
    .click();
  await expect(dialog).toBeHidden();
  await expect(main.tab('build-18')).toHaveAttribute('aria-selected', 'true');
  await expect(main.log.locator('[aria-selected="true"]')).toHaveAttribute('data-outcome', 'ok');
});

async function rulesOf(dialog: Locator, act: (panel: Locator) => Promise<void>): Promise<void> {
  await dialog.getByText(/^Ignored differences/).click();
  await act(dialog.locator('details').filter({ hasText: 'Ignored differences' }));
}

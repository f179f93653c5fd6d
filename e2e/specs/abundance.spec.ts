import { expect, test } from '../pages/app-test.ts';
import type { Screen } from '../pages/screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

/** The limit of elements on the page, whatever a server sends: the screen itself has some hundred. */
const MAX_ELEMENTS = 8000;

/** Nothing on the screen grows with what the server sent. `npm run soak` measures the time. */
async function expectLight(main: Screen, name: string): Promise<void> {
  expect(await main.page.locator('*').count(), name).toBeLessThan(MAX_ELEMENTS);
}

async function closeSession(main: Screen): Promise<void> {
  await main.page.getByRole('button', { name: 'Close session' }).click();
  await expect(main.tab('abundant')).toBeHidden();
}

/** The tool's results, and how the screen reports their size. */
const RESULTS = [
  ['blocks', 12_000, /1 to 50 of 12,000 blocks/],
  ['error-blocks', 12_000, /1 to 50 of 12,000 blocks/],
  ['unknown', 5000, /1 to 50 of 5,000 blocks/],
  ['error-data', 12_000, /1 to 100 of 12,000 issues/],
  ['sampling', 12_000, /1 to 30 of 12,000 messages/],
  ['asks', 10_000, /1 to 50 of 10,000 requests/],
] as const;

// One app for all of them, each in its own session: starting one takes longer than rendering.
test('of results without end the number is told, and a page is drawn', async ({ openShared, main }) => {
  await openShared();
  for (const [what, count, says] of RESULTS) {
    await main.connect(scriptedServer('abundant', what, String(count)), 'abundant');
    await main.callTool('use');
    await expect(main.page.getByRole('status').filter({ hasText: says })).toBeVisible();
    await expectLight(main, what);
    await main.page
      .getByRole('group', { name: /^Pages of the/ })
      .getByRole('button', { name: 'Last' })
      .click();
    const end = new RegExp(`to ${count.toLocaleString('en')} of ${count.toLocaleString('en')} `);
    await expect(main.page.getByRole('status').filter({ hasText: end })).toBeVisible();
    await expectLight(main, `${what}, last page`);
    await closeSession(main);
  }
});

/** The tool's schemas, and how the form reports their size. */
const FORMS = [
  ['properties', 5000, /1 to 100 of 5,000 fields/],
  ['ticks', 12_000, /1 to 50 of 12,000 choices/],
  ['enum', 12_000, /200 of 12,000 choices offered/],
  ['branches', 2000, /200 of 2,000 shapes listed/],
  ['default-list', 12_000, /1 to 50 of 12,000 items/],
  ['default-members', 12_000, /1 to 50 of 12,000 other members/],
] as const;

test('of forms without end a part is shown', async ({ openShared, main }) => {
  await openShared();
  for (const [what, count, says] of FORMS) {
    await main.connect(scriptedServer('abundant', what, String(count)), 'abundant');
    await main.chooseTool('use');
    await expect(main.page.getByText(says)).toBeVisible();
    await expectLight(main, what);
    await closeSession(main);
  }
});

/** Signs that a text was parsed as Markdown, or that it cannot be. */
const MARKDOWN = [
  ['markdown', 'em'],
  ['markdown-list', 'ol ul > li'],
  ['markdown-quotes', 'text=nested too deeply'],
] as const;

test('very much Markdown is read in parts', async ({ openShared, main }) => {
  await openShared();
  for (const [what, sign] of MARKDOWN) {
    await main.connect(scriptedServer('abundant', what, '40000'), 'abundant');
    await main.callTool('use');
    await main.inspector.getByRole('button', { name: 'Rendered' }).click();
    await expect(main.page.getByRole('status').filter({ hasText: /1 of \d+ parts/ })).toBeVisible();
    await expect(main.inspector.locator(sign).first()).toBeVisible();
    await expectLight(main, what);
    await closeSession(main);
  }
});

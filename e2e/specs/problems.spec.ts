import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { failingRun } from '../record/failing-runs.js';

/** The three causes as named in the view, who has to act, and how each has changed since the previous run. */
const CAUSES = [
  /protocol\s*-32603 Internal error · tools\/call search.*150×.*User: Start/,
  /tool\s*error · tools\/call order-status.*300×.*Model/,
  /client\s*timed out · tools\/call export.*new.*50×.*Author of the server/,
];

test(
  '20,000 rows with 500 errors name their three causes, who has to act, and what is new, in five steps',
  { tag: '@core' },
  async ({ start, main }, testInfo) => {
    const outputPath = (name: string) => testInfo.outputPath(name);
    const latest = outputPath('latest.tierscope.jsonl');
    await mkdir(dirname(latest), { recursive: true });
    await writeFile(outputPath('before.tierscope.jsonl'), failingRun('before'));
    await writeFile(latest, failingRun('latest'));
    const app = await start('open', latest);
    await main.open(app);
    const { page } = main;
    const problems = page.getByRole('listbox', { name: 'Problems' }).getByRole('option');
    const head = main.inspector.getByRole('region', { name: 'Problem of the selected row' });
    const place = head.getByRole('status');

    await test.step('by mouse: the tab says "1 new"; open it, choose that one, show its rows', async () => {
      await page.getByRole('tab', { name: /^Problems 1 new$/ }).click();
      await expect(problems).toHaveText(CAUSES);
      await expect(page.getByText('3 problems, 1 new since the recording of')).toBeVisible();
      await problems.last().click();
      await expect(head).toContainText('new since the run before');
      await expect(main.inspector).toContainText('timed out');
      await expect(place).toHaveText('50 of 50');
      expect(await violations(page)).toEqual([]);
      await head.getByRole('button', { name: 'Show rows' }).click();
      await expectRows(100);
    });

    await test.step('by keys alone: P, arrows, Enter; and u leads from a row back to its problem', async () => {
      await page.keyboard.press('P');
      await expect(page.getByRole('listbox', { name: 'Problems' })).toBeFocused();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(place).toHaveText('300 of 300');
      await expect(main.inspector).toContainText('order-status');
      await page.keyboard.press('Enter');
      await expectRows(600);
    });

    await test.step('one selection: the list follows the row of the log, and the row the list', async () => {
      await head.getByRole('button', { name: 'Previous example' }).click();
      await expect(place).toHaveText('299 of 300');
      await expect(main.rows('[aria-selected="true"]')).toBeVisible();
      await page.keyboard.press('u');
      await expect(problems.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(place).toHaveText('299 of 300');
      await problems.first().click();
      await expect(place).toHaveText('150 of 150');
      await expect(main.inspector).toContainText('search');
    });

    async function expectRows(count: number): Promise<void> {
      await expect(main.log).toHaveAttribute('aria-rowcount', String(count));
    }
  },
);

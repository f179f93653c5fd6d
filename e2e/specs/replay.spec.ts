import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { QUIET, startApp } from '../pages/running-app.ts';
import type { Screen } from '../pages/screen.ts';
import { sendCommand } from '../pages/second-screen.ts';

test.describe.configure({ timeout: 150_000 });

test.describe('a recording', () => {
  let recorded = '';
  let file = '';
  let replay: Locator;

  /** The initial calls of the error lab are recorded once; each test has its own copy. */
  test.beforeAll(async () => {
    const recorder = await startApp([...QUIET]);
    const folder = join(recorder.dataFolder, 'recordings');
    const read = async () => {
      const [name] = await readdir(folder).catch(() => []);
      return name === undefined ? '' : readFile(join(folder, name), 'utf8');
    };
    // The answer to the last of them, after which the log is at rest.
    await expect.poll(read, { timeout: 30_000 }).toContain('The answer is fine');
    await recorder.stop();
    recorded = await read();
    await recorder.remove();
  });

  test.beforeEach(async ({ start, main }, info) => {
    file = info.outputPath('lab.tierscope.jsonl');
    await writeFile(file, recorded);
    const app = await start('open', file);
    await main.open(app);
    await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'recording');
    replay = main.page.getByRole('toolbar', { name: 'Replay' });
    await expect(replay).toBeVisible();
  });

  test('opens at its first error, in the order of time whatever the tab before is sorted by', async ({
    main,
  }) => {
    const selected = main.rows('[aria-selected="true"]');
    await expect(selected).toHaveAttribute('data-tier', 'tool');
    const duration = main.page.getByRole('columnheader', { name: /duration/ });
    const seqs = () =>
      main.rows().evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-seq'))));
    const inTime = await seqs();
    await test.step('a sort jumps to its first row, stops following, and stays in its tab', async () => {
      await duration.getByRole('button').click();
      await expect(duration).toHaveAttribute('aria-sort', 'descending');
      await expect(main.log).toHaveAttribute('data-following', 'false');
      await expect.poll(seqs).not.toEqual(inTime);
      await expect(main.rows().first()).toBeInViewport();
    });
    const other = test.info().outputPath('other.tierscope.jsonl');
    await writeFile(other, recorded);
    await sendCommand(main.page, 'openRecording', { path: other });
    // The user's session stays active when a start opens more; here nobody has asked the screen for it.
    await main.page.locator('[role=tab][data-session=s2]').click();
    await expect(duration).not.toHaveAttribute('aria-sort');
    await expect.poll(seqs).toEqual(inTime);
    await expect(selected).toHaveAttribute('data-tier', 'tool');
  });

  test('plays to its end, dims what is later, and shows it all again', async ({ main }) => {
    await expect(later(main)).toHaveCount(0);
    await replay.getByRole('button', { name: 'Previous error' }).click();
    await expect(main.rows('[aria-selected="true"]')).not.toHaveAttribute('data-tier', 'ok');
    await replay.getByRole('slider').focus();
    await main.page.keyboard.press('Home');
    await expect(later(main).first()).toBeAttached();
    await replay.getByRole('combobox', { name: 'Speed' }).selectOption('16');
    await main.log.focus();
    await main.page.keyboard.press(' ');
    await expect(replay.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(later(main)).toHaveCount(0);
  });

  test('steps through its errors and frames by keyboard', { tag: '@core' }, async ({ main }) => {
    const playhead = replay.getByRole('slider');
    await playhead.focus();
    await main.page.keyboard.press('Home');
    await main.log.focus();
    const selected = main.rows('[aria-selected="true"]');
    const seq = () => main.selectedSeq();
    await expect(playhead).toHaveAttribute(
      'aria-valuenow',
      (await playhead.getAttribute('aria-valuemin')) ?? '',
    );
    const seen: string[] = [];
    // The first error is selected from the start, so only the playhead moves.
    const place = async () => `${await seq()} at ${await playhead.getAttribute('aria-valuenow')}`;
    for (let step = 0; step < 10; step += 1) {
      const from = await place();
      await main.page.keyboard.press('e');
      await expect.poll(place).not.toBe(from);
      seen.push((await selected.getAttribute('data-tier')) ?? '');
    }
    expect(new Set(seen)).toEqual(new Set(['tool', 'protocol', 'client', 'transport']));
    const before = await seq();
    await main.page.keyboard.press(',');
    await expect.poll(seq).toBeLessThan(before);
    await main.page.keyboard.press('.');
    await main.page.keyboard.press('w');
    await expect(later(main)).toHaveCount(0);
  });

  test('hides later rows, and goes to a time that is typed in', async ({ main }) => {
    const whole = Number(await main.log.getAttribute('aria-rowcount'));
    const time = replay.getByRole('textbox', { name: 'Time' });
    await time.fill('0');
    await time.press('Enter');
    await replay.getByRole('checkbox', { name: /Hide later/ }).check();
    const rows = async () => Number(await main.log.getAttribute('aria-rowcount'));
    await expect.poll(rows).toBeLessThan(whole);
    await time.fill('soon');
    await time.press('Enter');
    await expect(time).toHaveAttribute('aria-invalid', 'true');
    await time.press('Escape');
    await replay.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(rows).toBe(whole);
  });

  test('takes a bookmark, and keeps every byte that was recorded', async ({ start, main }) => {
    const before = await readFile(file, 'utf8');
    await main.log.focus();
    await main.page.keyboard.press('e');
    await main.page.keyboard.press('m');
    const dialog = main.page.getByRole('dialog', { name: 'Add a bookmark' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('this one broke the build');
    await dialog.getByRole('button', { name: 'Add the bookmark' }).click();
    await main.log.focus();
    await main.page.keyboard.press('End');
    const bookmark = main.rows('[data-kind="mark"]');
    await expect(bookmark).toContainText('this one broke the build');
    await bookmark.click();
    await expect(main.inspector).toContainText('this one broke the build');
    expect((await readFile(file, 'utf8')).startsWith(before)).toBe(true);

    const again = await start('open', file);
    await main.open(again);
    await expect(main.rows('[data-kind="mark"]')).toContainText('this one broke the build');
  });
});

test('recordings are found, renamed, deleted and put back', async ({ open, main }) => {
  await open();
  await main.labReady();
  await main.page.getByRole('button', { name: 'Close session' }).click();
  await main.log.waitFor({ state: 'detached' });
  await main.page.keyboard.press('o');
  const page = main.page.getByRole('dialog', { name: 'Recordings' });
  const list = page.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
  await expect(list).toHaveCount(1);
  await expect(list).toContainText('frames');
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByRole('textbox', { name: 'New name' }).fill('before the fix');
  await page.getByRole('textbox', { name: 'New name' }).press('Enter');
  await expect(list).toContainText('before the fix');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(list).toHaveCount(0);
  await page.getByRole('searchbox').fill('fix');
  await page.getByRole('button', { name: 'Delete before the fix' }).click();
  await expect(list).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveCount(1);
  await list
    .getByRole('button', { name: /before the fix/ })
    .first()
    .click();
  await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'recording');
});

test('an export replaces secrets unless it is asked to keep them', async ({ openLab, main }) => {
  await openLab();
  await main.labReady();
  await main.call('ok-structured', { city: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' });
  await main.page.getByRole('button', { name: 'More to do with the session' }).click();
  await main.page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = main.page.getByRole('dialog', { name: 'Export' });
  const secrets = dialog.getByRole('list', { name: 'Secrets that were found' });
  await expect(secrets).toContainText('ghp_');
  const [download] = await Promise.all([
    main.page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).not.toContain('ghp_abcdefghijklmnopqrstuvwxyz0123456789');
  expect(text).toContain('<redacted:1>');
  expect(download.suggestedFilename()).toMatch(/-redacted\.tierscope\.jsonl$/);
});

function later(main: Screen): Locator {
  return main.rows('[data-later="true"]');
}

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { realPage } from '../pages/late-page.ts';
import { ended } from '../pages/run-program.ts';
import { startElectron } from '../pages/running-electron.ts';

// How a desktop opens recordings with the app: with the macOS event, and as a start argument.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

const ENTRY = fileURLToPath(new URL('../../dist/main/electron.js', import.meta.url));
const opened = '[data-session][data-session-state="recording"]';

test(
  'files that macOS hands over before the app is ready, while it opens them, and later are all opened',
  { tag: '@core' },
  async ({ carrier: _ }, info) => {
    const names = ['before', 'meanwhile', 'later', 'broken'];
    const files = Object.fromEntries(names.map((name) => [name, join(info.outputDir, `${name}.jsonl`)]));
    await mkdir(info.outputDir, { recursive: true });
    for (const name of names) await writeFile(files[name] ?? '', recordingOf(name));
    await writeFile(files.broken ?? '', 'no recording\n');
    // "Make sure to listen for the open-file event very early in your application startup to handle this case (even
    // before the ready event is emitted)" (Electron's page "app"); and `ready` comes after the first turn.
    const finder = info.outputPath('finder.mjs');
    await writeFile(
      finder,
      `import { app } from 'electron';
    const open = (file) => app.emit('open-file', { preventDefault() {} }, file);
    app.once('ready', () => setImmediate(() => open(${JSON.stringify(files.meanwhile)})));
    await import(${JSON.stringify(ENTRY)});
    setImmediate(() => open(${JSON.stringify(files.before)}));`,
    );
    const { electron, child } = await startElectron([ENTRY], info.outputPath('data'), info.outputDir, {
      entry: finder,
    });
    try {
      const window = await electron.firstWindow();
      await expect(window.locator(opened)).toHaveText([/before/, /meanwhile/]);
      // A file replaces the error lab.
      await expect(window.locator('[data-session]')).toHaveCount(2);
      const later = (file: string | undefined) =>
        electron.evaluate(({ app }, path) => app.emit('open-file', { preventDefault() {} }, path), file);
      await later(files.broken);
      await later(files.later);
      await expect(window.locator(opened)).toHaveText([/before/, /meanwhile/, /later/]);
      await expect(window.getByRole('alert')).toContainText('broken.jsonl');
      expect(electron.windows()).toHaveLength(1);
    } finally {
      await ended(child, 'SIGTERM');
    }
  },
);

test('a second start with a file hands it over, with what is wrong with another, and a minimized window comes back', async ({
  open,
  main,
}, info) => {
  const files = ['one.jsonl', 'broken.jsonl'].map((name) => info.outputPath(name));
  await writeFile(files[0] ?? '', recordingOf('one'));
  await writeFile(files[1] ?? '', 'no recording\n');
  const app = await open();
  await app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  expect((await app.startAgain(files)).exitCode).toBe(0);
  await expect(main.page.locator(opened)).toHaveText([/one/]);
  await expect(main.page.getByRole('alert')).toContainText('broken.jsonl');
  const windows = await app.electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
  );
  expect(windows).toEqual([false]);
});

test('a file dropped from the desktop is opened where it lies, and a bookmark goes into it', async ({
  open,
  main,
}, info) => {
  const app = await open();
  const file = info.outputPath('dropped.jsonl');
  await writeFile(file, recordingOf('dropped'));
  await dropFromDesktop(realPage(main.page), file);
  await expect(main.page.locator(`${opened}[aria-selected="true"]`)).toHaveText([/dropped/]);
  await main.log.focus();
  await main.page.keyboard.press('m');
  await main.page.getByRole('textbox', { name: 'Note' }).fill('mine');
  await main.page.keyboard.press('Enter');
  await expect(main.rows('[data-kind="mark"]')).toContainText('mine');
  await expect.poll(() => readFile(file, 'utf8')).toContain('mine');
  // Without its path it would be a copy there.
  expect(await readdir(app.dataFolder)).not.toContain('received');
});

/** Drops a file from disk, whose path Chromium knows, unlike that of a file created by a script. */
async function dropFromDesktop(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 700, y: 450, data });
  // A hand keeps moving; a busy browser may lose a single step.
  await expect(async () => {
    await drag('dragEnter');
    await drag('dragOver');
    await expect(page.getByText('Drop recordings here')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  // The element under the pointer has changed: like a hand, it moves once more before it lets go.
  await drag('dragOver');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await drag('dragOver');
  await drag('drop');
  await session.detach();
}

function recordingOf(label: string): string {
  const records = [
    { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' },
    { type: 'session', seq: 1, at: 10, session: 's1', label, origin: 'connect', command: 'node', args: [] },
    { type: 'end', seq: 2, at: 20 },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { scriptedWords } from '../servers/server-paths.ts';

// A crashed page takes nothing with it: the sessions and their recordings belong to the main process.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

test('a crashed page is loaded again, and its sessions went on; one that does not stay is asked about', async ({
  open,
  main,
}, info) => {
  const app = await open('connect', '--', ...scriptedWords('chatty'), info.outputPath('notes'));
  const { electron } = app;
  if (electron === undefined) throw new Error('This is not Electron.');
  await expect.poll(() => main.total()).toBeGreaterThan(20);
  const before = await main.total();
  await crash(electron);
  await expect.poll(app.stderr).toContain('The page crashed (');
  await expect.poll(() => noticesIn(electron)).toContain('The page crashed and was loaded again.');
  await expect.poll(() => totalIn(electron)).toBeGreaterThan(before);

  await answerBoxes(electron, 0);
  await crashTwice(electron);
  await expect.poll(() => askedIn(electron)).toContain('The page crashed twice within seconds.');
  const then = await numbersIn(app.dataFolder);
  await expect.poll(() => totalIn(electron)).toBeGreaterThan(then.length);

  await answerBoxes(electron, 1);
  const end = once(electron.process(), 'exit');
  await crashTwice(electron);
  expect(await end).toEqual([0, null]);
  // No message of the server is missing from the time without a page.
  const recorded = await numbersIn(app.dataFolder);
  expect(recorded).toEqual(recorded.map((_, index) => index + 1));
  expect(recorded.length).toBeGreaterThan(then.length);
});

const crash = (electron: ElectronApplication) =>
  electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer());

/** The second time as soon as the page is back. */
const crashTwice = (electron: ElectronApplication) =>
  electron.evaluate(({ webContents }) => {
    const [contents] = webContents.getAllWebContents();
    contents?.once('did-navigate', () => contents.forcefullyCrashRenderer());
    contents?.forcefullyCrashRenderer();
  });

/** Playwright cannot use a crashed page, so Electron is asked. */
const answerBoxes = (electron: ElectronApplication, response: number) =>
  electron.evaluate(({ dialog }, button) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    Object.assign(dialog, {
      showMessageBox: async (_window: unknown, { message }: { message: string }) => {
        asked.push(message);
        return { response: button, checkboxChecked: false };
      },
    });
  }, response);

const askedIn = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as { asked?: string[] }).asked ?? []);

// Playwright cannot use a crashed page any more, so Electron is asked.

/** Empty while the page is gone. */
const inPage = (electron: ElectronApplication, code: string): Promise<unknown> =>
  electron.evaluate(
    ({ webContents }, script) =>
      webContents
        .getAllWebContents()[0]
        ?.executeJavaScript(script)
        .catch(() => ''),
    code,
  );

const noticesIn = async (electron: ElectronApplication): Promise<string> =>
  String(
    await inPage(
      electron,
      `[...document.querySelectorAll('[role=status], [role=alert]')].map((one) => one.textContent).join()`,
    ),
  );

const totalIn = async (electron: ElectronApplication): Promise<number> =>
  Number(await inPage(electron, `document.querySelector('[data-frame-total]')?.dataset.frameTotal ?? 0`));

/** The numbers of the server's messages in the only recording of this data folder. */
async function numbersIn(dataFolder: string): Promise<number[]> {
  const folder = join(dataFolder, 'recordings');
  const [name = ''] = await readdir(folder);
  const text = await readFile(join(folder, name), 'utf8');
  return [...text.matchAll(/\\"data\\":\{\\"number\\":(\d+)/g)].map(([, number]) => Number(number));
}

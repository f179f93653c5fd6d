import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect as plainExpect, test } from '../pages/app-test.ts';
import { violations } from '../pages/axe.ts';
import { dropFiles } from '../pages/drop-files.ts';
import { QUIET, type RunningApp, startApp } from '../pages/running-app.ts';

test.describe.configure({ timeout: 240_000 });

/** Each file is read by its own worker, which takes a while on a busy machine. */
const expect = plainExpect.configure({ timeout: 30_000 });

/** Apps that share a data folder; those that a failing test leaves running are ended anyway. */
const apps: RunningApp[] = [];
async function startShared(data?: string): Promise<RunningApp> {
  const app = await startApp([...QUIET], data);
  apps.push(app);
  return app;
}
test.afterEach(async () => {
  for (const app of apps.splice(0)) {
    await app.stop();
    await app.remove();
  }
});

const HEADER = {
  type: 'header',
  format: 'tierscope',
  version: 1,
  startedAt: '2026-11-21T09:30:00.000Z',
} as const;
const place = (seq: number) => ({ seq, at: seq * 10, session: 's1' });
const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const CRASHED = lines([
  HEADER,
  { type: 'session', ...place(1), label: 'crashed', origin: 'connect', command: 'node', args: ['x.js'] },
  { type: 'process', ...place(2), event: 'spawned', pid: 7 },
  {
    type: 'frame',
    ...place(3),
    direction: 'client-to-server',
    raw: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  },
  { type: 'frame', ...place(4), direction: 'server-to-client', raw: '{"jsonrpc":"2.0","id":1,"result":{}}' },
  { type: 'weather', ...place(5), forecast: 'rain' },
  { type: 'stderr', ...place(6), text: 'out of cheese' },
  { type: 'process', ...place(7), event: 'exited', exitCode: 3 },
  { type: 'end', seq: 8, at: 90 },
]);

const CALL = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"weigh","arguments":{}}}';
const ANSWER = '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"3 kg"}]}}';
/** Small files of three tools, with a sentence on what their format lacks. */
const FOREIGN = [
  { name: 'lines.jsonl', format: 'JSON-RPC lines', lacks: /time/, bytes: `${CALL}\n${ANSWER}\n` },
  {
    name: 'mcp-server-scales.log',
    format: 'Claude Desktop',
    lacks: /stderr|cut|truncate|process/i,
    bytes: [
      '2026-08-31T10:15:00.001Z [scales] [info] Initializing server...',
      `2026-08-31T10:15:01.001Z [scales] [info] Message from client: ${CALL}`,
      `2026-08-31T10:15:01.120Z [scales] [info] Message from server: ${ANSWER}`,
      '',
    ].join('\n'),
  },
  {
    name: 'scales.jsonl',
    format: 'mcp-rec',
    lacks: /stderr|process|wrote them again/i,
    bytes: [
      `{"ts": 1788170100.25, "dir": "client->server", "msg": ${CALL}}`,
      `{"ts": 1788170100.5, "dir": "server->client", "msg": ${ANSWER}}`,
      '',
    ].join('\n'),
  },
] as const;

test("other tools' files are dropped together, say what they cannot tell, keep bookmarks, and are found again", async ({
  main,
}) => {
  const app = await startShared();
  const { page } = main;
  await main.open(app);
  await dropFiles(page, FOREIGN);
  await expect(page.locator('[data-session][data-session-state="recording"]')).toHaveCount(FOREIGN.length);
  for (const [index, { format, lacks }] of FOREIGN.entries()) {
    await page.locator('[data-session][data-session-state="recording"]').nth(index).click();
    await expect(page.locator('[data-origin="import"]').last()).toContainText(format);
    const banner = page.getByRole('region', { name: 'What this format cannot tell' });
    await expect(banner).toBeVisible();
    const more = banner.getByRole('button');
    if (await more.isVisible()) await more.click();
    await expect(banner).toContainText(lacks);
    await expect(main.rows().filter({ hasText: 'weigh' }).first()).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);

  await main.log.focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Add a bookmark' });
  await expect(dialog).toContainText('a copy in the recordings folder keeps this bookmark');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('heavier than it was');
  await dialog.getByRole('button', { name: 'Add the bookmark' }).click();
  await expect(page.getByText('the bookmarks are kept in a copy')).toBeVisible();
  await app.stop();

  const again = await startShared(app.dataFolder);
  await main.open(again);
  await page.getByRole('button', { name: 'Recordings', exact: true }).click();
  const shelf = page.getByRole('dialog', { name: 'Recordings' });
  await shelf
    .getByRole('button', { name: /marked/ })
    .first()
    .click();
  await expect(main.rows('[data-kind="mark"]')).toContainText('heavier than it was');
  await expect(page.getByRole('region', { name: 'What this format cannot tell' })).toBeVisible();

  const received = join(app.dataFolder, 'received');
  const folders = await readdir(received);
  expect(folders).toHaveLength(FOREIGN.length);
  for (const folder of folders) {
    if ((await readdir(join(received, folder))).includes('lines.jsonl'))
      await rm(join(received, folder), { recursive: true });
  }
  await page.keyboard.press('o');
  await shelf.getByRole('button', { name: 'Recently opened' }).click();
  const recent = shelf.getByRole('list', { name: 'Recent files' }).getByRole('listitem');
  await expect(recent).toHaveCount(FOREIGN.length + 1);
  await expect(recent.filter({ hasText: 'lines.jsonl' })).toContainText('is gone');
  expect(await violations(page)).toEqual([]);
  await shelf.getByRole('button', { name: 'Remove lines.jsonl from the list' }).click();
  await expect(recent).toHaveCount(FOREIGN.length);
  await recent.filter({ hasText: 'mcp-server-scales.log' }).getByRole('button').first().click();
  await expect(page.locator('[data-origin="import"]').last()).toContainText('Claude Desktop');
});

test('a file keeps every byte, opens as far as it goes, and shows how its server ended', {
  tag: '@core',
}, async ({ open, main }) => {
  const { page } = main;
  const app = await open();
  const [before, after] = CRASHED.split(/(?<=\n)(?=.*weather)/);
  const bytes = Buffer.concat([
    Buffer.from(before ?? ''),
    Buffer.from([0x22, 0xff, 0xfe, 0x0a]),
    Buffer.from(after ?? ''),
  ]);
  await dropFiles(page, [{ name: 'crashed.tierscope.jsonl', bytes }]);
  const tab = main.tab('crashed');
  await expect(tab).toContainText('exit 3');
  await expect(page.getByRole('region', { name: 'How the session ended' })).toContainText(
    'The server exited with code 3. Its last line on stderr: “out of cheese”.',
  );
  await expect(page.getByRole('region', { name: 'Problems of the file' })).toContainText(
    'Line 6: This line is not UTF-8 text and was left out.',
  );
  const received = join(app.dataFolder, 'received');
  const [folder = ''] = await readdir(received);
  expect(await readFile(join(received, folder, 'crashed.tierscope.jsonl'))).toEqual(bytes);
});

test('a newer version is refused in one sentence, and nothing is lost of what else was chosen', {
  tag: '@core',
}, async ({ open, main }) => {
  const { page } = main;
  const app = await open();
  await dropFiles(page, [
    { name: 'newer.tierscope.jsonl', bytes: lines([{ ...HEADER, version: 9 }]) },
    { name: 'crashed.tierscope.jsonl', bytes: CRASHED },
    { name: 'photo.jpg', bytes: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]) },
  ]);
  await expect(main.tab('crashed')).toBeVisible();
  const notices = page.getByRole('alert');
  await expect(notices.filter({ hasText: 'newer.tierscope.jsonl' })).toContainText('version 9');
  await expect(notices.filter({ hasText: 'photo.jpg' })).toContainText('It is a picture');
  // No copy remains of what cannot be opened.
  await expect.poll(() => readdir(join(app.dataFolder, 'received'))).toHaveLength(1);
});

test('what a start cannot open is reported on the page, beside what it can', async ({
  start,
  main,
}, info) => {
  const [broken, whole] = [info.outputPath('photo.jpg'), info.outputPath('crashed.tierscope.jsonl')];
  await writeFile(broken, Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]));
  await writeFile(whole, CRASHED);
  await main.open(await start('open', broken, whole));
  await expect(main.tab('crashed')).toBeVisible();
  await expect(main.page.getByRole('alert')).toContainText('photo.jpg cannot be opened. ');
});

test('a later start hands its files over to the app that runs', async ({ open, main }) => {
  const app = await open();
  const files = [join(app.dataFolder, 'one.tierscope.jsonl'), join(app.dataFolder, 'two.jsonl')];
  await writeFile(files[0] ?? '', CRASHED);
  await writeFile(files[1] ?? '', FOREIGN[0].bytes);
  const end = await app.startAgain(['open', '--shell', 'browser', '--no-open', ...files]);
  if (app.electron === undefined) expect(end.stdout.toString()).toContain(app.address);
  expect(end.exitCode).toBe(0);
  await expect(main.page.locator('[data-session][data-session-state="recording"]')).toHaveCount(2);
  // A bookmark goes into the user's own file, and unknown content in it is kept.
  await main.tab('crashed').click();
  await main.log.focus();
  await main.page.keyboard.press('m');
  await main.page.getByRole('textbox', { name: 'Note' }).fill('mine');
  await main.page.keyboard.press('Enter');
  await expect(main.rows('[data-kind="mark"]')).toContainText('mine');
  const text = await readFile(files[0] ?? '', 'utf8');
  expect(text.startsWith(CRASHED)).toBe(true);
  expect(text).toContain('"forecast":"rain"');
});

import { expect, test } from '../pages/app-test.ts';
import type { Screen } from '../pages/screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

/** Each process scan takes a while on a busy machine. */
const GONE = { timeout: 60_000 };
test.describe.configure({ timeout: 150_000 });

test('a reload keeps a stubborn server running; closing its tab ends it, and what it started', async ({
  open,
  main,
}) => {
  await open();
  const pids = await connect(main, 'stubborn');
  await main.page.reload();
  await expect(main.tab('stubborn')).toHaveAttribute('data-session-state', 'ready');
  expect(pids.filter(isAlive)).toEqual(pids);
  await main.tab('stubborn').click();
  await main.page.getByRole('button', { name: 'Close session' }).click();
  await expect(main.tab('stubborn')).toHaveCount(0);
  await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
  await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'ready');
});

test('quitting the app ends every server', async ({ open, main }) => {
  const app = await open();
  const pids = await connect(main, 'stubborn');
  expect(await app.stop()).toBe(0);
  await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
});

test('killing the app leaves no server behind', { tag: '@core' }, async ({ open, main }) => {
  const app = await open();
  const pids = await connect(main, 'stubborn');
  await app.kill();
  await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
});

test.describe('a daemon of a server', () => {
  // Other systems hide the variables by which such a process is found.
  test.skip(process.platform !== 'linux');

  test('is ended when its server is gone, and the log names it', async ({ openShared, main }) => {
    await openShared();
    const [server = 0, daemon = 0] = await connect(main, 'daemoniser');
    process.kill(server, 'SIGKILL');
    await expect(
      main.rows().filter({ hasText: `process ${daemon} (sleep) outlived its server and was ended` }),
    ).toHaveCount(1, GONE);
    await expect.poll(() => isAlive(daemon), GONE).toBe(false);
  });

  test('is ended with the app, also if that is killed', async ({ open, main }) => {
    const app = await open();
    const pids = await connect(main, 'daemoniser');
    await app.kill();
    await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
  });
});

async function connect(main: Screen, server: string): Promise<number[]> {
  await main.connect(scriptedServer(server), server);
  const pidsLine = main.rows('[data-kind="stderr"]').filter({ hasText: 'pids' });
  const pids =
    ((await pidsLine.textContent()) ?? '')
      .match(/pids (\d+) (\d+)/)
      ?.slice(1)
      .map(Number) ?? [];
  expect(pids).toHaveLength(2);
  expect(pids.filter(isAlive)).toEqual(pids);
  return pids;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { expect, test } from '../pages/app-test.ts';
import type { Screen } from '../pages/screen.ts';
import { scriptedServer } from '../servers/server-paths.ts';

/** A busy machine takes its time for each look at its processes. */
const GONE = { timeout: 60_000 };
test.describe.configure({ timeout: 150_000 });

test('a reload keeps a stubborn server running; closing its tab ends it, and what it started', async ({
  open,
  main,
}) => {
  await open();
  const pids = await connectStubborn(main);
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
  const pids = await connectStubborn(main);
  expect(await app.stop()).toBe(0);
  await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
});

test('killing the app leaves no server behind', async ({ open, main }) => {
  const app = await open();
  const pids = await connectStubborn(main);
  await app.kill();
  await expect.poll(() => pids.filter(isAlive), GONE).toEqual([]);
});

async function connectStubborn(main: Screen): Promise<number[]> {
  await main.connect(scriptedServer('stubborn'), 'stubborn');
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

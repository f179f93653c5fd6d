import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { expect, test } from '../pages/app-test.ts';
import { QUIET, startApp } from '../pages/running-app.ts';

test('a first start opens the error lab with one call of every tier made', { tag: '@core' }, async ({
  start,
  main: screen,
}) => {
  const app = await start();
  await screen.open(app);
  await expect(screen.tab('error lab')).toHaveAttribute('data-session-state', 'ready');
  for (const tier of ERROR_TIERS) await expect.poll(() => screen.count(tier)).toBe(1);
  const red = screen.rows('[data-tier="protocol"]');
  await expect(red).toHaveAccessibleName(/protocol error.*-32602.*Invalid params/);
  const amber = screen.rows('[data-tier="tool"]');
  await amber.click();
  await expect(screen.amberPanel).toHaveAttribute('data-tier', 'tool');
  await expect(screen.amberPanel).toContainText('No city is named "Olso"');
});

test('a second start opens where one was: the recording of the server, and no lab', async ({
  start,
  stopLater,
  main: screen,
}) => {
  const first = await start('connect', '--', process.execPath, 'e2e/servers/library.js');
  await screen.open(first);
  await expect(screen.tab('library.js')).toHaveAttribute('data-session-state', 'ready');
  await first.stop();
  const second = await startApp([...QUIET], first.dataFolder);
  await screen.open(second);
  await expect(screen.tab('library.js')).toHaveAttribute('data-session-state', 'recording');
  await expect(screen.page.getByRole('tab', { name: 'error lab' })).toHaveCount(0);
  stopLater(second);
});

test('a reload finds the session and every row again', { tag: '@core' }, async ({
  openLab,
  main: screen,
}) => {
  await openLab();
  await screen.labReady();
  const total = await screen.total();
  await screen.page.reload();
  await expect(screen.tab('error lab')).toHaveAttribute('data-session-state', 'ready');
  await expect.poll(() => screen.total()).toBe(total);
});

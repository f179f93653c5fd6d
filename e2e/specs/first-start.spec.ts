import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { expect, test } from '../pages/app-test.ts';

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

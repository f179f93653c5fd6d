import { expect, test } from '../pages/app-test.ts';

test('a 5 MB frame opens as raw text first and then as a tree, and the page answers all the while', async ({
  openLab,
  main,
}) => {
  await openLab();
  await main.labReady();
  await main.showFrames();
  await main.call('large-structured');
  await main.inspectorTab('Message').click();
  await expect(main.inspector).toContainText(/5(\.\d)? MB/);
  await expect(main.inspector.getByRole('tree')).toBeVisible();
  // The page must still respond: a key moves the selection at once.
  await main.log.focus();
  const selected = main.rows('[aria-selected="true"]');
  const seq = Number(await selected.getAttribute('data-seq'));
  await main.page.keyboard.press('k');
  await expect(selected).toHaveAttribute('data-seq', String(seq - 1), { timeout: 5000 });
});

test('a burst of 10,000 notifications is all there, with the log following', { tag: '@core' }, async ({
  openLab,
  main,
}) => {
  await openLab();
  await main.labReady();
  const before = await main.total();
  await main.callTool('notification-burst', { count: 10_000 });
  await expect.poll(() => main.total(), { timeout: 60_000 }).toBe(before + 10_002);
  await expect(main.log).toHaveAttribute('data-dropped', '0');
  await expect(main.log).toHaveAttribute('data-following', 'true');
  const last = main.rows('[data-direction="server-to-client"]').filter({ hasText: 'notification-burst' });
  await expect(last).toBeInViewport();
});

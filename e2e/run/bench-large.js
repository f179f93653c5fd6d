// A frame of 5 MB, from the click on its row to its tree: the longest stall of the page.
import { launchBrowser, longestStall, openPage, startApp } from './bench-app.js';

/** The page at rest is measured for the same time, and its stall is reported too. */
export async function large() {
  const app = await startApp();
  const browser = await launchBrowser();
  const page = await openPage(browser, app.address);
  const log = page.getByRole('grid', { name: 'Frame log' });
  const before = Number(await log.getAttribute('data-frame-total'));
  const startedAt = performance.now();
  const arrivalStallMs = await longestStall(page, () => arrive(page, before));
  const opened = performance.now();
  const openingStallMs = await longestStall(page, () => openFrame(page));
  const openMs = Math.round(performance.now() - opened);
  const restStallMs = await longestStall(page, () => page.waitForTimeout(openMs));
  await browser.close();
  await app.stop();
  const arriveMs = Math.round(opened - startedAt);
  return { '5 MB frame': { arriveMs, arrivalStallMs, openMs, openingStallMs, restStallMs } };
}

/** @param {import('playwright').Page} page @param {number} before */
async function arrive(page, before) {
  await page.evaluate(async () => {
    const token = sessionStorage.getItem('tierscope.token');
    const socket = new WebSocket(`ws://${location.host}/ws`, ['tierscope.v1', `token.${token}`]);
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
    const session = document.querySelector('[role="tab"][data-session]')?.getAttribute('data-session');
    const input = { session, name: 'large-structured', arguments: {} };
    socket.send(JSON.stringify({ t: 'q', i: 'large', m: 'callTool', a: [input] }));
    // The answer would also arrive on this socket, where the page does not need it.
    setTimeout(() => socket.close(), 0);
  });
  await page.waitForFunction(
    (from) =>
      Number(document.querySelector('[aria-label="Frame log"]')?.getAttribute('data-frame-total')) >=
      from + 2,
    before,
    { polling: 50 },
  );
}

/** @param {import('playwright').Page} page */
async function openFrame(page) {
  const rows = page.locator('[role="grid"][aria-label="Frame log"] [role="row"][data-seq]');
  await rows.filter({ hasText: 'large-structured' }).last().click();
  await page.getByRole('tab', { name: 'Message' }).click();
  await page.getByRole('tree').first().waitFor();
}

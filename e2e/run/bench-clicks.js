// From the click on *Call* until the row with the answer is rendered, without the server's time.
import { launchBrowser, openPage, startApp } from './bench-app.js';
import { commands } from './bench-sessions.js';
import { middle, quantile } from './ratios.js';

const CALLS = 60;
/** The first calls compile shared code. */
const WARM = 10;
const PAUSE_MS = 300;
const TOOL = 'ok-text';

/**
 * One call: milliseconds until its row has an outcome, and the seq of its answer.
 * @param {import('playwright').Page} page
 */
function called(page) {
  return page.evaluate(
    async ({ tool }) => {
      const grid = /** @type {HTMLElement} */ (
        document.querySelector('[role="grid"][aria-label="Frame log"]')
      );
      const last = () => {
        const rows = [...grid.querySelectorAll('[role="row"][data-seq]')];
        return rows.reduce((most, row) => Math.max(most, Number(row.getAttribute('data-seq'))), 0);
      };
      const form = document.querySelector(`form[aria-label="Call ${tool}"]`);
      const button = [...(form?.querySelectorAll('button') ?? [])].find((one) =>
        /^Call/.test(one.textContent ?? ''),
      );
      const before = last();
      const startedAt = performance.now();
      button?.click();
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const drawn = [...grid.querySelectorAll('[role="row"][data-seq]')].find(
          (row) =>
            Number(row.getAttribute('data-seq')) > before && row.getAttribute('data-outcome') !== 'pending',
        );
        if (drawn) return { ms: performance.now() - startedAt, seq: Number(drawn.getAttribute('data-seq')) };
        if (performance.now() - startedAt > 10_000) throw new Error('the call has no row');
      }
    },
    { tool: TOOL },
  );
}

export async function clicks() {
  const app = await startApp();
  const browser = await launchBrowser();
  const page = await openPage(browser, app.address);
  const { send, close } = await commands(app.address);
  const [{ session }] = (await send('hello', {})).sessions;
  const sidebar = page.getByRole('navigation', { name: 'Tools' });
  await sidebar
    .getByRole('button')
    .filter({ has: page.getByText(TOOL, { exact: true }) })
    .click();
  await page.getByRole('form', { name: `Call ${TOOL}`, exact: true }).waitFor();
  const over = [];
  const servers = [];
  for (let call = 0; call < WARM + CALLS; call += 1) {
    await page.waitForTimeout(PAUSE_MS);
    const { ms, seq } = await called(page);
    const { value } = await send('readRecords', { session, first: seq - 1, last: seq, limit: 2 });
    const [request, answer] = value;
    const serverMs = Math.abs((answer?.at ?? 0) - (request?.at ?? 0));
    if (call < WARM) continue;
    over.push(ms - serverMs);
    servers.push(serverMs);
  }
  close();
  await browser.close();
  await app.stop();
  return {
    'click to row': {
      p50Ms: middle(over),
      p95Ms: Math.round(quantile(over, 0.95)),
      serverMs: middle(servers),
      calls: CALLS,
    },
  };
}

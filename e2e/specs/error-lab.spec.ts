import { LAB_TOOLS, type LabTool } from '../../app/lab/lab-tools.ts';
import { expect, test } from '../pages/app-test.ts';
import { QUIET, type RunningApp, startApp } from '../pages/running-app.ts';
import { Screen } from '../pages/screen.ts';

// `main/checks/lab/lab-server.test.ts` checks every tool's row; this checks one of each kind, in the whole run all.

/** The look of a tool's row, and the effects of its call. */
const kindOf = ({ tier, outcome, endsServer, needsShortTimeout }: LabTool) =>
  [tier, outcome, endsServer, needsShortTimeout].join(' ');
const kinds = LAB_TOOLS.map(kindOf);
const isFirstOfKind = (tool: LabTool, at: number) => kinds.indexOf(kindOf(tool)) === at;

test.describe.configure({ mode: 'serial' });

test.describe('every failure of the error lab shows its tier, its mark and its code', () => {
  let app: RunningApp;
  let screen: Screen;

  test.beforeAll(async ({ newPage }) => {
    app = await startApp([...QUIET]);
    screen = new Screen(await newPage());
    await screen.open(app);
    await screen.labReady();
  });

  test.afterAll(async () => {
    await app.stop();
    await app.remove();
  });

  for (const [at, tool] of LAB_TOOLS.entries()) {
    const tag = isFirstOfKind(tool, at) ? ['@core'] : [];
    test(`${tool.name}: ${tool.title}`, { tag }, async () => {
      const before = await screen.lastSeq();
      await screen.callTool(tool.name);
      if (!tool.endsServer) await screen.callSettled(tool.name);
      const code = tool.code === '' ? '' : `[data-code=${JSON.stringify(tool.code)}]`;
      // An orphan that is taken for its call's answer is soon folded into the call's row.
      const outcome = tool.outcome === 'orphan' ? '' : `[data-outcome="${tool.outcome}"]`;
      const shown = `[role="row"][data-tier="${tool.tier}"]${outcome}${code}`;
      // Read once: the log moves on while a server's last lines and its banner arrive.
      let seq = -1;
      await expect(async () => {
        seq = await seqAfter(before);
        expect(seq).toBeGreaterThan(before);
      }).toPass({ timeout: 30_000, intervals: [20, 50, 100, 250] });
      const row = screen.row(seq);
      if (tool.tier !== 'ok') await expect(row.locator('svg')).not.toHaveCount(0);
      const label = tool.tier === 'ok' ? /ok/i : new RegExp(tool.tier, 'i');
      // The app selects the result of the call, which on a slow machine may happen after this click.
      await expect(async () => {
        // The last lines of a server may have scrolled it out of view.
        if (!(await row.isVisible())) {
          await screen.log.hover({ timeout: 2000 });
          await screen.page.mouse.wheel(0, -200);
        }
        await row.click({ timeout: 2000 });
        await expect(screen.inspector).toContainText(label, { timeout: 2000 });
      }).toPass({ timeout: 60_000 });
      if (tool.code !== '') await expect(row).toContainText(tool.code.replaceAll('"', ''));
      await screen.log.focus();
      await screen.page.keyboard.press('End');
      if (tool.endsServer) await restart();

      // In one step inside the page: rows reuse elements, so a found element may soon be another row.
      async function seqAfter(seq: number): Promise<number> {
        const seqs = await screen.log.evaluate(
          (log, rows) => [...log.querySelectorAll(rows)].map((row) => Number(row.getAttribute('data-seq'))),
          shown,
        );
        return seqs.find((one) => one > seq) ?? -1;
      }
    });
  }

  async function restart(): Promise<void> {
    const tab = screen.tab('error lab');
    await expect(tab).toHaveAttribute('data-session-state', 'failed');
    await screen.page.getByRole('button', { name: 'Restart' }).first().click();
    await expect(tab).toHaveAttribute('data-session-state', 'ready');
  }

  test('nothing stays pending', { tag: ['@core', '@whole-too'] }, async () => {
    await expect(screen.rows('[data-outcome="pending"]')).toHaveCount(0);
  });
});

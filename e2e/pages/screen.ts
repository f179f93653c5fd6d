import { expect, type Locator, type Page } from 'playwright/test';
import type { ErrorTier } from '../../app/frame/tier.ts';
import { LAB_FIRST_CALLS } from '../../app/lab/lab-tools.ts';
import type { RunningApp } from './running-app.ts';
import { sendCommand } from './second-screen.ts';

/** The button of a call form; a destructive tool's has a suffix. */
export const CALL = /^Call( · destructive)?$/;

/** The main screen, by roles, names and the attributes of the screen contract. */
export class Screen {
  readonly page: Page;
  readonly log: Locator;
  readonly inspector: Locator;
  readonly amberPanel: Locator;
  readonly lookup: Locator;

  constructor(page: Page) {
    this.page = page;
    this.log = page.getByRole('grid', { name: 'Frame log' });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.amberPanel = page.getByRole('region', { name: 'Tool error' });
    this.lookup = page.getByRole('search', { name: 'Code lookup' });
  }

  async open(app: RunningApp): Promise<void> {
    await app.show(this.page);
    await expect(this.page.locator('main[data-host]')).toBeVisible();
  }

  /** Closes every session and recording in the app. */
  async closeSessions(): Promise<void> {
    const { sessions } = await sendCommand(this.page, 'hello', {});
    for (const { session } of sessions) await sendCommand(this.page, 'close', { session });
    await expect(this.page.getByRole('tab').and(this.page.locator('[data-session]'))).toHaveCount(0);
  }

  /** Waits until the error lab, which starts automatically, has answered the last of its initial calls. */
  async labReady(): Promise<void> {
    const answers = this.rows('[data-direction="server-to-client"][data-outcome="ok"]');
    const last = answers.filter({ hasText: LAB_FIRST_CALLS.at(-1) ?? '' });
    await expect(last).toBeVisible({ timeout: 30_000 });
  }

  /** Makes the log show each line separately instead of one row per call. */
  async showFrames(): Promise<void> {
    await this.page.getByRole('button', { name: 'Frames', exact: true }).click();
  }

  tab(label: string | RegExp): Locator {
    return this.page.getByRole('tab', { name: label }).and(this.page.locator('[data-session]'));
  }

  rows(selector = ''): Locator {
    return this.log.locator(`[role="row"][data-seq]${selector}`);
  }

  row(seq: number): Locator {
    return this.rows(`[data-seq="${seq}"]`);
  }

  /** The seq of the selected row if it is rendered; else 0. */
  async selectedSeq(): Promise<number> {
    const selected = this.rows('[aria-selected="true"]');
    return Number((await selected.count()) && (await selected.getAttribute('data-seq')));
  }

  counter(tier: ErrorTier): Locator {
    return this.page.locator(`[data-tier-count="${tier}"]`);
  }

  async count(tier: ErrorTier): Promise<number> {
    const text = (await this.counter(tier).textContent()) ?? '';
    return Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? Number.NaN);
  }

  async total(): Promise<number> {
    return Number(await this.log.getAttribute('data-frame-total'));
  }

  /** The highest seq among the rendered rows; 0 without rows. */
  async lastSeq(): Promise<number> {
    const seqs = await this.rows().evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('data-seq'))),
    );
    return Math.max(0, ...seqs);
  }

  /** Connects through the dialog, and waits until the session has left `starting`. */
  async connect(command: string, label: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Command' }).fill(command);
    await dialog.getByRole('textbox', { name: 'Label' }).fill(label);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(this.tab(label)).toBeVisible();
    await expect(this.tab(label)).not.toHaveAttribute('data-session-state', 'starting', { timeout: 30_000 });
  }

  /** Calls a tool from the sidebar with the current or the given arguments. */
  async callTool(name: string, args?: object): Promise<void> {
    await this.chooseTool(name);
    const form = this.#form(name);
    if (args !== undefined) await this.#fillJson(form, args);
    await form.getByRole('button', { name: CALL }).click();
  }

  async #fillJson(form: Locator, args: object): Promise<void> {
    const json = form.getByRole('button', { name: 'JSON', exact: true });
    if ((await json.getAttribute('aria-pressed')) !== 'true') await json.click();
    await form.getByLabel('Arguments (JSON)').fill(JSON.stringify(args));
  }

  /** The same, and waits until the call has an outcome. */
  async call(name: string, args?: object): Promise<void> {
    await this.callTool(name, args);
    await this.callSettled(name);
  }

  /** Waits until the call has an outcome; the app then selects its row. */
  async callSettled(name: string): Promise<void> {
    const button = this.#form(name).getByRole('button', { name: CALL });
    await expect(button).toBeEnabled({ timeout: 20_000 });
  }

  #form(tool: string): Locator {
    return this.page.getByRole('form', { name: `Call ${tool}`, exact: true });
  }

  async chooseTool(name: string): Promise<void> {
    const sidebar = this.page.getByRole('navigation', { name: 'Tools' });
    const tool = sidebar.getByRole('button').filter({ has: this.page.getByText(name, { exact: true }) });
    await tool.first().click();
  }

  inspectorTab(name: string): Locator {
    return this.inspector.getByRole('tab', { name });
  }
}

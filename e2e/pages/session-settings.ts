import { expect, type Locator } from 'playwright/test';
import type { Screen } from './screen.ts';

/** The settings of the active session: the era in the session header, and everything in its dialog. */
export class SettingsPage {
  readonly dialog: Locator;
  readonly chip: Locator;
  readonly #main: Screen;

  constructor(main: Screen) {
    this.#main = main;
    this.dialog = main.page.getByRole('dialog', { name: /^Settings of / });
    this.chip = main.page.getByRole('button', { name: /^Protocol revision/ });
  }

  /** Opens the era of the active session; returns the box that shows it. */
  async openEra(): Promise<Locator> {
    await this.chip.click();
    const box = this.#main.page.getByRole('dialog', { name: /^Era/ });
    await expect(box).toBeVisible();
    return box;
  }

  async open(): Promise<Locator> {
    await this.#main.page.getByRole('button', { name: 'Session settings' }).click();
    await expect(this.dialog).toBeVisible();
    return this.dialog;
  }
}

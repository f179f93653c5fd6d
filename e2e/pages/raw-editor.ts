import { expect, type Locator } from 'playwright/test';
import type { Screen } from './screen.ts';

/** The dialog for writing raw lines. */
export class RawEditor {
  readonly dialog: Locator;
  readonly field: Locator;
  readonly replies: Locator;
  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.dialog = screen.page.getByRole('dialog', { name: 'Write a raw line' });
    this.field = this.dialog.getByRole('textbox', { name: 'Line', exact: true });
    this.replies = this.dialog.getByRole('region', { name: 'What came back' });
  }

  async open(): Promise<void> {
    await this.#screen.log.focus();
    await this.#screen.page.keyboard.press('w');
    await expect(this.field).toBeFocused();
  }

  async choose(title: string): Promise<void> {
    await this.dialog.getByRole('button', { name: title, exact: true }).click();
    await expect(this.field).toBeFocused();
  }

  /** Sends the content of the field, by keyboard. */
  async send(): Promise<void> {
    await this.field.press('Control+Enter');
  }

  verdict(): Locator {
    return this.replies.getByRole('status');
  }
}

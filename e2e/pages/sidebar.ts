import { expect, type Locator, type Page } from 'playwright/test';
import { CALL } from './screen.ts';

/** The left sidebar, which lists the capabilities of a server, by roles and names. */
export class SidebarPage {
  readonly page: Page;
  readonly root: Locator;
  readonly running: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('navigation', { name: 'Tools' });
    this.running = page.getByRole('region', { name: 'Running calls' });
  }

  async show(tab: 'Tools' | 'Resources' | 'Prompts' | 'Tasks' | 'Request'): Promise<void> {
    await this.root.getByRole('tab', { name: tab }).click();
  }

  item(name: string): Locator {
    return this.root.getByRole('button').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async items(list: string): Promise<string[]> {
    return this.root.getByRole('list', { name: list, exact: true }).getByRole('button').allInnerTexts();
  }

  /** A form of the sidebar; a large one is in the middle. */
  form(name: string): Locator {
    return this.page.getByRole('form', { name, exact: true });
  }

  /** Calls a tool with the current arguments, and waits until the call has an outcome. */
  async call(tool: string): Promise<void> {
    await this.show('Tools');
    await this.item(tool).first().click();
    const button = this.form(`Call ${tool}`).getByRole('button', { name: CALL });
    await button.click();
    await expect(button).toBeEnabled({ timeout: 30_000 });
  }
}

// The desktop modules, after Electron's pages. Without a desktop, visible output is written to stderr, or refused.
import { refusing } from './refusal.js';

const ROLES = new Set(['appMenu', 'fileMenu', 'editMenu', 'viewMenu', 'windowMenu', 'help']);

/** Only a menu bar of standard entries can be created, and nobody sees it. */
export const Menu = refusing('Menu', {
  buildFromTemplate(/** @type {{ role?: string }[]} */ template) {
    for (const { role = 'none', ...rest } of template) {
      if (!ROLES.has(role) || Object.keys(rest).length > 0) {
        throw new Error(`The stand-in of Electron has no menu with the role ${role} and more than that.`);
      }
    }
    return { items: template };
  },
  setApplicationMenu: () => undefined,
});

export const dialog = refusing('dialog', {
  // As on Linux before the app is ready: "the message will be emitted to stderr" (page "dialog").
  showErrorBox(/** @type {string} */ title, /** @type {string} */ content) {
    process.stderr.write(`${title}\n${content}\n`);
  },
  /**
   * Stays open: nobody can press a button.
   * @param {unknown} _window @param {{ message: string, detail?: string, buttons: readonly string[] }} options
   * @returns {Promise<{ response: number, checkboxChecked: boolean }>}
   */
  showMessageBox(_window, { message, detail = '', buttons }) {
    process.stderr.write(`${message}\n${detail}\n[${buttons.join('] [')}]\n`);
    return new Promise(() => undefined);
  },
});

export const shell = refusing('shell', {
  /** @param {string} address @returns {Promise<void>} */
  async openExternal(address) {
    throw new Error(`There is no desktop that could open ${address}.`);
  },
});

export const nativeTheme = refusing('nativeTheme', { shouldUseDarkColors: false });

const WORK_AREA = { x: 0, y: 0, width: 1920, height: 1080 };
export const screen = refusing('screen', {
  getAllDisplays: () => [refusing('Display', { id: 1, bounds: WORK_AREA, workArea: WORK_AREA })],
});

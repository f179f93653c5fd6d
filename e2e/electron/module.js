// The module `electron`, as the app's main process imports it. The app's entry runs unchanged; only names that the app
// uses exist, all others are refused.
import { App } from './app.js';
import { BrowserWindow } from './browser-window.js';
import { MessageChannelMain } from './message-ports.js';
import { KnownEvents, refusal, refusing } from './refusal.js';
import { safeStorageOf } from './safe-storage.js';
import { Schemes } from './schemes.js';
import { SessionHandlers } from './session.js';
import { ownSwitches } from './switches.js';
import { dialog, Menu, nativeTheme, screen, shell } from './system.js';
import { Windows } from './windows.js';

/** Every channel is chosen by the app. */
class IpcMain extends KnownEvents {
  constructor() {
    super('ipcMain', null);
  }
}

const theApp = new App();
const schemes = new Schemes(() => theApp.isReady());
const sessionHandlers = new SessionHandlers();
const theIpc = new IpcMain();
const windows = new Windows(
  { app: theApp, switches: ownSwitches().chromium },
  { schemes, session: sessionHandlers, ipc: theIpc },
  async (address, opener) => {
    await windows.makePage();
    const window = new BrowserWindow({ webPreferences: opener.getLastWebPreferences() });
    // A page that fails to load still has a window, with an error page.
    await window.loadURL(address).catch(() => undefined);
  },
);
BrowserWindow.windows = windows;
theApp.connect({ start: () => windows.start(), windows: () => windows.all(), end: () => windows.end() });

/** The app's entry has run to its end: Chromium starts. */
export const codeLoaded = () => theApp.codeLoaded();
export const app = theApp.module();
export const ipcMain = refusing('ipcMain', theIpc);
export const protocol = schemes.module();
export const safeStorage = safeStorageOf(theApp, ownSwitches().chromium);
export const session = sessionHandlers.module();
export const webContents = refusing('webContents', {
  getAllWebContents: () => windows.contents().map((one) => one.self),
  /** @param {string} targetId */
  fromDevToolsTargetId: (targetId) => windows.contents().find((one) => one.targetId === targetId)?.self,
});
export { BrowserWindow, dialog, Menu, MessageChannelMain, nativeTheme, screen, shell };

/** The result of `require('electron')`: the same, and an error for every other name. */
const all = {
  ...{ app, BrowserWindow, dialog, ipcMain, Menu, MessageChannelMain, nativeTheme },
  ...{ protocol, safeStorage, screen, session, shell, webContents },
};
export const required = new Proxy(all, {
  get(target, name) {
    if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name);
    throw refusal(`module electron.${name}`);
  },
});

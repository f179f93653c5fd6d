// The module `electron`, as the app's main process imports it. The entry of the app runs as it is; every name that
// stands here is one that it uses, and any other is refused.
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

/** Every channel is one that the app chose. */
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
    // What cannot be loaded is a window anyway, with an error for its page.
    await window.loadURL(address).catch(() => undefined);
  },
);
BrowserWindow.windows = windows;
theApp.connect({ start: () => windows.start(), windows: () => windows.all(), end: () => windows.end() });

/** The entry of the app has run to its end: Chromium starts. */
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

/** What `require('electron')` gives: the same, and a sentence for every other name. */
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

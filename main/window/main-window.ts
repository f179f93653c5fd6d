import {
  BrowserWindow,
  dialog,
  type IpcMain,
  MessageChannelMain,
  nativeTheme,
  screen,
  type WebContents,
  type WebFrameMain,
} from 'electron';
import { errorMessage } from '../../app/base/result.ts';
import { electronPort } from '../carrier/electron-port.ts';
import { serveScreen } from '../carrier/serve-screen.ts';
import type { HostApi } from '../hub/host-api.ts';
import { readJson, writeJsonNow } from '../system/json-file.ts';
import { APP_ADDRESS, isAppAddress } from './app-scheme.ts';
import { reachableBounds, SMALLEST } from './window-bounds.ts';

/** The page's own background, light and dark, so that the window does not flash before the first paint. */
const BACKGROUND = { light: '#eff1f4', dark: '#0c0e12' };
const CRASH_LOOP_MS = 10_000;

type MainWindowOptions = {
  readonly preload: string;
  readonly boundsFile: string;
  readonly onFault: (fault: Error) => void;
  /** A crashed page was reloaded. */
  readonly onRevived: () => void;
  readonly now: () => number;
};

/** Opens the only window; its page can reach nothing but the preload's functions. */
export async function openMainWindow(options: MainWindowOptions): Promise<BrowserWindow> {
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...reachableBounds(await readJson(options.boundsFile), workAreas),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Tierscope',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Replay and a growing log continue while another window has the focus.
      backgroundThrottling: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    if (window.isFullScreen() || window.isMinimized()) return;
    // Synchronous: the app may end right after its window.
    try {
      writeJsonNow(options.boundsFile, window.getNormalBounds());
    } catch (error) {
      options.onFault(new Error(`The place of the window cannot be kept: ${errorMessage(error)}.`));
    }
  });
  reviveAfterCrash(window, options);
  try {
    await window.loadURL(APP_ADDRESS);
  } catch (fault) {
    // If the user closes the window before the page has loaded, Electron reports a failed load.
    if (!window.isDestroyed()) throw fault;
  }
  return window;
}

/** Sessions live here, not in the page: after a crash and reload, the page gets them back. */
function reviveAfterCrash(window: BrowserWindow, { onFault, onRevived, now }: MainWindowOptions): void {
  let lastCrash = Number.NEGATIVE_INFINITY;
  const reload = (): void => {
    window.webContents.once('did-finish-load', onRevived);
    window.webContents.reload();
  };
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    onFault(new Error(`The page crashed (${details.reason}).`));
    const isLoop = now() - lastCrash < CRASH_LOOP_MS;
    lastCrash = now();
    if (isLoop) void askAfterCrash(window, reload);
    else reload();
  });
}

/** A page that keeps crashing leaves an empty window: asks the user how to continue. */
async function askAfterCrash(window: BrowserWindow, reload: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Tierscope',
    message: 'The page crashed twice within seconds.',
    detail: 'The servers go on running, and what they send is recorded. Quitting ends them.',
    buttons: ['Load it again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (window.isDestroyed()) return;
  if (response === 0) reload();
  else window.close();
}

/** The only IPC channel: the preload requests a port and receives it here. */
const PORT_CHANNEL = 'tierscope:port';

/** Gives a port to the app's own page in a main frame only; a repeated request closes the previous port. */
export function acceptScreenPorts(ipc: IpcMain, host: HostApi, onFault: (fault: Error) => void): void {
  const former = new WeakMap<WebContents, () => void>();
  ipc.on(PORT_CHANNEL, ({ sender, senderFrame }) => {
    if (senderFrame === null || !isOwnPage(sender, senderFrame)) return;
    former.get(sender)?.();
    const { port1, port2 } = new MessageChannelMain();
    former.set(sender, () => port1.close());
    serveScreen(host, electronPort(port1), onFault);
    senderFrame.postMessage(PORT_CHANNEL, null, [port2]);
  });
}

function isOwnPage(sender: WebContents, frame: WebFrameMain): boolean {
  return frame === sender.mainFrame && isAppAddress(frame.url);
}
